import Web

/// The whole content of a concert, as the database stores it for each revision.
public struct ConcertSnapshot: Codable, Sendable, Hashable {
    public var title: String
    /// The day of the concert, such as "2027-01-31"; `nil` if unknown.
    public var date: String?
    /// The place of the concert; `nil` if unknown.
    public var venue: String?
    public var pieces: [PieceSnapshot]
    public var images: [FileReference]
    public var assets: [FileReference]

    /// A piece of a revision, with its name and content.
    public struct PieceSnapshot: Codable, Sendable, Hashable {
        /// The identifier of the piece in drafts; `nil` if the revision was imported.
        public var id: String?
        public var composer: String
        public var work: String
        public var movement: String
        public var content: PieceContent

        public init(id: String? = nil, composer: String, work: String, movement: String, content: PieceContent) {
            self.id = id
            self.composer = composer
            self.work = work
            self.movement = movement
            self.content = content
        }

        public var name: PieceName { PieceName(composer: composer, work: work, movement: movement) }
    }

    /// A picture or an app asset of a revision, whose content is stored under its hash.
    public struct FileReference: Codable, Sendable, Hashable {
        public var name: String
        public var mediaType: String
        /// The SHA-256 of the content in hexadecimal digits.
        public var sha256: String

        public init(name: String, mediaType: String, sha256: String) {
            self.name = name
            self.mediaType = mediaType
            self.sha256 = sha256
        }

        init(_ file: MediaFile) {
            self.init(
                name: file.name, mediaType: file.kind.rawValue, sha256: ConcertSnapshot.hexadecimal(file.sha256))
        }

        /// The hash as bytes, up to the first pair of characters that is not a hexadecimal number.
        public var hash: [UInt8] {
            var digits = sha256.utf8.makeIterator()
            var bytes: [UInt8] = []
            while let high = digits.next(), let low = digits.next(),
                let byte = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
            }
            return bytes
        }
    }

    public init(
        title: String, date: String? = nil, venue: String? = nil, pieces: [PieceSnapshot] = [],
        images: [FileReference] = [], assets: [FileReference] = []
    ) {
        self.title = title
        self.date = date
        self.venue = venue
        self.pieces = pieces
        self.images = images
        self.assets = assets
    }

    public init(_ programme: Programme) {
        self.init(
            title: programme.title,
            pieces: programme.pieces.map {
                PieceSnapshot(
                    composer: $0.name.work.composer, work: $0.name.work.title, movement: $0.name.movement,
                    content: PieceContent($0))
            },
            images: programme.images.map(FileReference.init), assets: programme.assets.map(FileReference.init))
    }

    /// Creates a snapshot from the JSON text that the database stores.
    public init(stored text: String) throws { self = try JSONContent.read(Array(text.utf8)) }

    /// The snapshot as the JSON text that the database stores.
    var stored: String {
        get throws { String(decoding: try ViewWriter.bytes(self), as: UTF8.self) }
    }

    /// Returns bytes as hexadecimal digits in lower case.
    public static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
