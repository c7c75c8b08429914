import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The start page of the library and the pages about the listener's SoundCloud account and lists, with their forms and pictures.
public struct CloudPageRoutes: Sendable {
    private let cloud: MusicCloud?
    private let database: TenantDatabase
    private let filing: FilingResources
    private let now: @Sendable () -> Instant

    /// Creates the pages. `cloud` is `nil` if the installation has no SoundCloud application.
    public init(
        cloud: MusicCloud?, database: TenantDatabase, filing: FilingResources,
        now: @escaping @Sendable () -> Instant = { .now }
    ) {
        self.cloud = cloud
        self.database = database
        self.filing = filing
        self.now = now
    }

    public var routes: [Route] {
        LibraryStartRoutes(cloud: cloud, database: database, now: now).routes
            + StreamPageRoutes(database: database).routes + LikesPageRoutes(database: database).routes
            + PlaylistPageRoutes(cloud: cloud, database: database).routes
            + FollowingPageRoutes(database: database).routes
            + CloudUserPageRoutes(cloud: cloud, database: database).routes
            + ProfilePageRoutes(cloud: cloud, database: database).routes
            + CloudActionRoutes(cloud: cloud, database: database, filing: filing).routes
            + CoverRoutes(cloud: cloud, database: database).routes
    }
}
