import HTTP
import Radio
import Tenancy
import Web

/// The query of a page that lists catalogue items: a search text and an offset.
struct ItemListQuery: Sendable {
    let search: String
    let offset: Int

    init(_ request: Request) throws(APIError) {
        let fields = try request.queryFields()
        search = try fields.optional("search")?.trimmed ?? ""
        offset = try fields.optional("cursor") == nil ? 0 : fields.integer("cursor", in: 0...10_000_000)
    }

    func query(in tenant: Tenant) -> ListQuery { ListQuery(search: search, offset: offset, in: tenant) }

    /// Returns the search field and a link to the form for a new item.
    func head(_ path: LocalPath, _ label: String, new: HTML) -> HTML {
        var head = ListHead(path, label, search: search)
        head.action = "<a class=\"button\" href=\"\(path.description)/new\">\(new)</a>"
        return head.html
    }

    /// Returns the list or, if there are no rows, the reason why it is empty.
    func list(_ rows: [ListRow], empty: EmptyState, noMatch: HTML) -> HTML {
        guard rows.isEmpty else { return RowList(rows).html }
        if offset > 0 {
            return """
                <p class="faint" role="status">This page is past the end of the list. \
                <a href="?search=\(search.percentEncoded)">First page</a></p>
                """
        }
        return search.isEmpty ? empty.html : "<p class=\"faint\" role=\"status\">\(noMatch)</p>"
    }

    func more(_ path: String, _ next: Int?) -> HTML? {
        next.map { next in
            "<p><a class=\"button quiet\" href=\"\(path)?search=\(search.percentEncoded)&cursor=\(next)\">Next page</a></p>"
        }
    }
}
