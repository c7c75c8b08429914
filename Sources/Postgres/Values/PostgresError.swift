/// An error of the database or of the connection to it.
public enum PostgresError: Error, Sendable, Hashable {
    /// The server refused a statement. The message and detail may quote values: for logs of a developer, never
    /// for a client.
    case server(sqlState: String, message: String, constraint: String?, detail: String?)
    /// No connection could be opened, or the connection was lost. It is unknown whether a write was committed.
    case unavailable(reason: String)
    /// Every connection stayed busy for the time allowed, or too many callers wait already.
    case poolTimeout
    /// The task was cancelled; a statement that was sent already is still carried out.
    case cancelled
    /// A column is absent, NULL where a value is needed, or not of the type asked for.
    case decoding(column: String, reason: String)
    /// The value of `$parameter` holds a NUL byte, which no PostgreSQL text can; nothing was sent. The input of a
    /// client may be the cause (spec S1.21).
    case nulByte(parameter: Int)
    /// A mistake of the program, refused before it was sent: a setting's name that is no name, a statement that
    /// would leave something behind on a shared connection.
    case refused(reason: String)

    /// A statement that always returns a row returned none.
    ///
    /// - Parameter column: the column that the caller reads from the row.
    public static func noRow(_ column: String) -> PostgresError {
        .decoding(column: column, reason: "has no value: the statement returned no row")
    }

    /// The violated constraint, when the server named one.
    public var constraint: String? {
        if case .server(_, _, let constraint, _) = self { constraint } else { nil }
    }

    /// The five-character SQLSTATE (PostgreSQL appendix A).
    public var sqlState: String? {
        if case .server(let state, _, _, _) = self { state } else { nil }
    }

    /// Whether the same request may succeed a little later: answer 503 with Retry-After.
    ///
    /// Read-only (25006) is here because it is what a former leader says after a failover (spec O3.1).
    public var isTemporary: Bool {
        switch self {
        case .unavailable, .poolTimeout: true
        case .server(let state, _, _, _):
            state == "25006" || state == "40001" || state == "40P01" || state == "55P03" || state.hasPrefix("53")
        case .cancelled, .decoding, .nulByte, .refused: false
        }
    }

    /// In words, for a log that many read: without what the server quotes of the data. A detail repeats whole rows
    /// ("Failing row contains …"), and the message of a data exception (class 22) the value.
    public var withoutData: String {
        guard case .server(let state, let message, let constraint, _) = self else { return reason }
        let said = state.hasPrefix("22") ? "data exception" : message
        return "\(said) (\(state))" + (constraint.map { ", constraint \($0)" } ?? "")
    }

    /// A description for operators.
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

    /// The server has no room left for what was to be written (`disk_full`).
    public var isDiskFull: Bool { sqlState == "53100" }

    /// Certain not to have been committed, and worth another try: serialisation failure and deadlock.
    var isLostRace: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// The statement was prepared before the schema changed, or the server has lost it; certain not to have run.
    var isStalePlan: Bool { sqlState == "26000" || sqlState == "0A000" }

    /// The connection or its server is not the one to write to; whether a commit took place is not known for
    /// the first of them (spec O3.1: 08xxx, 57P01-03, 25006).
    var isLostServer: Bool {
        switch self {
        case .unavailable: true
        case .server(let state, _, _, _): state == "25006"
        case .poolTimeout, .cancelled, .decoding, .nulByte, .refused: false
        }
    }
}
