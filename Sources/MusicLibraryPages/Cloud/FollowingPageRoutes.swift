import HTTP
import MusicLibrary
import Postgres
import SoundCloud
import Tenancy
import Web

/// The page `/library/following`: the users whom the listener follows (spec L27, L28).
struct FollowingPageRoutes: Sendable {
    let database: TenantDatabase

    var routes: [Route] {
        [
            Route(
                "getFollowingPage", .get, "/library/following", access: .account, errors: .page,
                endpoint: getFollowingPage)
        ]
    }

    private enum Order: String, CaseIterable { case name, recent }

    /// Answers `getFollowingPage`.
    func getFollowingPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let order: Order = try fields.choice("sort") ?? .name
        let limit = try fields.pageSize()
        let list = "followings.\(order.rawValue)"
        let (sql, isFirst) = try Self.statement(order, list, fields, limit + 1, try context.listener)
        let pageContext = try await CloudPageContext(request, context, database)
        let page = ListPage(try await database.rows(in: pageContext.listener.tenant, sql), limit: limit)
        let keys = try page.rows.map { try $0("cloud_user_id", as: Int64.self) }
        let content = try await CloudContent(database, users: keys, for: pageContext.listener)
        var lines = CloudLines(pageContext, content.marks)
        for key in keys {
            guard let user = content.items.users[key] else { continue }
            lines.add(
                user,
                detail: """
                    <span class="also"><a href="\(LibraryPath.likes(of: user.urn))">Your likes from this user</a>\
                    <a href="\(LibraryPath.path(LibraryPath.user(user.urn), [("view", "playlists")]))">Playlists</a></span>
                    """, isFollowed: true)
        }
        let next = try page.next.map { row -> String in
            let value = order == .name ? try row("name_key", as: String.self) : "\(try row("rank", as: Int64.self))"
            return ListCursor(list, [value, "\(try row("cloud_user_id", as: Int64.self))"]).description
        }
        try await pageContext.note("following", order == .name ? [:] : ["sort": order.rawValue])
        let path = "/library/following"
        return pageContext.page(
            "Following", .following,
            content: """
                \(CloudListLinks.chips("Order", [
                    ("By name", path, order == .name),
                    ("Recently followed", LibraryPath.path(path, [("sort", "recent")]), order == .recent),
                ]))
                \(BrowseMarkup.total(try await pageContext.counts()?.followings ?? 0, "user"))
                \(lines.html("Users you follow", .artist, empty: "No followed users yet."))
                \(CloudListLinks.pages(
                    path, [("sort", order == .name ? nil : order.rawValue)], next: next, isFirst: isFirst))
                """
        ).response()
    }

    private static func statement(
        _ order: Order, _ list: String, _ fields: FormFields, _ limit: Int, _ listener: Listener
    ) throws -> (SQL, isFirst: Bool) {
        switch order {
        case .name:
            let place: (String, Int64)? = try fields.place(in: list) { cursor in
                guard cursor.values.count == 2, let id = cursor.number(1) else { return nil }
                return (cursor.values[0], id)
            }
            return (
                CloudListSQL.followings(afterName: place?.0 ?? "", place?.1 ?? 0, limit: limit, of: listener),
                place == nil
            )
        case .recent:
            let place = try fields.place(in: list) { RankPosition($0) }
            return (
                CloudListSQL.followings(
                    afterRank: (place ?? .first).rank, (place ?? .first).id, limit: limit, of: listener), place == nil
            )
        }
    }
}
