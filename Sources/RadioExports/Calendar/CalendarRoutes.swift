import HTTP
import Radio
import Web

/// The endpoints of the calendars of channels and shows (spec E9).
public struct CalendarRoutes: Sendable {
    private let endpoints: ExportEndpoints
    private let stations: StationStore
    private let programmes: ProgrammeStore
    private let shows: FeedStore

    private static let day: Int64 = 86_400_000
    /// The numbers of days before and after today that a calendar contains.
    private static let (back, ahead): (Int64, Int64) = (7, 60)

    init(_ endpoints: ExportEndpoints) {
        self.endpoints = endpoints
        stations = StationStore(database: endpoints.database)
        programmes = ProgrammeStore(database: endpoints.database)
        shows = FeedStore(database: endpoints.database)
    }

    public var routes: [Route] {
        [
            Route(
                "getChannelCalendar", .get, "/api/v1/channels/{channel}/schedule.ics", access: .everyone,
                endpoint: getChannelCalendar),
            Route(
                "getShowCalendar", .get, "/api/v1/shows/{show}/schedule.ics", access: .everyone,
                endpoint: getShowCalendar),
        ]
    }

    /// Answers `getChannelCalendar`: the channel's broadcasts from 7 days ago to 60 days ahead, including cancelled ones, as iCalendar (RFC 5545).
    func getChannelCalendar(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Channel.ID(try request.parameter("channel")) else { throw Self.noChannel }
        return try await endpoints.answer("calendar/channel/\(id)", request, context) { build in
            let channels = try await stations.channels(in: build.tenant.id)
            guard let channel = channels.first(where: { $0.id == id }) else { throw Self.noChannel }
            let found = try await programmes.calendar(of: id, in: Self.span(build.now), of: build.tenant.id)
            return try await calendar(channel.name, found, channels, build)
        }
    }

    /// Answers `getShowCalendar`: the show's broadcasts on active channels from 7 days ago to 60 days ahead, including cancelled ones.
    func getShowCalendar(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Show.ID(try request.parameter("show")) else { throw FeedRoutes.noShow }
        return try await endpoints.answer("calendar/show/\(id)", request, context) { build in
            guard let show = try await shows.show(id, episodes: [], in: build.tenant.id)?.show else {
                throw FeedRoutes.noShow
            }
            let found = try await programmes.calendar(of: id, in: Self.span(build.now), of: build.tenant.id)
            return try await calendar(show.title, found, stations.channels(in: build.tenant.id), build)
        }
    }

    private func calendar(
        _ name: String, _ programmes: [Programme], _ channels: [StationChannel], _ build: ExportEndpoints.Build
    ) async throws -> ExportDocument {
        let document = CalendarDocument(
            name: name, programmes: programmes,
            channels: Dictionary(uniqueKeysWithValues: channels.map { ($0.id, $0) }),
            origin: build.origin)
        let tomorrow = Instant(milliseconds: Self.today(build.now) + Self.day)
        return ExportDocument(
            CalendarDocument.mediaType, try await build.tenantWorkers.run { document.bytes() }, goodUntil: tomorrow)
    }

    /// Returns the period that a calendar covers, in whole UTC days, so the calendar stays the same for a day unless the data changes.
    private static func span(_ now: Instant) -> Range<Instant> {
        let today = today(now)
        return Instant(milliseconds: today - back * day)..<Instant(milliseconds: today + (ahead + 1) * day)
    }

    private static func today(_ now: Instant) -> Int64 { now.milliseconds - now.milliseconds % day }

    private static let noChannel = APIError(
        .notFound, code: .noSuchChannel, "no active channel has this address: check the address of the calendar")
}
