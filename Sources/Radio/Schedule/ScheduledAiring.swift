import FoundationEssentials
import Postgres
import ScheduleCore
import Web

/// A broadcast with what the schedule knows of it beside.
struct ScheduledAiring: Sendable, Hashable {
    let value: Airing
    /// The day of the rule that it is; `nil` for what was made by hand or brought in, and for what outlived its rule.
    let slot: Slot?
    /// Whether its actual times are what an overrun before it brought about; they go when that is taken back.
    let isShifted: Bool
    /// The import that it comes from.
    let source: String?

    /// A day of a rule.
    struct Slot: Sendable, Hashable {
        let rule: ScheduleRule.ID
        let date: WallDate
    }

    var id: Airing.ID { value.id }
    /// When it is on, as far as is known.
    var stretch: Range<Int64> { value.startsAt.milliseconds..<value.endsAt.milliseconds }
    var planned: Range<Int64> { value.plannedStart.milliseconds..<value.plannedEnd.milliseconds }
    /// Whether somebody wrote down what it came to.
    var isStated: Bool { !isShifted && (value.actualStart != nil || value.actualEnd != nil) }
}

extension ScheduledAiring: RowDecodable {
    init(row: Row) throws(PostgresError) {
        value = Airing(
            id: Airing.ID(rawValue: try row("airing_id")), channel: Channel.ID(rawValue: try row("channel_id")),
            show: Show.ID(rawValue: try row("show_id")),
            episode: try row.optional("episode_id", as: Int64.self).map { Episode.ID(rawValue: $0) },
            plannedStart: Instant(try row("planned_start", as: Date.self)),
            plannedEnd: Instant(try row("planned_end", as: Date.self)),
            actualStart: try row.optional("actual_start", as: Date.self).map { Instant($0) },
            actualEnd: try row.optional("actual_end", as: Date.self).map { Instant($0) },
            isCancelled: try row("is_cancelled"), isLive: try row("is_live"), isRepeat: try row("is_repeat"),
            title: try row("title"), description: try row("description"), revision: try row("revision"))
        isShifted = try row("is_shifted")
        source = try row.optional("source")
        if let rule = try row.optional("rule_id", as: Int64.self) {
            slot = Slot(rule: ScheduleRule.ID(rawValue: rule), date: WallDate(daysSince1970: try row("slot_day")))
        } else {
            slot = nil
        }
    }
}
