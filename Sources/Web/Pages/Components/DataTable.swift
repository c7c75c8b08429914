/// A table. On a phone the values of a row are shown below each other.
///
/// The elements repeat their implicit ARIA roles, because some browsers drop them when CSS changes the display of a table.
public struct DataTable: Sendable {
    private let caption: HTML
    private let columns: [String]
    private let rows: [[HTML]]
    /// Whether the last value of each row contains its actions.
    public var hasActions = false
    /// Whether the first two values of a row stay beside each other on a phone.
    public var isPaired = false
    /// Whether a phone shows the column names.
    public var isLabelled = true

    /// Creates a table. The first value of a row is its heading. `columns` has no heading for the actions.
    public init(_ caption: HTML, columns: [String], rows: [[HTML]]) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
    }

    /// The table as markup.
    public var html: HTML {
        """
        <table class="rows\(isPaired ? " paired" : "")" role="table">
        <caption>\(caption)</caption>
        <thead role="rowgroup"><tr role="row">\(columns.map(heading))\(hasActions ? Self.actionsHeading : HTML.empty)</tr></thead>
        <tbody role="rowgroup">
        \(rows.map(row))</tbody>
        </table>
        """
    }

    private static let actionsHeading: HTML =
        "<th scope=\"col\" role=\"columnheader\"><span class=\"hidden\">Actions</span></th>"

    private func heading(_ column: String) -> HTML { "<th scope=\"col\" role=\"columnheader\">\(column)</th>" }

    private func row(_ values: [HTML]) -> HTML {
        let cells = values.indices.map { index -> HTML in
            if index == 0 { return "<th scope=\"row\" role=\"rowheader\">\(values[0])</th>" }
            if hasActions, index == values.count - 1 { return "<td class=\"act\" role=\"cell\">\(values[index])</td>" }
            guard isLabelled, index < columns.count else { return "<td role=\"cell\">\(values[index])</td>" }
            let column = columns[index]
            return "<td role=\"cell\" data-column=\"\(column)\">\(values[index])</td>"
        }
        return "<tr role=\"row\">\(cells)</tr>\n"
    }
}
