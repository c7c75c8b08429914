import HTTP
import Radio
import Tenancy
import Web

/// The routes of the pages of shows, serials, episodes and recordings.
struct StationShowRoutes: Sendable {
    let database: TenantDatabase
    let now: @Sendable () -> Instant

    var routes: [Route] {
        let (database, now) = (database, now)
        return [Route.stationPage("getShowsPage", "/station/shows", getShowsPage)]
            + EditorPageRoutes(database: database) { _ in ShowEditor(database: database, now: now) }
            .routes("Show", listPath: "/station/shows", item: "/station/shows/{show}")
            + EditorPageRoutes(database: database) { SerialEditor(database: database, show: try $0.keyIfNamed(.show)) }
            .routes("Serial", listPath: "/station/shows/{show}/serials", item: "/station/serials/{serial}")
            + EditorPageRoutes(database: database) {
                EpisodeEditor(database: database, show: try $0.keyIfNamed(.show), now: now)
            }
            .routes("Episode", listPath: "/station/shows/{show}/episodes", item: "/station/episodes/{episode}")
            + EditorPageRoutes(database: database) {
                VersionEditor(database: database, episode: try $0.key(of: .episode), now: now)
            }
            .routes(
                "Version", listPath: "/station/episodes/{episode}/versions",
                item: "/station/episodes/{episode}/versions/{version}")
    }

    /// Answers `getShowsPage`: a page of at most 60 shows whose titles contain the searched text, from A to Z. The query parameter `channel` or
    /// `only` filters the shows; `only` is ignored if both are present.
    func getShowsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let search = try fields.optional("search")?.trimmed ?? ""
        let offset = try fields.optional("cursor") == nil ? 0 : fields.integer("cursor", in: 0...10_000_000)
        var (filter, channel): (StationShowStore.Filter, String?) = (.all, nil)
        if let text = try fields.optional("channel") {
            guard let key = CatalogueKey(text)?.rawValue,
                let item = try await ChannelStore(database: database).item(key, in: context.tenant.id)
            else { throw APIError.unknown(.channel) }
            (filter, channel) = (.channel(key), item.content.name)
        } else if let word = try fields.optional("only"), !word.isEmpty {
            let known: [StationShowStore.Filter] = [.featured, .withoutChannel, .inactive]
            guard let found = known.first(where: { StationShowsPage.word($0) == word }) else {
                throw APIError.invalid("only", oneOf: known.map(StationShowsPage.word), found: word)
            }
            filter = found
        }
        let page = try await StationShowStore(database: database).page(
            filter, search: search, offset: offset, in: context.tenant)
        return StationShowsPage(
            context: context, page: page, filter: filter, channel: channel, search: search, offset: offset,
            notice: try EditorNotice(request)
        ).response()
    }
}

extension Request {
    /// Returns the ID in the path, or `nil` if the route has no such parameter. Throws `APIError` 404 for a malformed ID.
    fileprivate func keyIfNamed(_ kind: CatalogueKind) throws(APIError) -> Int64? {
        parameters[kind.rawValue] == nil ? nil : try key(of: kind)
    }
}
