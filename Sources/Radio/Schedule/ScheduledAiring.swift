import FoundationEssentials
import Postgres
import ScheduleCore
import Web

/// An airing with its rule and day, the import that created it, and whether an overrun moved it.
package struct ScheduledAiring: Sendable, Hashable {
    package let value: Airing
    /// The rule and day of the airing; `nil` for an airing that belongs to no rule.
    package let slot: Slot?
    /// Whether the overrun of a previous broadcast set the actual times. Removing that overrun removes the times.
    package let isShifted: Bool
    /// The source of the import that created the airing: the format and, if it was given, a colon and the source name; `nil` for other airings.
    package let source: String?

    package init(value: Airing, slot: Slot?, isShifted: Bool, source: String?) {
        self.value = value
        self.slot = slot
        self.isShifted = isShifted
        self.source = source
    }

    /// The occurrence of a rule on one day.
    package struct Slot: Sendable, Hashable {
        package let rule: ScheduleRule.ID
        package let date: WallDate

        package init(rule: ScheduleRule.ID, date: WallDate) {
            self.rule = rule
            self.date = date
        }
    }

    package var id: Airing.ID { value.id }
    /// The start and the end in milliseconds since 1970. An unknown actual time is replaced by the planned one.
    package var period: Range<Int64> { value.startsAt.milliseconds..<value.endsAt.milliseconds }
    package var planned: Range<Int64> { value.plannedStart.milliseconds..<value.plannedEnd.milliseconds }
    /// Whether actual times were recorded for this airing, rather than set by the overrun of a previous broadcast.
    var isStated: Bool { !isShifted && (value.actualStart != nil || value.actualEnd != nil) }
}

extension ScheduledAiring: RowDecodable {
    /// The beginning of a statement that selects the columns of `app.airing` that `init(row:)` reads.
    package static let selection: StaticString = """
        select airing_id, channel_id, show_id, episode_id, rule_id, slot_date - date '1970-01-01' as slot_day, planned_start,
        planned_end, actual_start, actual_end, is_cancelled, is_live, is_repeat, is_shifted, title, description,
        source, revision
        """

    package init(row: Row) throws(PostgresError) {
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
