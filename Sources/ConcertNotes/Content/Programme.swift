import Crypto

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

/// SHA-256 over a sequence of values, each with its length, so that no two sequences look alike.
struct ContentDigest {
    private var hash = SHA256()

    /// The layout of what is fed; raised when a new kind of content joins, so that old rows are written anew.
    private static let layout = 1

    init() { add(Self.layout) }

    mutating func add(_ number: Int) {
        withUnsafeBytes(of: Int64(number).littleEndian) { hash.update(bufferPointer: $0) }
    }

    mutating func add(_ bytes: [UInt8]) {
        add(bytes.count)
        hash.update(data: bytes)
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    var bytes: [UInt8] { Array(hash.finalize()) }
}
