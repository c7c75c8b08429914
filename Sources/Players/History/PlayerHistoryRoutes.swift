import HTTP
import Tenancy
import Web

/// The endpoint of the history: the tracks, episodes and channels that a listener has heard.
public struct PlayerHistoryRoutes: Sendable {
    private let store: PlayerHistoryStore
    private let catalogue: any PlayerCatalogue

    public init(database: TenantDatabase, catalogue: any PlayerCatalogue) {
        store = PlayerHistoryStore(database: database)
        self.catalogue = catalogue
    }

    public var routes: [Route] {
        [
            Route(
                "findPlayerHistory", .get, "/api/v1/me/player/history", access: .account, query: ["cursor", "limit"],
                endpoint: findPlayerHistory)
        ]
    }

    private struct Item: Encodable, Sendable {
        let track: PlayerItemView
        let heardAt: Instant
        let playedMs: Int64
    }

    /// Answers `findPlayerHistory` with one page, newest first. An invalid `limit` or `cursor` gets 422.
    func findPlayerHistory(_ request: Request, _ context: RequestContext) async throws -> Response {
        let owner = try context.owner
        let fields = try request.queryFields()
        let limit = try fields.pageSize()
        let start = try fields.position(in: "playerHistory") { TimePosition($0) } ?? .first
        let page = ListPage(try await store.entries(before: start, limit: limit + 1, of: owner), limit: limit)
        let texts = try await catalogue.descriptions(of: Array(Set(page.rows.map(\.item))), of: owner)
        let items = page.rows.map {
            Item(track: PlayerItemView($0.item, texts[$0.item]), heardAt: $0.heardAt, playedMs: $0.playedMs)
        }
        return try .json(
            ListView(items, next: page.next?.position.cursor("playerHistory").description),
            fields: ["Cache-Control": "no-store"])
    }
}
