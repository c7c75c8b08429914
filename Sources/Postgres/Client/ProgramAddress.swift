/// A connection string taken apart for another program, such as `pg_dump`: every user of the machine reads the arguments of a
/// program, but its environment is read by the same user only (proc(5)).
public struct ProgramAddress: Sendable, Hashable {
    /// A keyword string (libpq §34.1.1.1) without the password.
    public let conninfo: String
    /// The environment for the program: `PGPASSWORD`, if the string has a password.
    public let environment: [String: String]

    /// - Throws: `unavailable` when the string is not one of libpq's. The reason does not quote it: it may hold a password.
    public init(_ connection: ConnectionString) throws(PostgresError) {
        guard var keywords = ConnectionParameters.parse(connection.text) else {
            throw .unavailable(
                reason: "the database URL must be a URI such as postgresql://host/database, or keywords such as host=…")
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
