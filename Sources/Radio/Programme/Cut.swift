import Web

/// An entry of the music log: a song, link or other item that was played.
public struct Cut: Sendable, Hashable {
    /// The ID of a cut, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let channel: Channel.ID
    public let airing: Airing.ID?
    /// The start; `nil` if only the order within the airing is known.
    public let startsAt: Instant?
    /// The position within the airing; `nil` if unknown.
    public let position: Int32?
    /// The duration in milliseconds; `nil` if unknown.
    public let durationMs: Int64?
    public let kind: String
    public let isMusic: Bool
    public let title: String
    public let artist: String
    public let album: String
    public let label: String
    /// The International Standard Recording Code (ISO 3901) without hyphens; `nil` if unknown.
    public let isrc: String?
    /// The person whose biography is shown while the cut plays (spec R15); `nil` for none.
    public let person: Person.ID?
    public let art: Art.ID?
    /// The number of listeners, as last reported or corrected (spec R69); `nil` if unknown.
    public let listeners: Int32?
    /// The number of listeners who skipped the cut; `nil` if skips were not counted.
    public let skips: Int32?

    public init(
        id: ID, channel: Channel.ID, airing: Airing.ID?, startsAt: Instant?, position: Int32?, durationMs: Int64?,
        kind: String, isMusic: Bool, title: String, artist: String, album: String, label: String, isrc: String?,
        person: Person.ID?, art: Art.ID?, listeners: Int32? = nil, skips: Int32? = nil
    ) {
        self.id = id
        self.channel = channel
        self.airing = airing
        self.startsAt = startsAt
        self.position = position
        self.durationMs = durationMs
        self.kind = kind
        self.isMusic = isMusic
        self.title = title
        self.artist = artist
        self.album = album
        self.label = label
        self.isrc = isrc
        self.person = person
        self.art = art
        self.listeners = listeners
        self.skips = skips
    }
}
