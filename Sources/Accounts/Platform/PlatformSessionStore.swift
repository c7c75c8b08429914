import FoundationEssentials
import HTTP
import Postgres
import Web

/// The store of platform sessions, which calls functions of the schema `control`. These functions never return a secret or a hash.
public struct PlatformSessionStore: Sendable {
    private let database: Database

    /// Creates a store with the service's database client, not bound to a tenant.
    public init(database: Database) { self.database = database }

    /// A new session with its secret, which the database does not store.
    struct Opened: Sendable {
        let login: String
        let secret: SecretKey
        let expiresAt: Date
    }

    /// Returns the cost and salt of a login's password hash, or `nil` for an unknown login or a disabled account.
    func salt(login: String) async throws(PostgresError) -> String? {
        try await database.rows("select control.platform_salt(\(login)) as salt").first?.optional("salt")
    }

    /// Opens a session if the hash is right. Returns `nil` for a wrong hash, an unknown login or a disabled account.
    ///
    /// - Parameter seconds: the maximum lifetime in seconds. A browser session also ends after twelve idle hours.
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

    /// Returns the platform account of a session, or `nil` if there is no such session of this kind or the account is disabled.
    func caller(_ secret: SecretKey, kind: Session.Kind, proof: Caller.Proof) async throws(PostgresError)
        -> PlatformCaller?
    {
        let rows = try await database.rows(
            "select platform_account_id, login, kind from control.platform_caller(\(secret.hash))")
        guard let row = rows.first, try row.kind("kind") == kind else { return nil }
        return PlatformCaller(
            id: try row("platform_account_id"), login: try row("login"), proof: proof, key: secret.hash)
    }

    /// Returns the platform account of the request's browser session; `nil` if the request has no valid browser session. `isSecure` is whether the
    /// client uses TLS; the name of the cookie depends on it.
    public func browserCaller(of request: Request, isSecure: Bool) async throws(PostgresError) -> PlatformCaller? {
        guard let secret = request.platformSecret(isSecure: isSecure) else { return nil }
        return try await caller(secret, kind: .browser, proof: .cookie(csrfToken: secret.formToken))
    }

    /// Ends the session with this key, if there is one.
    func end(_ key: [UInt8]) async throws(PostgresError) {
        _ = try await database.rows("select control.end_platform_session(\(key))")
    }
}
