import ConcertNotes

/// A picture or app asset of the concert, with the size that apps need before they fetch the file.
struct ReadFile: Sendable {
    let file: StoredFile
    /// The length in bytes.
    let length: Int
    /// The size in pixels; `nil` for a PDF, or if the header is invalid.
    let size: PixelSize?

    /// The path of the file on this server.
    var url: String {
        file.isAsset ? "/images/AppAssets/\(file.name)" : ReadPiece.pictureURL(file.name)
    }
}
