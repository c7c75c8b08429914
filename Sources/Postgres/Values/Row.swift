/// One row of a result: column names shared by the result, values in text form.
public struct Row: Sendable {
    /// Decodes a column that must not be NULL.
    public func callAsFunction<Value: PostgresDecodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        throw .decoding(column: column, reason: "not built yet")
    }

    /// Decodes a column that may be NULL.
    public func optional<Value: PostgresDecodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        throw .decoding(column: column, reason: "not built yet")
    }
}

/// A type that a row becomes: `init(row: Row)` reads each column by name.
public protocol RowDecodable: Sendable {
    init(row: Row) throws(PostgresError)
}
