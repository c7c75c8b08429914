import Tenancy
import Web

/// Every document for other systems: guides, playlists, feeds and calendars. Public all but one, which an account's secret
/// opens; of the tenant whose host is asked.
public struct RadioExportRoutes: Sendable {
    private let desk: ExportDesk

    /// - Parameters:
    ///   - shelf: where what was made is kept.
    ///   - now: the clock.
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
