import Tenancy
import Web

/// The routes of all documents for other systems: guides, playlists, RadioDNS documents, feeds and calendars. All routes are public except the alert
/// calendar, which requires an account's secret in the address.
public struct RadioExportRoutes: Sendable {
    private let endpoints: ExportEndpoints

    /// Creates the routes.
    ///
    /// - Parameter cache: The cache of built documents.
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
