import Postgres
import Web

/// An account of one tenant: its ID, login and role.
public struct User: Sendable, Hashable {
    /// The ID of an account within its tenant; not secret.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    /// The login as first entered. Comparisons ignore case.
    public let login: String
    public let role: Role

    /// The maximum length of a login, in Unicode scalars.
    public static let loginLimit = 254
}

extension User: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        id = ID(rawValue: try row("user_id"))
        login = try row("login")
        role = try row.role("role")
    }
}

extension Row {
    /// Reads a column as a role. Throws `PostgresError.decoding` for an unknown role.
    func role(_ column: String) throws(PostgresError) -> Role {
        let name: String = try self(column)
        guard let role = Role(rawValue: name) else {
            throw .decoding(column: column, reason: "is \"\(name)\", which is not a role")
        }
        return role
    }
}
