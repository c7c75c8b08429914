import Postgres
import Web

/// The position of the concert on the air: the JSON of `GET /api/v1/live` (spec Decided 4).
public struct LivePosition: Sendable, Hashable, Codable {
    /// The canonical name of the piece, as used by old phones (spec N4).
    public let piece: String
    /// The measure as heard, from 1, with repeats counted (spec I12).
    public let measure: Int
    /// The measure as printed in the score, which is not always a number.
    public let printedMeasure: String
    /// The number of the pass through the printed measure, from 1.
    public let pass: Int
    /// A number that increases with every recorded change of the tenant's live concert, also from one concert to the next. A change of the leader
    /// alone does not increase the number.
    public let revision: Int64
    public let state: LiveState
    public let source: LiveSource
    public let at: Instant

    public init(
        piece: String, measure: Int, printedMeasure: String, pass: Int, revision: Int64, state: LiveState,
        source: LiveSource, at: Instant
    ) {
        self.piece = piece
        self.measure = measure
        self.printedMeasure = printedMeasure
        self.pass = pass
        self.revision = revision
        self.state = state
        self.source = source
        self.at = at
    }
}

extension LivePosition: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        self.init(
            piece: try row("piece"), measure: try row("measure"), printedMeasure: try row("printed"),
            pass: try row("pass"), revision: try row("revision"), state: try row.value("state"),
            source: try row.value("source"), at: Instant(milliseconds: try row("at_ms")))
    }
}

extension Row {
    /// Returns the enumeration case whose raw value is in the column. Throws `PostgresError.decoding` for an unknown value.
    func value<Value: RawRepresentable>(_ column: String) throws(PostgresError) -> Value
    where Value.RawValue == String {
        let text: String = try self(column)
        guard let value = Value(rawValue: text) else {
            throw .decoding(column: column, reason: "has the unknown value \"\(text)\"")
        }
        return value
    }
}
