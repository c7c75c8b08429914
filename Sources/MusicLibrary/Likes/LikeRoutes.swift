import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints of a listener's likes (spec L16-L20).
public struct LikeRoutes: Sendable {
    private let likes: LikeStore
    private let items: CloudItemStore

    public init(database: TenantDatabase) {
        likes = LikeStore(database: database)
        items = CloudItemStore(database: database)
    }

    public var routes: [Route] {
        [
            Route(
                "findLikes", .get, "/api/v1/me/likes", access: .account,
                query: ["cursor", "kind", "limit", "order", "search"], endpoint: findLikes),
            Route(
                "findLikedUsers", .get, "/api/v1/me/likes/users", access: .account,
                query: ["cursor", "limit", "search"], endpoint: findLikedUsers),
            Route(
                "findLikesOfUser", .get, "/api/v1/me/likes/users/{cloudUser}", access: .account,
                query: ["cursor", "kind", "limit", "search"],
                endpoint: findLikesOfUser),
        ]
    }

    /// Answers `findLikes`: a page of the listener's likes of the requested kind that match the search, in the requested order; 422 for an invalid
    /// parameter.
    func findLikes(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let kind: LikedItem.Kind = try fields.choice("kind") ?? .all
        let order: LikedItem.Order = try fields.choice("order") ?? .recent
        let limit = try fields.pageSize()
        // A cursor is valid with any kind.
        let list = "likes.\(order.rawValue)"
        let position = try fields.position(in: list) { LikedItem.Position($0, in: order) }
        let found = try await likes.likes(
            kind, matching: LikeSearch(fields), by: order, after: position ?? .first(in: order), limit: limit + 1,
            of: listener)
        let page = ListPage(found, limit: limit)
        return try await answer(page, next: page.next?.position.cursor(list, in: order), listener)
    }

    /// Answers `findLikedUsers`: a page of the users whose items the listener likes and whose names match the search, sorted by name; 422 for an
    /// invalid parameter.
    func findLikedUsers(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        let list = "likes.users"
        let position: LikedUser.Position? = try fields.position(in: list) { cursor in
            guard cursor.values.count == 2, let id = cursor.number(1) else { return nil }
            return LikedUser.Position(key: cursor.values[0], id: id)
        }
        let found: [LikedUser] = try await likes.database.all(
            in: listener.tenant,
            LikeStore.users(
                matching: try LikeSearch(fields), after: position ?? LikedUser.Position(), limit: limit + 1,
                of: listener))
        let page = ListPage(found, limit: limit)
        let known = try await items.items(users: page.rows.map(\.position.id), for: listener)
        let next = page.next.map { ListCursor(list, [$0.position.key, "\($0.position.id)"]).description }
        return try .personal(ListView(page.rows.compactMap { LikedUserView($0, known) }, next: next))
    }

    /// Answers `findLikesOfUser`: a page of the listener's likes of one user's items, of the requested kind and matching the search, newest first;
    /// 404 for an unknown user, 422 for an invalid parameter.
    func findLikesOfUser(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let kind: LikedItem.Kind = try fields.choice("kind") ?? .all
        let limit = try fields.pageSize()
        let user = try await items.requireUser(try request.parameter("cloudUser"), in: listener.tenant)
        let list = "likes.of.\(user)"
        let position = try fields.position(in: list) { LikedItem.Position($0, in: .recent) }
        let found: [LikedItem] = try await likes.database.all(
            in: listener.tenant,
            LikeStore.likes(
                kind, matching: try LikeSearch(fields), of: user, after: position ?? .first(in: .recent),
                limit: limit + 1,
                of: listener))
        let page = ListPage(found, limit: limit)
        return try await answer(page, next: page.next?.position.cursor(list, in: .recent), listener)
    }

    private func answer(
        _ page: ListPage<LikedItem>, next: ListCursor?, _ listener: Listener
    ) async throws -> Response {
        let known = try await items.items(
            tracks: page.rows.compactMap(\.track), playlists: page.rows.compactMap(\.playlist), for: listener)
        return try .personal(
            ListView(
                page.rows.compactMap { LikeView($0, known) }, next: next?.description))
    }
}

extension CloudItemStore {
    /// The 404 error for a user whom this tenant has not stored.
    package static let noSuchUser = APIError(
        .notFound, code: .noSuchUser, "this server does not know this SoundCloud user: check the URN")

    /// Returns the key of the user named in the path. Throws 404 if this tenant has not stored the user.
    package func requireUser(_ name: String, in tenant: TenantID) async throws -> Int64 {
        guard let urn = CloudURN(name, of: .user), let key = try await userKey(urn, in: tenant) else {
            throw Self.noSuchUser
        }
        return key
    }
}
