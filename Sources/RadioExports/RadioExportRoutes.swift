import Tenancy
import Web

/// The routes of all documents for other systems. All are public, except the alert calendar, whose address contains an account's secret.
public struct RadioExportRoutes: Sendable {
    private let endpoints: ExportEndpoints

    public init(
        database: TenantDatabase, cache: ExportCache, now: @escaping @Sendable () -> Instant = { .now }
    ) {
        endpoints = ExportEndpoints(database: database, cache: cache, now: now)
    }

    public var routes: [Route] {
        GuideRoutes(endpoints).routes + PlaylistRoutes(endpoints).routes + SPIRoutes(endpoints).routes
            + FeedRoutes(endpoints).routes
            + CalendarRoutes(endpoints).routes + AlertCalendarRoutes(endpoints).routes
    }
}
