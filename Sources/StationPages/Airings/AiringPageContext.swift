import Radio
import Tenancy
import Web

/// A broadcast with the data that its page shows.
struct AiringPageContext: Sendable {
    let channel: WeekStore.Channel
    let clock: WeekClock
    let entry: WeekEntry
    /// The rule of the broadcast; `nil` for a single broadcast.
    let rule: ScheduleRule?
    let shows: [WeekStore.Choice]
    let episodes: [WeekStore.Choice]
    let now: Instant
    let canEdit: Bool

    var airing: Airing { entry.airing.value }
    var path: String { "/station/airings/\(airing.id)" }

    /// Whether the rule can be changed from this broadcast on.
    var isFutureRuleAiring: Bool { rule != nil && airing.startsAt > now }

    var week: LocalPath {
        let day = clock.date(at: airing.startsAt.milliseconds)
        return WeekPageContext.path(of: channel.id, from: day, day: day)
    }
}
