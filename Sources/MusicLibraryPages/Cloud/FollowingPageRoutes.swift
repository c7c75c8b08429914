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
            .accountPage("getFollowingPage", "/library/following", endpoint: getFollowingPage)
        ]
    }

    /// Answers `getFollowingPage`: a page of followed users, by name or most recently followed first; 422 for an invalid parameter. Stores the page
    /// as the last view.
    func getFollowingPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let order: CloudLists.FollowingOrder = try fields.choice("sort") ?? .name
        let page = try await CloudLists(database: database).followings(
            by: order, fields, limit: fields.pageSize(), of: context.listener)
        let pageContext = try await CloudPageContext(request, context, database)
        let keys = page.rows.map(\.user)
        var lines = try await CloudLines(pageContext, users: keys)
        for key in keys {
            guard let user = lines.items.users[key] else { continue }
            lines.add(
                user,
                detail: """
                    <span class="also"><a href="\(LibraryPath.likes(of: user.urn))">Your likes from this user</a>\
                    <a href="\(LibraryPath.path(LibraryPath.user(user.urn), [("view", "playlists")]))">Playlists</a></span>
                    """, isFollowed: true)
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
                \(lines.html("Users you follow", .artist, empty: "No followed users yet"))
                \(CloudListLinks.pages(
                    path, [("sort", order == .name ? nil : order.rawValue)], next: page.next,
                    isFirst: try fields.optional("cursor") == nil))
                """
        ).response()
    }
}
