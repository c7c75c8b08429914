import Radio
import ScheduleCore
import Web

/// A rule with the data that its page shows.
struct RulePageContext: Sendable {
    let channel: WeekStore.Channel
    let clock: WeekClock
    let rule: ScheduleRule
    let show: WeekStore.ShowSummary
    let exceptions: [ScheduleException]
    /// The airings of the rule that have not ended, by the day of the rule.
    let airings: [WallDate: ScheduledAiring]
    let shows: [WeekStore.Choice]
    let now: Instant
    let canEdit: Bool

    var path: String { "/station/rules/\(rule.id)" }
    var today: WallDate { clock.date(at: now.milliseconds) }

    private static let shown = 12

    /// The next days of the rule, from today, within the period for which airings are created; at most `shown`. Empty if the recurrence is invalid.
    var days: ArraySlice<WallDate> {
        (rule.days?.days(in: today...(today + ScheduleMaterialiser.daysAhead)) ?? []).prefix(Self.shown)
    }

    /// The difference between the rule and the broadcast of one day.
    enum Outcome: Sendable, Hashable {
        case asRuled, cancelled
        /// The times differ from the rule because of an exception or because they are actual times.
        case moved
        /// Other broadcasts shorten this one. The value is the difference in length in milliseconds, which is negative.
        case cut(Int64)
        /// Other broadcasts occupy the time, or it has passed.
        case nothing
    }

    /// Returns the difference on a day of the rule, and the period of its broadcast in milliseconds since 1970, or else the period according to the
    /// rule.
    func outcome(on day: WallDate) -> (outcome: Outcome, period: Range<Int64>) {
        let start = clock.zone.instant(of: day, rule.content.startTime).milliseconds
        let wanted = start..<(start + rule.content.durationMs)
        guard let airing = airings[day] else { return (.nothing, wanted) }
        if airing.value.isCancelled {
            let hasException = exceptions.contains { $0.date == day && $0.content.isCancelled }
            return (hasException ? .cancelled : .nothing, airing.period)
        }
        guard airing.period != wanted else { return (.asRuled, wanted) }
        let hasException = exceptions.contains {
            $0.date == day && ($0.content.startsAt != nil || $0.content.durationMs != nil)
        }
        if hasException || airing.period != airing.planned { return (.moved, airing.period) }
        return (.cut(Int64(airing.period.count) - rule.content.durationMs), airing.period)
    }
}
