import Postgres

/// SQL fragments for lists.
extension SQL.StringInterpolation {
    /// Appends a keyset condition, which selects the rows after these values of the sort columns.
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

/// The direction of a keyset condition.
package enum KeysetComparison { case ascending, descending }
