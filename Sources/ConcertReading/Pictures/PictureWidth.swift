import ConcertNotes
import Web

/// The widths in pixels that phones can request: few, so that the server makes and caches only a few copies of each picture.
enum PictureWidth {
    static let all = [320, 640, 960, 1280, 1920]

    /// Reads the field `width`. Throws `APIError` 422 for a missing width or one that is not in the list, and 400 for a repeated field.
    static func width(_ fields: FormFields) throws(APIError) -> Int {
        let text = try fields.optional("width") ?? ""
        guard let width = Int(text), all.contains(width) else {
            throw .invalid(
                "width", "must be \(SentenceFormat.choice(all.map(String.init))) pixels, found \"\(text.prefix(100))\"")
        }
        return width
    }
}

extension ReadFile {
    /// The widths in pixels of the file's copies, all smaller than the file's own width. Only PNG and JPEG pictures have copies.
    var scaledWidths: [Int] {
        guard !file.isAsset, [.png, .jpeg].contains(file.kind), let size else { return [] }
        return PictureWidth.all.filter { $0 < size.width }
    }

    /// Returns the path and query of the copy with this width in pixels.
    func scaledURL(width: Int) -> String {
        "/api/v1/concert/pictures/\(PercentEncoding.encoded(file.name))?width=\(width)"
    }
}

/// The JSON of a smaller copy of a picture.
struct ScaledPictureView: Encodable, Sendable {
    let width: Int
    let url: String

    /// Returns the copies of a file, or `nil` for a file without copies.
    static func all(of file: ReadFile) -> [ScaledPictureView]? {
        let views = file.scaledWidths.map { ScaledPictureView(width: $0, url: file.scaledURL(width: $0)) }
        return views.isEmpty ? nil : views
    }
}
