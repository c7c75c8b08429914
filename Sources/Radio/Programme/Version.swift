import Web

/// A recording of an episode that listeners can play on demand ("version" in the BBC Programmes ontology; spec R66).
public struct Version: Sendable, Hashable {
    /// The ID of a version, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let episode: Episode.ID
    public let show: Show.ID
    /// The recorded broadcast, whose cuts become chapters; `nil` if unknown.
    public let airing: Airing.ID?
    /// The start of the recording, in milliseconds from the start of the recorded broadcast; negative if the recording starts earlier.
    public let airingOffsetMs: Int64
    public let durationMs: Int64?
    public let availableFrom: Instant
    /// When the version stops being available; `nil` if never.
    public let availableUntil: Instant?
    /// Whether the rights allow downloads (spec R58).
    public let isDownloadable: Bool
    public let revision: Int32
}
