import ScheduleCore

/// When a show is on, again and again.
public struct RuleDraft: Draft {
    public static let kind: StaticString = "rule"

    /// What the source calls it; the same in every file of one source.
    public var key: String
    public var channel: String
    public var show: String
    /// The first day it may be on.
    public var startsOn: WallDate
    public var endsOn: WallDate? = nil
    /// Minutes after midnight by the channel's wall clock.
    public var startMinute: Int
    public var durationMs: Int64
    /// The part of RFC 5545 §3.3.10 that ScheduleCore reads; nil: on the first day only.
    public var recurrence: String? = nil
    public var priority: Int32 = 0
    public var isLive: Bool = false
    public var isRepeat: Bool = false

    public init(key: String, channel: String, show: String, startsOn: WallDate, startMinute: Int, durationMs: Int64) {
        self.key = key
        self.channel = channel
        self.show = show
        self.startsOn = startsOn
        self.startMinute = startMinute
        self.durationMs = durationMs
    }
}

/// As the number of its day: the years that a rule may end in have no text.
extension WallDate: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(daysSince1970)
    }
}
