/// A row of a result, with shared column names and values in text form.
///
/// ```swift
/// init(row: Row) throws(PostgresError) {
///     id = try row("piece_id")
///     subtitle = try row.optional("subtitle")
/// }
/// ```
///
/// Finding a column costs one comparison per preceding column; decoding copies the value once. The generic code is inlinable, because in
/// unspecialised code each value cost more than a fifth of a microsecond in metadata look-ups.
public struct Row: Sendable {
    @usableFromInline let table: ResultTable
    @usableFromInline let index: Int32

    init(table: ResultTable, index: Int32) {
        self.table = table
        self.index = index
    }

    /// Decodes a column that is not NULL. Throws `PostgresError.decoding` if the column is absent, NULL or of another type.
    @inlinable
    public func callAsFunction<Value: PostgresDecodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard let value = try optional(column, as: type) else { throw Self.isNull(column) }
        return value
    }

    /// Decodes a column that may be NULL; `nil` for NULL. Throws `PostgresError.decoding` if the column is absent or of another type.
    @inlinable
    public func optional<Value: PostgresDecodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        // The table owns the text and must not be released while it is read.
        defer { withExtendedLifetime(table) {} }
        guard let text = try text(of: column) else { return nil }
        guard let value = Value(postgresText: text.span) else { throw Self.isInvalid(column, Value.self) }
        return value
    }

    /// Returns the text of a column, valid while the table exists; `nil` for NULL. Throws `PostgresError.decoding` if the column is absent.
    @usableFromInline
    func text(of column: String) throws(PostgresError) -> UnsafeBufferPointer<UInt8>? {
        guard let number = table.column(column) else { throw .decoding(column: column, reason: "is not in the result") }
        return table.text(row: index, column: number)
    }

    @usableFromInline
    static func isNull(_ column: String) -> PostgresError { .decoding(column: column, reason: "is NULL") }

    @usableFromInline
    static func isInvalid(_ column: String, _ type: Any.Type) -> PostgresError {
        .decoding(column: column, reason: "is not a valid \(type)")
    }
}

/// A type that is decoded from a row. `init(row: Row)` reads each column by name.
public protocol RowDecodable: Sendable {
    init(row: Row) throws(PostgresError)
}
