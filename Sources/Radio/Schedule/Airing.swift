import Web

/// One broadcast (BBC Programmes ontology, "broadcast"). It keeps its identity when it is moved.
public struct Airing: Sendable, Hashable {
    /// The key of an airing within its installation.
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
    /// What it came to; without it the plan holds.
    public let actualStart: Instant?
    public let actualEnd: Instant?
    /// A cancelled one is kept: calendars have to be told.
    public let isCancelled: Bool
    public let isLive: Bool
    public let isRepeat: Bool
    /// In place of the episode's or the show's; may be empty.
    public let title: String
    public let description: String
    /// Rises with every change.
    public let revision: Int32

    public init(
        id: ID, channel: Channel.ID, show: Show.ID, episode: Episode.ID?, plannedStart: Instant, plannedEnd: Instant,
        actualStart: Instant?, actualEnd: Instant?, isCancelled: Bool, isLive: Bool, isRepeat: Bool, title: String,
        description: String, revision: Int32
    ) {
        self.id = id
        self.channel = channel
        self.show = show
        self.episode = episode
        self.plannedStart = plannedStart
        self.plannedEnd = plannedEnd
        self.actualStart = actualStart
        self.actualEnd = actualEnd
        self.isCancelled = isCancelled
        self.isLive = isLive
        self.isRepeat = isRepeat
        self.title = title
        self.description = description
        self.revision = revision
    }

    /// When it begins, or began.
    public var startsAt: Instant { actualStart ?? plannedStart }
    /// When it is over; this instant is no longer of it.
    public var endsAt: Instant { actualEnd ?? plannedEnd }
}
