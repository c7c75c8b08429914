import CLibpq

extension PostgresError {
    /// Creates the error that a result of status `PGRES_FATAL_ERROR` reports. The error is `unavailable`, since the connection is lost, for class 08,
    /// 57P01-57P03 (shut down, crashed, starting up) and an error without SQLSTATE, which libpq itself raises. Every other error is `server`.
    init(result: OpaquePointer) {
        let message = Self.field(.message, of: result)
        guard let state = Self.field(.sqlState, of: result) else {
            self = .unavailable(reason: message ?? Self.line(PQresultErrorMessage(result)))
            return
        }
        if state.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(state) {
            self = .unavailable(reason: "\(state): \(message ?? "")")
            return
        }
        self = .server(
            sqlState: state, message: message ?? "", constraint: Self.field(.constraint, of: result),
            detail: Self.field(.detail, of: result))
    }

    /// The field codes of `PQresultErrorField` (postgres_ext.h, `PG_DIAG_…`), whose macros Swift does not import.
    private enum Field: UnicodeScalar {
        case sqlState = "C"
        case message = "M"
        case detail = "D"
        case constraint = "n"
    }

    private static func field(_ field: Field, of result: OpaquePointer) -> String? {
        PQresultErrorField(result, Int32(field.rawValue.value)).map { String(cString: $0) }
    }

    /// Returns libpq's message as one line; "the connection was lost" if there is no message.
    static func line(_ message: UnsafePointer<CChar>?) -> String {
        let line = message.map { String(cString: $0).split(whereSeparator: \.isNewline).joined(separator: " ") }
        guard let line, !line.isEmpty else { return "the connection was lost" }
        return line
    }
}
