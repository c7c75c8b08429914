import FoundationEssentials
import HTTP
import Postgres
import SoundCloud
import Tenancy
import Web

/// The endpoints of the listener's stream, followed users, playlists and profile as of the last sync (spec L4, L5, L27, L30,
/// L31).
public struct CloudListRoutes: Sendable {
    private let database: TenantDatabase
    private let items: CloudItemStore

    public init(database: TenantDatabase) {
        self.database = database
        items = CloudItemStore(database: database)
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

    private enum FollowingOrder: String, CaseIterable { case name, recent }

    /// Answers `findFollowings`.
    func findFollowings(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let order: FollowingOrder = try fields.choice("sort") ?? .name
        let limit = try fields.pageSize()
        let list = "followings.\(order.rawValue)"
        let sql: SQL
        switch order {
        case .name:
            let place: (String, Int64)? = try fields.place(in: list) { cursor in
                guard cursor.values.count == 2, let id = cursor.number(1) else { return nil }
                return (cursor.values[0], id)
            }
            sql = CloudListSQL.followings(afterName: place?.0 ?? "", place?.1 ?? 0, limit: limit + 1, of: listener)
        case .recent:
            let place = try fields.place(in: list) { RankPosition($0) } ?? RankPosition.first
            sql = CloudListSQL.followings(afterRank: place.rank, place.id, limit: limit + 1, of: listener)
        }
        let page = ListPage(try await database.rows(in: listener.tenant, sql), limit: limit)
        let keys = try page.rows.map { try $0("cloud_user_id", as: Int64.self) }
        let known = try await items.items(users: keys, for: listener)
        let views = try zip(page.rows, keys).compactMap { row, key in
            try known.users[key].map {
                FollowingView(
                    user: CloudUserView($0), firstSeenAt: Instant(try row("first_seen_at", as: Date.self)))
            }
        }
        let next = try page.next.map { row -> String in
            let id: Int64 = try row("cloud_user_id")
            let value = order == .name ? try row("name_key", as: String.self) : "\(try row("rank", as: Int64.self))"
            return ListCursor(list, [value, "\(id)"]).description
        }
        return try .json(ListView(views, next: next), fields: .personal)
    }

    private enum Include: String, CaseIterable { case all, posts, reposts }

    /// Answers `findStream`.
    func findStream(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let include: Include = try fields.choice("include") ?? .all
        let limit = try fields.pageSize()
        let place = try fields.place(in: "stream") { TimePosition($0) } ?? .first
        let rows: [StreamEntry] = try await database.all(
            in: listener.tenant,
            CloudListSQL.stream(
                posts: include != .reposts, reposts: include != .posts, before: place.microseconds, place.id,
                limit: limit + 1, of: listener))
        let page = ListPage(rows, limit: limit)
        let known = try await items.items(
            tracks: page.rows.compactMap(\.track), playlists: page.rows.compactMap(\.playlist),
            users: page.rows.compactMap(\.reposter), for: listener)
        return try .json(
            ListView(
                page.rows.compactMap { StreamEntryView($0, known) },
                next: page.next?.place.cursor("stream").description),
            fields: .personal)
    }

    /// Answers `findOwnPlaylists`.
    func findOwnPlaylists(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        let place = try fields.place(in: "playlists") { RankPosition($0) } ?? RankPosition.first
        let rows = try await database.rows(
            in: listener.tenant,
            CloudListSQL.ownPlaylists(after: place.rank, place.id, limit: limit + 1, of: listener))
        let page = ListPage(
            try rows.map { RankPosition(rank: try $0("rank"), id: try $0("playlist_id")) }, limit: limit)
        let known = try await items.items(playlists: page.rows.map(\.id), for: listener)
        return try .json(
            ListView(
                page.rows.compactMap { known.playlists[$0.id].map { CloudPlaylistView($0) } },
                next: page.next?.cursor("playlists").description),
            fields: .personal)
    }

    /// Answers `getProfile`.
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
        return try .json(
            ProfileView(
                user: user,
                sections: [
                    .init(id: "followings", count: try row("followings"), link: "/api/v1/me/followings"),
                    .init(id: "likedTracks", count: try row("liked_tracks"), link: "/api/v1/me/likes?kind=track"),
                    .init(
                        id: "likedPlaylists", count: try row("liked_playlists"), link: "/api/v1/me/likes?kind=playlist"),
                    .init(id: "playlists", count: try row("playlists"), link: "/api/v1/me/playlists"),
                ]), fields: .personal)
    }
}
