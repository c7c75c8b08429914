import HTTP
import Web

/// A page of the items that refer to a catalogue item, beside the form of the item.
struct RelatedItems: Sendable {
    let heading: String
    let rows: [ListRow]
    let total: Int64
    let offset: Int
    let path: String

    static let limit = 50

    /// Returns the number of items to skip, from the query parameter `cursor`; 0 without a cursor and for requests other than GET. Throws `APIError`
    /// 422 for an invalid cursor.
    static func offset(_ request: Request) throws(APIError) -> Int {
        guard request.method == .get else { return 0 }
        let fields = try request.queryFields()
        return try fields.optional("cursor") == nil ? 0 : fields.integer("cursor", in: 0...10_000_000)
    }

    /// The section with its rows and links to the other pages; empty if there are no items.
    var html: HTML {
        guard total > 0 else { return .empty }
        let range: HTML? =
            rows.isEmpty || rows.count == Int(total)
            ? nil : "<p class=\"faint\">\(offset + 1)–\(offset + rows.count) of \(total)</p>"
        return """
            <section id="related"><h2>\(heading) <span class="faint">\(total)</span></h2>\(range)
            \(RowList(rows).html)\(pageLinks)</section>
            """
    }

    private var pageLinks: HTML {
        let before: HTML? = offset > 0 ? link("Previous page", max(0, offset - Self.limit)) : nil
        let after: HTML? = Int64(offset + Self.limit) < total ? link("Next page", offset + Self.limit) : nil
        return before == nil && after == nil ? .empty : "<p class=\"pages\">\(before)\(after)</p>"
    }

    private func link(_ label: HTML, _ offset: Int) -> HTML {
        "<a class=\"button quiet\" href=\"\(path)?cursor=\(offset)#related\">\(label)</a>"
    }
}
