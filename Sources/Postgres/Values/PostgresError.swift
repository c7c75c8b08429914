/// What can go wrong between us and the database.
public enum PostgresError: Error, Sendable, Hashable {
    /// The server refused a statement.
    case server(sqlState: String, message: String, constraint: String?, detail: String?)
    /// No connection could be made or the one in use was lost; whether a write was committed is not known.
    case unavailable(reason: String)
    /// Every connection stayed busy for the time allowed.
    case poolTimeout
    case cancelled
    /// A column is absent, NULL where a value is needed, or not of the type asked for.
    case decoding(column: String, reason: String)

    /// The violated constraint, when the server named one.
    public var constraint: String? {
        if case .server(_, _, let constraint, _) = self { constraint } else { nil }
    }

    /// The five-character SQLSTATE (PostgreSQL appendix A).
    public var sqlState: String? {
        if case .server(let state, _, _, _) = self { state } else { nil }
    }
}
