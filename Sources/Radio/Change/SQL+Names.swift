import Postgres

extension SQL.StringInterpolation {
    /// Appends a literal of the program to the SQL, such as the name of a table or column.
    package mutating func appendInterpolation(name: StaticString) { appendLiteral(name) }
}
