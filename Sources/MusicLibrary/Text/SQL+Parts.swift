import Postgres

/// Parts of statements that many lists share.
extension SQL.StringInterpolation {
    /// The name of a table or a column, or another part that is a literal of the program.
    mutating func appendInterpolation(name: StaticString) { appendLiteral(name) }

    /// A keyset position: the rows behind the one with these values of the columns by which a list is ordered.
    mutating func appendInterpolation(
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

/// Whether the rows behind a position have greater values than it, or smaller ones.
enum KeysetComparison { case ascending, descending }
