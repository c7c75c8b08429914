import CLibpq
import Glibc

/// What the server returned for one statement: owns the `PGresult` and clears it when the last row of it is
/// gone.
///
/// Values stay in libpq's memory until they are decoded, so a column that nobody reads is never copied.
final class ResultTable: @unchecked Sendable {
    // Safety: a PGresult is never written once libpq has returned it, may be read by several threads at once
    // (libpq §34.20) and is cleared exactly once, here.
    private let result: OpaquePointer

    /// Takes the result over.
    init(owning result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var rowCount: Int { Int(PQntuples(result)) }

    var status: ExecStatusType { PQresultStatus(result) }
    /// What a result of status `PGRES_FATAL_ERROR` reports.
    var error: PostgresError { PostgresError(result: result) }

    /// What the server says it did, such as `COMMIT` or `UPDATE 3`.
    var commandTag: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

    var rows: [Row] { (0..<rowCount).map { Row(table: self, index: Int32($0)) } }

    /// The number of the first column of this name, compared byte by byte.
    func column(_ name: String) -> Int32? {
        name.withCString { name in
            (0..<PQnfields(result)).first { column in
                guard let candidate = PQfname(result, column) else { return false }
                return strcmp(candidate, name) == 0
            }
        }
    }

    /// Calls `body` with the text of a value, or returns `nil` for NULL.
    func withText<Value>(row: Int32, column: Int32, _ body: (Span<UInt8>) -> Value) -> Value? {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return nil }
        let count = Int(PQgetlength(result, row, column))
        return start.withMemoryRebound(to: UInt8.self, capacity: count) { start in
            body(UnsafeBufferPointer(start: start, count: count).span)
        }
    }
}
