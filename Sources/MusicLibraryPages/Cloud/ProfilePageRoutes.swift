import HTTP
import MusicLibrary
import Postgres
import SoundCloud
import Tenancy
import Web

/// The page `/library/profile`: the listener's SoundCloud profile, the sections (spec L30), the connection and the sync (spec L1, L3).
struct ProfilePageRoutes: Sendable {
    let cloud: MusicCloud?
    let database: TenantDatabase

    var routes: [Route] {
        [
            .accountPage("getLibraryProfilePage", "/library/profile", endpoint: getLibraryProfilePage),
            .accountForm("postLibrarySync", "/library/syncs", bodyLimit: 8 * 1024, endpoint: postLibrarySync),
        ]
    }

    /// The maximum number of waiting or failed changes that the page lists individually.
    private static let listLimit = 20

    /// Answers `getLibraryProfilePage`: the profile, the sizes of the lists, the connection, the last sync, and changes that wait for SoundCloud or
    /// have failed. Stores the page as the last view.
    func getLibraryProfilePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let pageContext = try await CloudPageContext(request, context, database)
        let listener = pageContext.listener
        let (syncs, writes) = (SyncStore(database: database), CloudWriteStore(database: database))
        async let counted = database.rows(in: listener.tenant, CloudListSQL.counts(of: listener))
        async let latest = syncs.latest(of: listener)
        async let parts = syncs.latestParts(of: listener)
        async let open = writes.open(of: listener, limit: Self.listLimit)
        async let waiting = writes.waiting(of: listener)
        let browse = BrowseStore(database: database)
        async let totals = browse.totals(of: listener)
        async let additions = browse.additions(of: listener)
        guard let counts = try await counted.first else { throw APIError.notLoggedIn }
        var user: CloudUserProfileView?
        if let key = try counts.optional("cloud_user_id", as: Int64.self) {
            user = try await database.rows(in: listener.tenant, CloudListSQL.profile(key, for: listener)).first.map {
                try CloudUserProfileView(row: $0)
            }
        }
        let view = ProfilePage(
            pageContext: pageContext, user: user, counts: try CloudCounts(row: counts), totals: try await totals,
            growth: LibraryGrowth(try await additions, now: .now), latest: try await latest, parts: try await parts,
            open: try await open, waiting: try await waiting, isConfigured: cloud != nil)
        try await pageContext.note("profile")
        var page = pageContext.page("Profile", .profile, content: view.content)
        page.formTarget = cloud?.app.auth
        page.script = ProfilePage.script
        return page.response()
    }

    /// Answers `postLibrarySync`: a redirect to the profile after a sync of all parts was requested, or with a notice if that is not possible.
    func postLibrarySync(_ request: Request, _ context: RequestContext) async throws -> Response {
        _ = try request.form()
        let listener = try context.listener
        let connection = try await database.connection(of: listener)
        guard connection?.state == .connected else {
            return .seeOther(
                LibraryPath.back(LibraryPath.profile.description, connection == nil ? .notConnected : .connectionLost))
        }
        do {
            _ = try await SyncStore(database: database).create(SyncPart.order, for: listener)
        } catch let error as APIError {
            guard let notice = LibraryNotice(error) else { throw error }
            return .seeOther(LibraryPath.back(LibraryPath.profile.description, notice))
        }
        return .seeOther(LibraryPath.back(LibraryPath.profile.description, .syncing))
    }
}
