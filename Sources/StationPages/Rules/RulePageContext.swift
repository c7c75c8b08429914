import Radio
import ScheduleCore
import Web

/// A rule with all data of its page.
struct RulePageContext: Sendable {
    let channel: WeekStore.Channel
    let clock: WeekClock
    let rule: ScheduleRule
    let showTitle: String
    let exceptions: [ScheduleException]
    /// The airings of the rule that have not ended, by day.
    let airings: [WallDate: ScheduledAiring]
    let shows: [WeekStore.Choice]
    let now: Instant
    let canEdit: Bool

    var path: String { "/station/rules/\(rule.id)" }
    var today: WallDate { clock.date(at: now.milliseconds) }

    /// The maximum number of days that the page lists.
    private static let shown = 12

    /// The next days of the rule in the period for which airings are created, at most `shown`.
    var days: ArraySlice<WallDate> {
        (rule.days?.days(in: today...(today + ScheduleMaterialiser.daysAhead)) ?? []).prefix(Self.shown)
    }

    /// The result of comparing the broadcast of one day with the rule.
    enum Outcome: Sendable, Hashable {
        case asRuled, cancelled
        /// The broadcast has other times than the rule, because of an exception or its actual times.
        case moved
        /// Other broadcasts shorten this one, by a number of milliseconds.
        case cut(Int64)
        /// There is no broadcast, because others use the time or the time has passed.
        case nothing
    }

    func outcome(on day: WallDate) -> (outcome: Outcome, stretch: Range<Int64>) {
        let start = clock.zone.instant(of: day, rule.content.startTime).milliseconds
        let wanted = start..<(start + rule.content.durationMs)
        guard let airing = airings[day] else { return (.nothing, wanted) }
        if airing.value.isCancelled {
            let isSaid = exceptions.contains { $0.date == day && $0.content.isCancelled }
            return (isSaid ? .cancelled : .nothing, airing.stretch)
        }
        guard airing.stretch != wanted else { return (.asRuled, wanted) }
        let isSaid = exceptions.contains {
            $0.date == day && ($0.content.startsAt != nil || $0.content.durationMs != nil)
        }
        if isSaid || airing.stretch != airing.planned { return (.moved, airing.stretch) }
        return (.cut(Int64(airing.stretch.count) - rule.content.durationMs), airing.stretch)
    }
}
