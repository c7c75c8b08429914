/// An error of the database or of the connection to it.
public enum PostgresError: Error, Sendable, Hashable {
    /// The server refused a statement. The message and detail may quote values, so log both for developers only and never send them to a client.
    case server(sqlState: String, message: String, constraint: String?, detail: String?)
    /// No connection could be opened, or the connection was lost. After a loss it is unknown whether a write was committed.
    case unavailable(reason: String)
    /// The caller's turn did not come within the permitted time, or too many callers are waiting.
    case poolTimeout
    /// The task was cancelled. A statement that was already sent is still executed, unless it belongs to a `Transaction`, which is rolled back.
    case cancelled
    /// A column is absent, is unexpectedly NULL or has a value that is not valid for the requested type, or a statement returned no row (`noRow`).
    case decoding(column: String, reason: String)
    /// The value of `$parameter` contains a NUL byte, which PostgreSQL text cannot hold (spec S1.21). The value may come from a client. Nothing was
    /// sent.
    case nulByte(parameter: Int)
    /// A programming error, usually found before sending, such as a statement whose effect would remain on a shared connection.
    case refused(reason: String)

    /// Returns the error for a statement that always returns a row but returned none. `column` is the column that the caller reads.
    public static func noRow(_ column: String) -> PostgresError {
        .decoding(column: column, reason: "has no value: the statement returned no row")
    }

    /// The violated constraint; `nil` if the server has named none.
    public var constraint: String? {
        if case .server(_, _, let constraint, _) = self { constraint } else { nil }
    }

    /// The five-character SQLSTATE (PostgreSQL appendix A) of a `server` error; `nil` for other errors.
    public var sqlState: String? {
        if case .server(let state, _, _, _) = self { state } else { nil }
    }

    /// Whether the same request may succeed a little later (503 with Retry-After). A former leader, which is read-only, reports 25006 (spec O3.1).
    public var isTemporary: Bool {
        switch self {
        case .unavailable, .poolTimeout: true
        case .server(let state, _, _, _):
            state == "25006" || state == "40001" || state == "40P01" || state == "55P03" || state.hasPrefix("53")
        case .cancelled, .decoding, .nulByte, .refused: false
        }
    }

    /// A description for general logs, without quoted data, which details and the messages of data exceptions (class 22) contain.
    public var withoutData: String {
        guard case .server(let state, let message, let constraint, _) = self else { return reason }
        let summary = state.hasPrefix("22") ? "data exception" : message
        return "\(summary) (\(state))" + (constraint.map { ", constraint \($0)" } ?? "")
    }

    /// A description for operators, which may quote data.
    var reason: String {
        switch self {
        case .server(let state, let message, _, let detail):
            "\(message) (\(state))" + (detail.map { ": " + $0 } ?? "")
        case .unavailable(let reason), .refused(let reason): reason
        case .poolTimeout: "every database connection is busy"
        case .cancelled: "cancelled"
        case .decoding(let column, let reason): "column \(column) \(reason)"
        case .nulByte(let parameter): "the value of $\(parameter) contains a NUL byte"
        }
    }

    /// Whether the server's disk is full (`disk_full`).
    public var isDiskFull: Bool { sqlState == "53100" }

    /// Whether a serialisation failure or deadlock has occurred, so that the transaction certainly was not committed and can be retried.
    var isLostRace: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// Whether the server may have refused a prepared statement because the statement predates a change of the schema (0A000, which also means an
    /// unsupported feature) or is unknown to the server (26000). The statement certainly had no effect.
    var isStalePlan: Bool { sqlState == "26000" || sqlState == "0A000" }

    /// Whether the connection is lost or its server cannot be written to (spec O3.1: 08xxx, 57P01-03, 25006). After a lost connection it is
    /// unknown whether a commit took place.
    var isLostServer: Bool {
        switch self {
        case .unavailable: true
        case .server(let state, _, _, _): state == "25006"
        case .poolTimeout, .cancelled, .decoding, .nulByte, .refused: false
        }
    }
}
