import Web

/// A broadcast of a show on a channel ("broadcast" in the BBC Programmes ontology). A moved broadcast keeps its ID.
public struct Airing: Sendable, Hashable {
    /// The ID of an airing, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let channel: Channel.ID
    public let show: Show.ID
    public let episode: Episode.ID?
    public let plannedStart: Instant
    public let plannedEnd: Instant
    /// The actual start and end, either recorded or caused by an overrun; `nil` if as planned.
    public let actualStart: Instant?
    public let actualEnd: Instant?
    public let isCancelled: Bool
    public let isLive: Bool
    public let isRepeat: Bool
    /// The title that is shown instead of the title of the episode or show; empty if there is none.
    public let title: String
    public let description: String
    public let revision: Int32

    public var startsAt: Instant { actualStart ?? plannedStart }
    public var endsAt: Instant { actualEnd ?? plannedEnd }
}
