import Postgres

extension SQL.StringInterpolation {
    /// Appends the name of a table or column, or other text that is a literal of the program.
    package mutating func appendInterpolation(name: StaticString) { appendLiteral(name) }
}
