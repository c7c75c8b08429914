import ScheduleCore

/// A rule of the schedule, such as a weekly slot, as read from a source. `channel` and `show` are the keys of other items.
public struct RuleDraft: Draft {
    public static let kind: StaticString = "rule"

    public var key: String
    public var channel: String
    public var show: String
    /// The first day on which the rule can apply.
    public var startsOn: WallDate
    /// The last day on which the rule can apply; `nil` for no end.
    public var endsOn: WallDate? = nil
    /// The start in minutes after local midnight in the channel's time zone.
    public var startMinute: Int
    public var durationMs: Int64
    /// An RFC 5545 §3.3.10 recurrence rule that `ScheduleCore` supports; `nil` for the first day only.
    public var recurrence: String? = nil
    public var priority: Int32 = 0
    public var isLive: Bool = false
    public var isRepeat: Bool = false
}

/// Encodes a date as the days since 1970-01-01, because a day after the year 9999 has no ISO 8601 text of ten characters.
extension WallDate: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(daysSince1970)
    }
}
