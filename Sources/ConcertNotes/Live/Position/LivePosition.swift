import Postgres
import Web

/// Where the concert on the air is: what `GET /api/v1/live` answers, as JSON in these names (spec Decided 4).
public struct LivePosition: Sendable, Hashable, Codable {
    /// The canonical name, as the old phones know it (spec N4).
    public let piece: String
    /// As heard, from 1: repeats are counted (spec I12).
    public let measure: Int
    /// As the score has it; a token, not always a number.
    public let printedMeasure: String
    /// Which time this printed measure is heard, from 1.
    public let pass: Int
    /// Rises with every change of this tenant's live concert, over the evenings too.
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
    /// Reads the columns `piece`, `measure`, `printed`, `pass`, `revision`, `state`, `source`, `at_ms`.
    public init(row: Row) throws(PostgresError) {
        self.init(
            piece: try row("piece"), measure: try row("measure"), printedMeasure: try row("printed"),
            pass: try row("pass"), revision: try row("revision"), state: try row.value("state"),
            source: try row.value("source"), at: Instant(milliseconds: try row("at_ms")))
    }
}

extension Row {
    /// A column whose text is the raw value of an enumeration.
    func value<Value: RawRepresentable>(_ column: String) throws(PostgresError) -> Value
    where Value.RawValue == String {
        let text: String = try self(column)
        guard let value = Value(rawValue: text) else {
            throw .decoding(column: column, reason: "has the unknown value \"\(text)\"")
        }
        return value
    }
}
