import Web

/// When a show is on, again and again, by the clock on the channel's wall (spec R45).
public struct ScheduleRule: Sendable, Hashable {
    /// The key of a rule within its installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let channel: Channel.ID
    public let show: Show.ID
    /// Rises with every change.
    public let revision: Int32

    public init(
        id: ID, channel: Channel.ID, show: Show.ID, revision: Int32
    ) {
        self.id = id
        self.channel = channel
        self.show = show
        self.revision = revision
    }
}
