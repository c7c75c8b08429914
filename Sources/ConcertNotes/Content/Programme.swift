/// The content of one concert: what is played and all that is said about it.
public struct Programme: Sendable, Hashable {
    public let title: String
    /// In the order of the evening.
    public let pieces: [Piece]
    /// The pictures that the texts name, each once.
    public let images: [MediaFile]
    /// The screens and the programme book of this performance (spec N15).
    public let assets: [MediaFile]

    public init(title: String, pieces: [Piece], images: [MediaFile], assets: [MediaFile]) {
        self.title = title
        self.pieces = pieces
        self.images = images
        self.assets = assets
    }

    /// A SHA-256 over everything above: equal digests mean that an import has nothing to do.
    public var digest: [UInt8] {
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
        return digest.bytes
    }
}
