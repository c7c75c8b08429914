import ArtistClassification
import MusicLibrary
import Web

/// An alternative filing of an uncertain track, offered as a button.
struct OtherFiling: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case beforeDash, afterDash, uploader, uploadersWord

        var words: String {
            switch self {
            case .beforeDash: "The artist before the dash"
            case .afterDash: "The artist after the dash"
            case .uploader: "The account that uploaded the track"
            case .uploadersWord: "The artist named by the uploader"
            }
        }
    }

    let kind: Kind
    let artist: String
    let title: String

    /// Returns the alternatives that differ from the current filing and from each other. `uploadersWord` is the uploader's artist field, which may be
    /// empty.
    static func all(for track: LibraryTrack, uploadersWord: String) -> [OtherFiling] {
        let whole = plain(track.uploadedTitle, without: track.version)
        var readings: [OtherFiling] = []
        if let (left, right) = sides(whole) {
            readings.append(OtherFiling(kind: .beforeDash, artist: left, title: right))
            readings.append(OtherFiling(kind: .afterDash, artist: right, title: left))
        }
        readings.append(OtherFiling(kind: .uploadersWord, artist: uploadersWord.trimmedLine, title: track.title))
        readings.append(OtherFiling(kind: .uploader, artist: track.uploaderName.trimmedLine, title: whole))
        var known: Set<[String]> = [
            [
                ArtistName.foldKey(track.artists.first?.artist.name ?? track.artistText),
                ArtistName.foldKey(track.title),
            ]
        ]
        return readings.filter { reading in
            !reading.artist.isEmpty && !reading.title.isEmpty && reading.artist.unicodeScalars.count <= 500
                && reading.title.unicodeScalars.count <= 500
                && known.insert([ArtistName.foldKey(reading.artist), ArtistName.foldKey(reading.title)]).inserted
        }
    }

    /// Returns the texts before and after the first hyphen, dash, "~" or "|" between spaces, or `nil` if either text is missing.
    private static func sides(_ title: String) -> (String, String)? {
        let dashes = [" - ", " – ", " — ", " ~ ", " | "].compactMap { title.firstRange(of: $0) }
        guard let dash = dashes.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        let (left, right) = (String(title[..<dash.lowerBound]), String(title[dash.upperBound...]))
        return left.trimmedLine.isEmpty || right.trimmedLine.isEmpty ? nil : (left.trimmedLine, right.trimmedLine)
    }

    /// Returns the title without brackets that contain the version, which is stored separately.
    private static func plain(_ title: String, without version: String) -> String {
        guard !version.isEmpty else { return title.trimmedLine }
        var title = title
        for brackets in ["(\(version))", "[\(version)]"] {
            if let range = title.firstRange(of: brackets) { title.removeSubrange(range) }
        }
        return title.trimmedLine
    }
}
