/// Rows up to the size of a page, and after which of them the next one begins.
public struct ListPage<Row: Sendable>: Sendable {
    public let rows: [Row]
    /// The last row of this page; `nil` where no other follows.
    public let next: Row?

    /// - Parameter rows: one more than the page holds where there are more.
    public init(_ rows: [Row], limit: Int) {
        self.rows = Array(rows.prefix(limit))
        next = rows.count > limit ? self.rows.last : nil
    }
}
