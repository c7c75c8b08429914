import HTTP
import Radio
import Tenancy
import Web

/// The routes of the page `/station/categories` and of the category pages.
struct CategoryPageRoutes: Sendable {
    let database: TenantDatabase

    private var store: CategoryStore { CategoryStore(database: database) }

    var routes: [Route] {
        [
            Route.stationPage("getCategoriesPage", "/station/categories", getCategoriesPage),
            Route(
                "postCategoryMove", .post, "/station/categories/{category}/move", access: .catalogue, errors: .page,
                endpoint: postCategoryMove),
        ]
            + EditorPageRoutes(database: database) { [database] _ in CategoryEditor(database: database) }
            .routes("Category", listPath: "/station/categories", item: "/station/categories/{category}")
    }

    /// Answers `getCategoriesPage`: the categories in the order of the line-up.
    func getCategoriesPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await page(context, notice: try EditorNotice(request)?.html("category"))
    }

    /// Answers `postCategoryMove`: moves a category up or down, renumbers the ranks of all categories in steps of 10 and redirects to the list, or
    /// shows the page with the error. Each changed rank is a separate transaction, so after an error some ranks may be changed.
    func postCategoryMove(_ request: Request, _ context: RequestContext) async throws -> Response {
        let key = try request.key(of: .category)
        let isUp = try request.form()("to") == "up"
        var order = try await all(context.tenant)
        guard let from = order.firstIndex(where: { $0.id == key }) else { throw APIError.unknown(.category) }
        let to = isUp ? from - 1 : from + 1
        guard order.indices.contains(to) else { return .seeOther("/station/categories") }
        order.swapAt(from, to)
        do {
            for (place, item) in order.enumerated() where item.content.rank != Int32(place + 1) * 10 {
                _ = try await store.replace(
                    item.id, by: CategoryContent(name: item.content.name, rank: Int32(place + 1) * 10),
                    ifMatch: IfMatch(try item.tag(of: context.tenant.id)), in: context.tenant.id, context)
            }
        } catch let error as APIError where error.isCorrectable {
            var response = try await page(context, notice: .fault(error))
            response.status = error.status
            return response
        }
        return .seeOther("/station/categories", EditorNotice.saved)
    }

    private func all(_ tenant: Tenant) async throws -> [CatalogueItem<CategoryContent>] {
        var (items, offset): ([CatalogueItem<CategoryContent>], Int?) = ([], 0)
        while let start = offset {
            let (page, next) = try await store.page(
                ListQuery(limit: ListQuery.size.most, offset: start, in: tenant), in: tenant.id)
            items += page
            offset = next
        }
        return items
    }

    private func page(_ context: RequestContext, notice: HTML?) async throws -> Response {
        let items = try await all(context.tenant)
        var page = StationPage(
            "Categories", .channels, context,
            content: """
                \(notice)
                \(items.isEmpty ? Self.none : list(items, context))
                """)
        page.up = Page.Link("/station", "Channels")
        page.style = StationStyle.rules
        return page.response()
    }

    private static let none = EmptyState(
        .list, "No categories yet",
        "Categories divide the line-up into sections. Without categories, the line-up is a single list.",
        action: "<a class=\"button\" href=\"/station/categories/new\">Create category</a>"
    ).html

    private func list(_ items: [CatalogueItem<CategoryContent>], _ context: RequestContext) -> HTML {
        var list = RowList(items.enumerated().map { row($0, $1, of: items.count, context) })
        list.isOrdered = true
        return """
            <p>Categories divide the line-up into sections. The line-up shows the categories in this order.</p>
            \(list.html)
            <p><a class="button" href="/station/categories/new">New category</a></p>
            """
    }

    private func row(
        _ place: Int, _ item: CatalogueItem<CategoryContent>, of count: Int, _ context: RequestContext
    ) -> ListRow {
        let name = item.content.name
        var row = ListRow("<strong>\(name)</strong>", LocalPath("/station/categories/\(item.id)"), artwork: nil)
        row.facts = """
            <a href="/station?category=\(item.id)#category-\(item.id)">Channels<span class="hidden"> in \(name)</span></a>
            """
        row.form = LocalPath("/station/categories/\(item.id)/move").map {
            ListRow.Form($0, context.caller?.csrfField ?? .empty)
        }
        row.actions = """
            <button class="quiet" name="to" value="up"\(place == 0 ? " disabled" : HTML.empty)>↑<span class="hidden"> \
            Move \(name) up</span></button>
            <button class="quiet" name="to" value="down"\(place == count - 1 ? " disabled" : HTML.empty)>↓<span class="hidden"> \
            Move \(name) down</span></button>
            """
        return row
    }
}
