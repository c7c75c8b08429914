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
    /// The actual start, either recorded or caused by an overrun; `nil` if the broadcast starts as planned.
    public let actualStart: Instant?
    /// The actual end, either recorded or caused by an overrun; `nil` if the broadcast ends as planned.
    public let actualEnd: Instant?
    /// Whether the airing is cancelled. Cancelled airings are kept so that calendars can show them as cancelled.
    public let isCancelled: Bool
    public let isLive: Bool
    public let isRepeat: Bool
    /// The title that is shown instead of the title of the episode or show; empty if there is none.
    public let title: String
    public let description: String
    /// The revision number, which increases with every change.
    public let revision: Int32

    /// The actual start, or else the planned start.
    public var startsAt: Instant { actualStart ?? plannedStart }
    /// The actual end, or else the planned end, exclusive.
    public var endsAt: Instant { actualEnd ?? plannedEnd }
}
