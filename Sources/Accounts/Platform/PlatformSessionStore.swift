import FoundationEssentials
import Postgres
import Web

/// The sessions of those who look after all tenants, through the doors of `control` (migration 0006): nothing that a
/// session opens with ever comes out of the database.
public struct PlatformSessionStore: Sendable {
    private let database: Database

    /// - Parameter database: the service's own client; no tenant is set.
    public init(database: Database) { self.database = database }

    /// What somebody holds who has just logged in.
    struct Opened: Sendable {
        let login: String
        let secret: SecretKey
        let expiresAt: Date
    }

    /// Cost and salt of the password of a login; `nil` when nobody has it.
    func salt(login: String) async throws(PostgresError) -> String? {
        try await database.rows("select control.platform_salt(\(login)) as salt").first?.optional("salt")
    }

    /// A session for whoever sends the right hash; `nil` for any other.
    ///
    /// - Parameter seconds: how long it lives at most; a browser's also ends after twelve idle hours.
    func open(
        login: String, hash: String, kind: Session.Kind, seconds: Int64
    ) async throws(PostgresError) -> Opened? {
        let secret = SecretKey()
        let rows = try await database.rows(
            """
            select login, expires_at
              from control.open_platform_session(\(login), \(hash), \(secret.hash), \(kind.rawValue), \(seconds))
            """)
        guard let row = rows.first else { return nil }
        return Opened(login: try row("login"), secret: secret, expiresAt: try row("expires_at"))
    }

    /// Who holds the session of a secret, if it is alive.
    func caller(_ secret: SecretKey, kind: Session.Kind, proof: Caller.Proof) async throws(PostgresError)
        -> PlatformCaller?
    {
        let rows = try await database.rows(
            "select platform_account_id, login, kind from control.platform_caller(\(secret.hash))")
        guard let row = rows.first, try row.kind("kind") == kind else { return nil }
        return PlatformCaller(
            id: try row("platform_account_id"), login: try row("login"), proof: proof, key: secret.hash)
    }

    /// Ends the session of a key, at once. Nothing happens when there is none.
    func end(_ key: [UInt8]) async throws(PostgresError) {
        _ = try await database.rows("select control.end_platform_session(\(key))")
    }
}
