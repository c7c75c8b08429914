import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints of the glossary (spec N16). The glossary has no draft: phones get each change without a publication.
struct GlossaryRoutes: Sendable {
    let store: GlossaryStore
    let drafts: DraftStore

    var routes: [Route] {
        let all = "/api/v1/admin/glossary"
        let one = all + "/{term}"
        return [
            Route(
                "findTerms", .get, all, access: .editing, query: ["category", "cursor", "limit", "search"],
                endpoint: findTerms),
            Route("createTerm", .post, all, access: .editing, endpoint: createTerm),
            Route("getTerm", .get, one, access: .editing, endpoint: getTerm),
            Route("changeTerm", .patch, one, access: .editing, endpoint: changeTerm),
            Route("deleteTerm", .delete, one, access: .editing, endpoint: deleteTerm),
        ]
    }

    /// Answers `findTerms`: a page of the terms in the order of the glossary. The query may limit the terms to a category, and to those that
    /// contain a text in their name or description.
    func findTerms(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let (limit, category) = (try fields.pageSize(), try fields.optional("category"))
        let search = GlossarySearch(try fields.optional("search") ?? "")
        let after = try fields.position(in: "terms") { $0.values.count == 1 ? $0.values[0] : nil }
        var items = try await store.terms(in: context.tenant.id)
        if let after {
            guard let index = items.firstIndex(where: { $0.key == after }) else { throw APIError.noCursor() }
            items.removeSubrange(...index)
        }
        let found = items.filter { (category == nil || $0.category == category) && search.finds($0) }
        let page = ListPage(Array(found.prefix(limit + 1)), limit: limit)
        return try .list(
            page.rows.map(TermView.init), next: page.next.map { ListCursor("terms", [$0.key]).description })
    }

    /// Answers `createTerm`: adds a term at the end of the glossary, once for each idempotency key.
    func createTerm(_ request: Request, _ context: RequestContext) async throws -> Response {
        var patch = try request.mergePatch()
        let item = GlossaryItem(name: "", category: "", description: "").patched(&patch)
        try patch.finish()
        let (tenant, key) = (context.tenant.id, try EditKey(request))
        let event = try context.audit("glossary.create", subject: item.name)
        let name = try await drafts.run(in: tenant) { draft in
            try await draft.once(key) {
                try await GlossaryStore.change(in: tenant, draft.transaction, recorded: event) { items in
                    try item.check(among: items)
                    items.append(item)
                    return item.name
                }
            }
        }
        let created = key == nil ? item : try await store.terms(in: tenant).item(name).item
        return try .edited(
            TermView(created), tag: TermView(created), in: context, status: .created,
            location: "/api/v1/admin/glossary/\(created.name.percentEncoded)")
    }

    /// Answers `getTerm`: a term of the glossary.
    func getTerm(_ request: Request, _ context: RequestContext) async throws -> Response {
        let item = try await store.terms(in: context.tenant.id).item(request.parameter("term")).item
        return try .edited(TermView(item), tag: TermView(item), in: context)
    }

    /// Answers `changeTerm`: changes a term, which may get a new name, and returns it.
    func changeTerm(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (name, known, tenant) = (try request.parameter("term"), IfMatch(request), context.tenant.id)
        let item = try await store.change(name, in: tenant, context) { item in
            try known.check(TermView(item), of: tenant, view: TermView(item))
            var patch = try request.mergePatch()
            let new = item.patched(&patch)
            try patch.finish()
            return new
        }
        return try .edited(TermView(item), tag: TermView(item), in: context)
    }

    /// Answers `deleteTerm`: deletes a term from the glossary.
    func deleteTerm(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (name, known, tenant) = (try request.parameter("term"), IfMatch(request), context.tenant.id)
        try await store.delete(name, in: tenant, context) { item in
            try known.check(TermView(item), of: tenant, view: TermView(item))
        }
        return .noContent
    }
}

private struct TermView: Encodable, Sendable {
    let name: String
    let category: String
    let description: String
    let history: String
    let image: String
    let source: String
    /// Whether phones would link the term in nearly every text (`GlossaryItem.isOverCommon`).
    let isOverCommon: Bool

    init(_ item: GlossaryItem) {
        name = item.name
        category = item.category
        description = item.description
        history = item.history
        image = item.image
        source = item.source
        isOverCommon = item.isOverCommon
    }
}

extension GlossaryItem {
    fileprivate func patched(_ patch: inout MergePatch) -> GlossaryItem {
        var (name, category, description) = (name, category, description)
        var (history, image, source) = (history, image, source)
        patch.apply("name", to: &name)
        patch.apply("category", to: &category)
        patch.apply("description", to: &description)
        patch.apply("history", to: &history)
        patch.apply("image", to: &image)
        patch.apply("source", to: &source)
        return GlossaryItem(
            name: name, category: category, description: description, history: history, image: image, source: source)
    }
}
