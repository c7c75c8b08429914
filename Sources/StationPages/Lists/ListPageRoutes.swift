import HTTP
import Radio
import Tenancy
import Web

/// The routes of the page `/station/lists` and of the editorial lists (spec R35, R36).
struct ListPageRoutes: Sendable {
    let database: TenantDatabase
    let hub: PlayingHub

    var routes: [Route] {
        let view = Route.Access.permission(.viewStation)
        return [
            Route("getListsPage", .get, "/station/lists", access: view, errors: .page, endpoint: getListsPage),
            Route(
                "getFeaturedPage", .get, "/station/lists/featured", access: view, errors: .page,
                endpoint: getFeaturedPage),
            Route(
                "postFeatured", .post, "/station/lists/featured", access: .catalogue, errors: .page,
                bodyLimit: 256 * 1024, endpoint: postFeatured),
            Route(
                "getHotPage", .get, "/station/lists/hot/{channel}", access: view, errors: .page, endpoint: getHotPage),
            Route(
                "postHot", .post, "/station/lists/hot/{channel}", access: .catalogue, errors: .page,
                bodyLimit: 256 * 1024, endpoint: postHot),
        ]
    }

    /// Answers `getListsPage`: the number of featured shows, and the numbers of hot shows of at most 60 channels whose names contain the searched
    /// text.
    func getListsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let search = try request.queryFields().optional("search")?.trimmed ?? ""
        let counts = try await StationListStore(database: database).counts(search: search, in: context.tenant)
        return ListsPage(context: context, counts: counts, search: search).response()
    }

    /// Answers `getFeaturedPage`: the page for editing the featured shows.
    func getFeaturedPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await show(.featured, request, context)
    }

    /// Answers `postFeatured`: stores the whole list in the submitted order, after a move, addition or removal by the pressed button, and redirects
    /// to the page, or shows the page with the errors. The search button stores nothing, but shows the page with the found shows.
    func postFeatured(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await change(.featured, "/station/lists/featured", request, context)
    }

    /// Answers `getHotPage`: the page for editing the channel's hot shows.
    func getHotPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await show(.hot(channel: try request.key(of: .channel)), request, context)
    }

    /// Answers `postHot`: changes the channel's list as `postFeatured` changes the featured shows.
    func postHot(_ request: Request, _ context: RequestContext) async throws -> Response {
        let key = try request.key(of: .channel)
        return try await change(.hot(channel: key), "/station/lists/hot/\(key)", request, context)
    }

    private var store: EditorialListStore { EditorialListStore(database: database) }

    private func show(
        _ which: EditorialListStore.ListKind, _ request: Request, _ context: RequestContext
    ) async throws -> Response {
        let list = try await store.list(which, in: context.tenant.id)
        let state = FormState(try FormValue(list), tag: try ContentTag.text(list, of: context.tenant.id))
        return try await page(which, state, list, notice: try EditorNotice(request), context)
    }

    /// Applies the pressed button and stores the whole list in the submitted order, or shows the page with the errors. For the search button, stores
    /// nothing and shows the page with the found shows.
    private func change(
        _ which: EditorialListStore.ListKind, _ path: String, _ request: Request, _ context: RequestContext
    ) async throws -> Response {
        let list = try await store.list(which, in: context.tenant.id)
        let fields = try request.form()
        var state = try FormState(fields, EditorialListPage.shape, clock: StationClock(name: context.tenant.timeZone))
        if try fields.optional("find") != nil {
            state.search = ("shows", (fields.values("find/shows").first ?? "").trimmed)
            return try await page(which, state, list, notice: nil, context)
        }
        do {
            if var entries = state.value["shows"]?.list {
                try Self.press(fields, &entries)
                state.value = .members(["shows": .list(entries)])
            }
            let new = try JSONContent.read(state.value.bytes, as: EditorialList.self)
            guard state.faults.isEmpty else { throw APIError.invalid(state.faults) }
            _ = try await store.replace(
                which, by: new, ifMatch: IfMatch(state.tag ?? ""), in: context.tenant.id, context)
            return .seeOther(path, EditorNotice.saved)
        } catch let error as APIError where error.isCorrectable {
            var refused = state.refused(error, fields: [:])
            if error.status == .preconditionFailed { refused.tag = try ContentTag.text(list, of: context.tenant.id) }
            return try await page(which, refused, list, notice: nil, context)
        }
    }

    private static func press(_ fields: FormFields, _ entries: inout [FormValue]) throws(APIError) {
        if let id = try fields.optional("add") { entries.insert(.members(["show": .text(id)]), at: 0) }
        if let id = try fields.optional("drop") { entries.removeAll { $0["show"]?.text == id } }
        for (name, by) in [("up", -1), ("down", 1)] {
            guard let id = try fields.optional(name), let from = entries.firstIndex(where: { $0["show"]?.text == id }),
                entries.indices.contains(from + by)
            else { continue }
            entries.swapAt(from, from + by)
        }
    }

    private func page(
        _ which: EditorialListStore.ListKind, _ state: FormState, _ list: EditorialList, notice: EditorNotice?,
        _ context: RequestContext
    ) async throws -> Response {
        let tenant = context.tenant
        let keys = (state.value["shows"]?.list ?? []).flatMap { $0["show"]?.keys ?? [] }
        let shows = ShowStore(database: database)
        let names = try await shows.items(keys, in: tenant.id).mapValues(\.content)
        var page = EditorialListPage(
            context: context, state: state, names: names, now: hub.now(), notice: notice, computed: [])
        if let search = state.search?.text {
            let (found, _) = try await shows.page(
                ListQuery(search: search, limit: Chooser.found, in: tenant), in: tenant.id)
            page.found = found.filter { !keys.contains($0.id) }.map {
                Chooser.Item(key: $0.id, label: $0.content.title)
            }
        }
        if case .hot(let key) = which {
            guard let channel = try await ChannelStore(database: database).item(key, in: tenant.id) else {
                throw APIError.unknown(.channel)
            }
            let snapshot = try await hub.snapshot(of: tenant.id)
            page.channel = (key, channel.content.name)
            page.computed = try await HotStore(database: database).lists(
                of: Channel.ID(rawValue: key), at: hub.now(), bufferMs: snapshot.bufferMs, in: tenant.id
            ).computed.filter { !keys.contains($0.show.rawValue) }
        }
        if case .featured = which {
            let snapshot = try await hub.snapshot(of: tenant.id)
            page.computed = try await FeaturedStore(database: database, keepsComputed: false).lists(
                at: hub.now(), bufferMs: snapshot.bufferMs, in: tenant.id
            ).computed.filter { !keys.contains($0.show.rawValue) }
        }
        let listed = keys + page.found.map(\.key) + page.computed.map(\.show.rawValue)
        page.pictures = try await StationPictureStore(database: database).paths(of: .show, listed, in: tenant.id)
        return page.response()
    }
}
