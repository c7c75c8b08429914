import FoundationEssentials
import HTTP
import Postgres
import SoundCloud
import Tenancy
import Web

/// The endpoints of the listener's stored stream, followed users, playlists and profile (spec L4, L5, L27, L30, L31).
public struct CloudListRoutes: Sendable {
    private let database: TenantDatabase
    private let items: CloudItemStore
    private let lists: CloudLists

    public init(database: TenantDatabase) {
        self.database = database
        items = CloudItemStore(database: database)
        lists = CloudLists(database: database)
    }

    public var routes: [Route] {
        [
            Route(
                "findFollowings", .get, "/api/v1/me/followings", access: .account, query: ["cursor", "limit", "sort"],
                endpoint: findFollowings),
            Route(
                "findStream", .get, "/api/v1/me/stream", access: .account, query: ["cursor", "include", "limit"],
                endpoint: findStream),
            Route(
                "findOwnPlaylists", .get, "/api/v1/me/playlists", access: .account, query: ["cursor", "limit"],
                endpoint: findOwnPlaylists),
            Route("getProfile", .get, "/api/v1/me/profile", access: .account, endpoint: getProfile),
        ]
    }

    /// Answers `findFollowings`: a page of followed users, by name or most recently followed first; 422 for an invalid parameter.
    func findFollowings(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let order: CloudLists.FollowingOrder = try fields.choice("sort") ?? .name
        let page = try await lists.followings(by: order, fields, limit: fields.pageSize(), of: listener)
        let known = try await items.items(users: page.rows.map(\.user), for: listener)
        let views = page.rows.compactMap { row in
            known.users[row.user].map { FollowingView(user: CloudUserView($0), firstSeenAt: row.firstSeenAt) }
        }
        return try .personal(ListView(views, next: page.next))
    }

    /// Answers `findStream`: a page of the posts, the reposts or both of the users whom the listener follows, newest first; 422 for an invalid
    /// parameter.
    func findStream(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let include: CloudLists.StreamSelection = try fields.choice("include") ?? .all
        let page = try await lists.stream(include, fields, limit: fields.pageSize(), of: listener)
        let known = try await items.items(
            tracks: page.rows.compactMap(\.track), playlists: page.rows.compactMap(\.playlist),
            users: page.rows.compactMap(\.reposter), for: listener)
        return try .personal(
            ListView(page.rows.compactMap { StreamEntryView($0, known) }, next: page.next))
    }

    /// Answers `findOwnPlaylists`: a page of the connected account's own playlists, in SoundCloud's order; 422 for an invalid parameter.
    func findOwnPlaylists(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let page = try await lists.ownPlaylists(fields, limit: fields.pageSize(), of: listener)
        let known = try await items.items(playlists: page.rows, for: listener)
        return try .personal(
            ListView(
                page.rows.compactMap { known.playlists[$0].map { CloudPlaylistView($0) } },
                next: page.next))
    }

    /// Answers `getProfile`: the numbers of followed users, liked tracks, liked playlists and own playlists, and the profile of the SoundCloud
    /// account if an account is connected.
    func getProfile(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        guard let row = try await database.rows(in: listener.tenant, CloudListSQL.counts(of: listener)).first else {
            throw APIError.notLoggedIn
        }
        var user: CloudUserProfileView?
        if let key = try row.optional("cloud_user_id", as: Int64.self) {
            user = try await database.rows(in: listener.tenant, CloudListSQL.profile(key, for: listener)).first.map {
                try CloudUserProfileView(row: $0)
            }
        }
        return try .personal(
            ProfileView(
                user: user,
                sections: [
                    .init(id: "followings", count: try row("followings"), link: "/api/v1/me/followings"),
                    .init(id: "likedTracks", count: try row("liked_tracks"), link: "/api/v1/me/likes?kind=track"),
                    .init(
                        id: "likedPlaylists", count: try row("liked_playlists"), link: "/api/v1/me/likes?kind=playlist"),
                    .init(id: "playlists", count: try row("playlists"), link: "/api/v1/me/playlists"),
                ]))
    }
}
