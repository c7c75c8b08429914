import Postgres
import ScheduleCore
import Web

/// When a show is on, again and again, by the clock on the channel's wall (spec R45).
public struct ScheduleRule: Sendable, Hashable {
    /// The key of a rule within its installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    /// What it says.
    public let content: ScheduleRuleDraft
    /// The import that it comes from; `nil` for what was made by hand.
    public let source: String?
    /// Rises with every change.
    public let revision: Int32

    public init(id: ID, content: ScheduleRuleDraft, source: String?, revision: Int32) {
        self.id = id
        self.content = content
        self.source = source
        self.revision = revision
    }

    public var channel: Channel.ID { content.channel }
    public var show: Show.ID { content.show }

    /// Its days; `nil` where its recurrence cannot be read, which an import alone could have written: it is never on then.
    public var days: RecurringDays? { content.days }
}

extension ScheduleRuleDraft {
    /// As of the rule.
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
            throw .decoding(column: "start_second", reason: "holds \(second), which is not from 0 to 86399")
        }
        content = ScheduleRuleDraft(
            channel: Channel.ID(rawValue: try row("channel_id")), show: Show.ID(rawValue: try row("show_id")),
            startsOn: WallDate(daysSince1970: try row("starts_day")),
            endsOn: try row.optional("ends_day", as: Int.self).map { WallDate(daysSince1970: $0) },
            startTime: time, durationMs: try row("duration_ms"), recurrence: try row.optional("recurrence"),
            priority: try row("priority"), isLive: try row("is_live"), isRepeat: try row("is_repeat"))
    }
}
