/// The content of a concert: its pieces with their texts, and its files.
public struct Programme: Sendable, Hashable {
    public let title: String
    /// The pieces in the order in which they are played.
    public let pieces: [Piece]
    /// The pictures in the texts, each once.
    public let images: [MediaFile]
    /// The app's full-screen pictures for this performance, such as the splash screen, and its programme book (spec N15).
    public let assets: [MediaFile]

    public init(title: String, pieces: [Piece], images: [MediaFile], assets: [MediaFile]) {
        self.title = title
        self.pieces = pieces
        self.images = images
        self.assets = assets
    }

    /// A SHA-256 digest of all content. If it equals the digest of the stored concert, an import changes nothing.
    public var digest: [UInt8] { digest(date: nil, venue: nil) }

    /// Returns the SHA-256 digest of all content with the day, such as "2027-01-31", and the venue. `nil` means that the value is unknown, as in a
    /// folder; it is then left out of the digest.
    public func digest(date: String?, venue: String?) -> [UInt8] {
        var digest = ContentDigest()
        digest.add(title)
        digest.add(pieces.count)
        for piece in pieces { piece.feed(&digest) }
        for files in [images, assets] {
            digest.add(files.count)
            for file in files.sorted(by: { $0.name < $1.name }) {
                digest.add(file.name)
                digest.add(file.sha256)
            }
        }
        // Unknown values are not added, so that a folder and a draft with the same content have the same digest.
        for (name, value) in [("date", date), ("venue", venue)] {
            guard let value else { continue }
            digest.add(name)
            digest.add(value)
        }
        return digest.bytes
    }
}
