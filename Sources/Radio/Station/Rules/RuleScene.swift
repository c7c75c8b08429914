import ScheduleCore
import Web

/// One rule, with everything that its page shows.
struct RuleScene: Sendable {
    let channel: WeekStore.Channel
    let clock: WeekClock
    let rule: ScheduleRule
    let showTitle: String
    let exceptions: [ScheduleException]
    /// Its airings to come, by their days.
    let airings: [WallDate: ScheduledAiring]
    let shows: [WeekStore.Choice]
    let now: Instant
    let canEdit: Bool

    var path: String { "/station/rules/\(rule.id)" }
    var today: WallDate { clock.date(at: now.milliseconds) }

    /// How many of its days the page tells.
    private static let shown = 12

    /// The days that come next, as far ahead as there are airings.
    var days: ArraySlice<WallDate> {
        (rule.days?.days(in: today...(today + ScheduleMaterialiser.daysAhead)) ?? []).prefix(Self.shown)
    }

    /// What becomes of one of its days.
    enum Outcome: Sendable, Hashable {
        case asRuled, cancelled
        /// Said otherwise for that day, or by what the broadcast came to.
        case moved
        /// What is left beside what goes before it.
        case cut(Int64)
        /// Others have all of the time, or it is over.
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
