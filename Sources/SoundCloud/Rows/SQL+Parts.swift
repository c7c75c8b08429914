import Postgres

/// SQL fragments for lists.
extension SQL.StringInterpolation {
    /// Appends a keyset condition, which selects the rows after `values` in the order of the sort columns. `columns` lists their names with commas.
    package mutating func appendInterpolation(
        _ columns: StaticString, _ comparison: KeysetComparison, _ values: any PostgresEncodable...
    ) {
        appendLiteral("(")
        appendLiteral(columns)
        appendLiteral(comparison == .ascending ? ") > (" : ") < (")
        for (index, value) in values.enumerated() {
            if index > 0 { appendLiteral(", ") }
            appendInterpolation(value)
        }
        appendLiteral(")")
    }
}

/// The sort order of the list for which a keyset condition finds the next page.
package enum KeysetComparison { case ascending, descending }
