import Tenancy
import Web

/// The routes of all documents for other systems: guides, playlists, feeds and calendars. All routes are public except
/// the calendar of alerts, which needs an account's secret.
public struct RadioExportRoutes: Sendable {
    private let desk: ExportDesk

    /// Creates the routes.
    ///
    /// - Parameter shelf: the cache of built documents.
    public init(
        database: TenantDatabase, shelf: ExportShelf, now: @escaping @Sendable () -> Instant = { .now }
    ) {
        desk = ExportDesk(database: database, shelf: shelf, now: now)
    }

    public var routes: [Route] {
        GuideRoutes(desk).routes + PlaylistRoutes(desk).routes + SPIRoutes(desk).routes + FeedRoutes(desk).routes
            + CalendarRoutes(desk).routes + AlertCalendarRoutes(desk).routes
    }
}
