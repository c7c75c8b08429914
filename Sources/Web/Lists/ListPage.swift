/// The rows of one page, and the row after which the next page begins.
public struct ListPage<Row: Sendable>: Sendable {
    public let rows: [Row]
    /// The last row of this page; `nil` if no page follows.
    public let next: Row?

    /// Creates a page from the rows of a query: up to `limit` + 1, of which the additional row shows that there is a next page.
    public init(_ rows: [Row], limit: Int) {
        self.rows = Array(rows.prefix(limit))
        next = rows.count > limit ? self.rows.last : nil
    }
}
