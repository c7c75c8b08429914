import HTTP
import Radio
import Web

/// The endpoint of an account's alert calendar (spec R44). Calendar programs cannot sign in, so a secret in the address gives access.
struct AlertCalendarRoutes: Sendable {
    private let endpoints: ExportEndpoints
    private let links: AlertCalendarStore
    private let stations: StationStore
    private let programmes: ProgrammeStore

    private static let day: Int64 = 86_400_000
    private static let limit = 2000

    init(_ endpoints: ExportEndpoints) {
        self.endpoints = endpoints
        links = AlertCalendarStore(database: endpoints.database)
        stations = StationStore(database: endpoints.database)
        programmes = ProgrammeStore(database: endpoints.database)
    }

    var routes: [Route] {
        [
            Route(
                "getAlertCalendar", .get, "/api/v1/me/alerts.ics", access: .everyone, query: ["token"],
                endpoint: getAlertCalendar)
        ]
    }

    /// Answers `getAlertCalendar`: an iCalendar of the first 2,000 broadcasts for which the account has an alert, from those on air now to those in
    /// 60 days, including cancelled ones; 401 if `token` is missing or unknown.
    func getAlertCalendar(_ request: Request, _ context: RequestContext) async throws -> Response {
        let tenant = context.tenant.id
        guard let secret = try request.queryFields().optional("token"),
            let reader = try await links.reader(secret: secret, in: tenant)
        else { throw APIError.notLoggedIn }
        let now = endpoints.now()
        let today = now.milliseconds / Self.day * Self.day
        let span = now..<Instant(milliseconds: today + 61 * Self.day)
        let found = try await programmes.calendar(alerting: reader.account, in: span, limit: Self.limit, of: tenant)
        let channels = try await stations.channels(in: tenant)
        let document = CalendarDocument(
            name: context.tenant.name, programmes: found,
            channels: Dictionary(uniqueKeysWithValues: channels.map { ($0.id, $0) }), origin: context.tenant.origin,
            alarmMinutes: reader.leadMinutes)
        let bytes = try await endpoints.cache.workers.run(for: tenant.description) { document.bytes() }
        return .tagged(
            .bytes(bytes, mediaType: CalendarDocument.mediaType, fields: ["Cache-Control": "private, no-cache"]),
            in: tenant)
    }
}
