import Web

/// A recording of an episode that can be heard on demand under its rights (BBC Programmes ontology, "version"; spec R66).
public struct Version: Sendable, Hashable {
    /// The key of a version within its installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let episode: Episode.ID
    public let show: Show.ID
    /// The broadcast that was recorded, whose cuts are the chapters; `nil` if there is none.
    public let airing: Airing.ID?
    /// The time from the start of the recorded broadcast to the start of the recording, in milliseconds.
    public let airingOffsetMs: Int64
    public let durationMs: Int64?
    public let availableFrom: Instant
    /// The time at which the version stops being available; `nil` if it stays available.
    public let availableUntil: Instant?
    /// Whether the rights allow a copy on a device (spec R58).
    public let isDownloadable: Bool
    /// The revision number, which increases with every change.
    public let revision: Int32
}
