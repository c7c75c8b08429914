/// One track as its platform tells it: what the classifier may know of it.
public struct Upload: Sendable, Hashable, Codable {
    /// Stable, and unique in a library.
    public var id: String
    /// As uploaded.
    public var title: String
    /// The name of the account that uploaded it; empty when nobody says.
    public var uploader: String
    /// What tells the account apart from others of the same name, such as its URN.
    public var accountID: String?
    /// The platform's own artist field, filled in by whoever uploaded it.
    public var metadataArtist: String?
    public var labelName: String?
    /// The publisher's fields, where there are any.
    public var albumTitle: String?
    public var release: String?
    public var publicationLine: String?
    public var isrc: String?
    public var genre: String?
    public var durationMs: Int64?

    /// A track of which at least its title is known.
    public init(
        id: String, title: String, uploader: String = "", accountID: String? = nil, metadataArtist: String? = nil,
        labelName: String? = nil, albumTitle: String? = nil, release: String? = nil, publicationLine: String? = nil,
        isrc: String? = nil, genre: String? = nil, durationMs: Int64? = nil
    ) {
        self.id = id
        self.title = title
        self.uploader = uploader
        self.accountID = accountID
        self.metadataArtist = metadataArtist
        self.labelName = labelName
        self.albumTitle = albumTitle
        self.release = release
        self.publicationLine = publicationLine
        self.isrc = isrc
        self.genre = genre
        self.durationMs = durationMs
    }
}
