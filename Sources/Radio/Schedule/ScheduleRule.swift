import Postgres
import ScheduleCore
import Web

/// A rule for broadcasting a show once or repeatedly, at a local time in the channel's time zone (spec R45).
public struct ScheduleRule: Sendable, Hashable {
    /// The ID of a rule.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let content: ScheduleRuleDraft
    /// The source of the import that created the rule: the format and, if it was given, a colon and the source name; `nil` for a manually added rule.
    public let source: String?
    public let revision: Int32

    public var channel: Channel.ID { content.channel }
    public var show: Show.ID { content.show }

    /// The days of the rule; `nil` if an import wrote an invalid recurrence. Such a rule has no broadcasts.
    public var days: RecurringDays? { content.days }
}

extension ScheduleRuleDraft {
    /// The days of the rule; `nil` if the recurrence is invalid.
    var days: RecurringDays? {
        guard let text = recurrence else { return RecurringDays(nil, from: startsOn, until: endsOn) }
        guard let recurrence = try? Recurrence(text) else { return nil }
        return RecurringDays(recurrence, from: startsOn, until: endsOn)
    }
}

extension ScheduleRule: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        id = ID(rawValue: try row("rule_id"))
        revision = try row("revision")
        source = try row.optional("source")
        let second: Int = try row("start_second")
        guard let time = WallTime(secondsAfterMidnight: second) else {
            throw .decoding(column: "start_second", reason: "contains \(second), which is not from 0 to 86399")
        }
        content = ScheduleRuleDraft(
            channel: Channel.ID(rawValue: try row("channel_id")), show: Show.ID(rawValue: try row("show_id")),
            startsOn: WallDate(daysSince1970: try row("starts_day")),
            endsOn: try row.optional("ends_day", as: Int.self).map { WallDate(daysSince1970: $0) },
            startTime: time, durationMs: try row("duration_ms"), recurrence: try row.optional("recurrence"),
            priority: try row("priority"), isLive: try row("is_live"), isRepeat: try row("is_repeat"))
    }
}
