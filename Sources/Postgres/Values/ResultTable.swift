import CLibpq
import Glibc

/// The server's result for one statement. The table owns the `PGresult` and clears it when the last row is released.
///
/// Values stay in libpq's memory until they are decoded, so that unread columns are not copied.
@usableFromInline
final class ResultTable: @unchecked Sendable {
    // Safety: a PGresult is never written once libpq has returned it, may be read by several threads at once (libpq §34.20) and is
    // cleared exactly once, here.
    private let result: OpaquePointer

    /// Takes ownership of the result.
    init(owning result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var rowCount: Int { Int(PQntuples(result)) }

    /// The command tag, such as `COMMIT` or `UPDATE 3`.
    var commandTag: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

    var rows: [Row] { (0..<rowCount).map { Row(table: self, index: Int32($0)) } }

    /// Returns the index of the first column of this name, compared byte by byte; `nil` if there is none. O(columns).
    func column(_ name: String) -> Int32? {
        var name = name
        return name.withUTF8 { name in
            (0..<PQnfields(result)).first { column in
                guard let candidate = PQfname(result, column), let start = name.baseAddress else { return false }
                return strlen(candidate) == name.count && memcmp(candidate, start, name.count) == 0
            }
        }
    }

    /// Returns the text of a value; `nil` for NULL. The text is valid while the table exists.
    func text(row: Int32, column: Int32) -> UnsafeBufferPointer<UInt8>? {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return nil }
        let count = Int(PQgetlength(result, row, column))
        // libpq's bytes are signed; the memory layout is the same.
        let bytes = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: bytes, count: count)
    }
}
