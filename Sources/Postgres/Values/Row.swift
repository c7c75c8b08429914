/// One row of a result: column names shared by the result, values in text form.
///
/// ```swift
/// init(row: Row) throws(PostgresError) {
///     id = try row("piece_id")
///     subtitle = try row.optional("subtitle")
/// }
/// ```
///
/// Finding a column costs one comparison a column before it; decoding copies the value once.
public struct Row: Sendable {
    let table: ResultTable
    let index: Int32

    /// Decodes a column that must not be NULL.
    ///
    /// - Throws: `PostgresError.decoding` when the column is absent, NULL or not of the type.
    public func callAsFunction<Value: PostgresDecodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard let value = try optional(column, as: type) else {
            throw .decoding(column: column, reason: "is NULL")
        }
        return value
    }

    /// Decodes a column that may be NULL.
    ///
    /// - Throws: `PostgresError.decoding` when the column is absent or not of the type.
    public func optional<Value: PostgresDecodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        guard let number = table.column(column) else { throw .decoding(column: column, reason: "is not in the result") }
        let read = table.withText(row: index, column: number) { Value(postgresText: $0) }
        guard let value = read else { return nil }
        guard let value else { throw .decoding(column: column, reason: "is not a valid \(Value.self)") }
        return value
    }
}

/// A type that a row becomes: `init(row: Row)` reads each column by name.
public protocol RowDecodable: Sendable {
    init(row: Row) throws(PostgresError)
}
