/// A connection string for another program, such as `pg_dump`, with the password in the environment: any user can read arguments (proc(5)).
public struct ProgramAddress: Sendable, Hashable {
    /// A keyword string (libpq §34.1.1.1) without `password`.
    public let conninfo: String
    /// The environment for the program: `PGPASSWORD`, if the string has a password.
    public let environment: [String: String]

    /// Splits a connection string. Throws `unavailable` if libpq cannot parse the string; the reason does not quote the string, which may contain a
    /// password.
    public init(_ connection: ConnectionString) throws(PostgresError) {
        guard var keywords = ConnectionParameters.parse(connection.text) else {
            throw .unavailable(
                reason: "the database URL cannot be parsed: write a URI such as postgresql://host/database, "
                    + "or keywords such as host=…, and check the names of the parameters")
        }
        environment = keywords.removeValue(forKey: "password").map { ["PGPASSWORD": $0] } ?? [:]
        conninfo = keywords.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(Self.quoted($0.value))" }
            .joined(separator: " ")
    }

    private static func quoted(_ value: String) -> String {
        "'" + value.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
