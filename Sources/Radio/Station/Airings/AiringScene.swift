import Tenancy
import Web

/// One broadcast, with everything that its page shows.
struct AiringScene: Sendable {
    let channel: WeekStore.Channel
    let clock: WeekClock
    let entry: WeekEntry
    /// The rule whose day it is.
    let rule: ScheduleRule?
    let shows: [WeekStore.Choice]
    let episodes: [WeekStore.Choice]
    let now: Instant
    let canEdit: Bool

    var airing: Airing { entry.airing.value }
    var path: String { "/station/airings/\(airing.id)" }

    /// Whether the rule can be changed from here on.
    var isRulesToCome: Bool { rule != nil && airing.startsAt > now }

    /// The week that it is in.
    var week: LocalPath {
        let day = clock.date(at: airing.startsAt.milliseconds)
        return WeekScene.path(of: channel.id, from: day, day: day)
    }
}
