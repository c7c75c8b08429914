import HTTP
import Radio
import ScheduleCore
import Tenancy
import Web

/// The route of the week page of a channel.
public struct WeekRoutes: Sendable {
    private let store: WeekStore
    private let now: @Sendable () -> Instant

    public init(database: TenantDatabase, now: @escaping @Sendable () -> Instant = { .now }) {
        let materialiser = ScheduleMaterialiser(database: database, now: now)
        store = WeekStore(
            database: database, airings: AiringStore(database: database, materialiser: materialiser))
        self.now = now
    }

    public var routes: [Route] {
        [
            Route(
                "getWeekPage", .get, "/station/channels/{channel}/week", access: .permission(.viewStation),
                errors: .page, endpoint: getWeekPage)
        ]
    }

    /// Answers `getWeekPage`: the week that contains the day in `from`, or else in `day`, by default today.
    func getWeekPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try request.queryFields()
        let (from, day) = (try query.date("from"), try query.date("day"))
        let channel = try await store.channel(of: request, context)
        let now = now()
        let today = try channel.clock(round: now.milliseconds).date(at: now.milliseconds)
        let weekStart = Weekday(firstOf: context.tenant.locale)
        let first = WeekPageContext.first(of: from ?? day ?? today, weekStart: weekStart)
        let clock = try channel.clock(round: Int64(first.daysSince1970 + 3) * 86_400_000)
        let period = clock.period(of: first).lowerBound..<clock.period(of: first + 6).upperBound
        let pageContext = WeekPageContext(
            channel: channel, clock: clock, from: first, day: day ?? from,
            entries: try await store.entries(on: channel.id, period, in: context.tenant.id), now: now,
            canEdit: context.caller?.has(.editSchedule) == true)
        let notice = try ScheduleNotice(query)
        return WeekPage(context: context, pageContext: pageContext, above: notice?.html).response()
    }
}

extension WeekStore.Channel {
    /// Returns a clock for the channel's local time around an instant. Throws `APIError` 409 if the server does not know the time zone.
    func clock(round instant: Int64) throws(APIError) -> WeekClock {
        guard let clock = WeekClock(timeZone, round: instant) else {
            throw APIError(
                .conflict, code: .unknownTimeZone,
                "this server does not know the channel's time zone \(timeZone): set an IANA time zone, such as Europe/Prague"
            )
        }
        return clock
    }
}

extension FormFields {
    /// Returns the day in a query parameter; `nil` if it is missing or empty. Throws `APIError` 422 for a value that is not a day from 1970 to 2099.
    func date(_ name: String) throws(APIError) -> WallDate? {
        guard let text = try optional(name), !text.isEmpty else { return nil }
        guard let date = WallDate(text), (1970...2099).contains(date.civil.year) else {
            throw .invalid(
                name, "must be a date from 1970 to 2099, such as \"2026-03-29\", found \"\(text.prefix(100))\"")
        }
        return date
    }
}
