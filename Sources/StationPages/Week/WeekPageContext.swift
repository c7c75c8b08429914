import Radio
import ScheduleCore
import Web

/// A week of a channel with the data that its page shows.
struct WeekPageContext: Sendable {
    let channel: WeekStore.Channel
    let clock: WeekClock
    let grid: WeekGrid
    let entries: [WeekEntry]
    /// The day whose broadcasts the page lists below the grid.
    let day: WallDate
    let now: Instant
    let canEdit: Bool

    init(
        channel: WeekStore.Channel, clock: WeekClock, from first: WallDate, day: WallDate?, entries: [WeekEntry],
        now: Instant, canEdit: Bool
    ) {
        self.channel = channel
        self.clock = clock
        self.entries = entries
        self.now = now
        self.canEdit = canEdit
        grid = WeekGrid(
            from: first, clock: clock,
            entries.map { WeekGrid.Item(period: $0.airing.period, isCancelled: $0.airing.value.isCancelled) })
        let today = clock.date(at: now.milliseconds)
        let chosen = day ?? today
        self.day = (first...(first + 6)).contains(chosen) ? chosen : first
    }

    var first: WallDate { grid.days[0].date }
    var last: WallDate { first + 6 }
    var today: WallDate { clock.date(at: now.milliseconds) }

    /// Returns the path of the page for the week that contains `from`, with `day` selected; `nil` selects `from`.
    func path(_ from: WallDate, day: WallDate? = nil) -> LocalPath {
        Self.path(of: channel.id, from: from, day: day)
    }

    /// Returns the path of the page for the week that contains `from` or else `day`, or for the current week if both are `nil`.
    static func path(of channel: Channel.ID, from: WallDate? = nil, day: WallDate? = nil) -> LocalPath {
        let query = [from.map { "from=\($0)" }, day.map { "day=\($0)" }].compactMap { $0 }
        let path = "/station/channels/\(channel)/week"
        return LocalPath(query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))") ?? "/station"
    }

    /// Returns the first day of the week that contains a day.
    static func first(of day: WallDate, weekStart: Weekday) -> WallDate {
        day - (day.weekday.rawValue - weekStart.rawValue + 7) % 7
    }
}
