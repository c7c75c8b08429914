/// A track as described by its platform, the input of the classifier.
public struct Upload: Sendable, Hashable, Codable {
    /// The identifier of the upload, stable and unique in a library.
    public var id: String
    /// The title as uploaded.
    public var title: String
    /// The name of the account that uploaded the track; empty if unknown.
    public var uploader: String
    /// The identifier of the account, such as a URN, which distinguishes accounts with the same name; `nil` if unknown.
    public var accountID: String?
    /// The platform's artist field, filled in by the uploader; `nil` if absent.
    public var metadataArtist: String?
    public var labelName: String?
    /// The title of the album, from the publisher or from an album on the platform that contains the upload; `nil` if neither names one.
    public var albumTitle: String?
    /// The title of the release, filled in by the uploader; `nil` if absent.
    public var release: String?
    /// The title of a set by the uploader that contains the upload, if at least half of the uploader's tracks in the set repeat this title, as in
    /// "Low Tide - 01 Harbour"; otherwise `nil`.
    public var setTitle: String?
    /// The publisher's line, such as "℗ 2019 Name"; `nil` if absent.
    public var publicationLine: String?
    public var isrc: String?
    public var genre: String?
    /// The duration in milliseconds; `nil` if unknown.
    public var durationMs: Int64?

    /// The shortest duration, in milliseconds, of a long recording.
    static let longRecordingMs: Int64 = 20 * 60_000

    /// Creates an upload. Only the identifier and the title are required.
    public init(
        id: String, title: String, uploader: String = "", accountID: String? = nil, metadataArtist: String? = nil,
        labelName: String? = nil, albumTitle: String? = nil, release: String? = nil, setTitle: String? = nil,
        publicationLine: String? = nil, isrc: String? = nil, genre: String? = nil, durationMs: Int64? = nil
    ) {
        self.id = id
        self.title = title
        self.uploader = uploader
        self.accountID = accountID
        self.metadataArtist = metadataArtist
        self.labelName = labelName
        self.albumTitle = albumTitle
        self.release = release
        self.setTitle = setTitle
        self.publicationLine = publicationLine
        self.isrc = isrc
        self.genre = genre
        self.durationMs = durationMs
    }
}
