import Postgres
import SoundCloud
import Tenancy
import Web

/// The store of app passwords. A password is created or deleted in one transaction with the audit event.
package struct AppPasswordStore: Sendable {
    let database: TenantDatabase
    /// The vault that encrypts the passwords; `nil` if the installation has no key.
    let vault: TokenVault?

    package init(database: TenantDatabase, vault: TokenVault?) {
        self.database = database
        self.vault = vault
    }

    /// Returns the app passwords of the listener's account, newest first.
    package func passwords(of listener: Listener) async throws(PostgresError) -> [AppPassword] {
        try await database.all(
            in: listener.tenant,
            """
            select app_password_id, name, created_at, last_used_at
              from app.app_password
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
             order by app_password_id desc
            """)
    }

    /// Creates a password and its audit event in one transaction. Returns the password and its text, which cannot be read again later. Throws 409 if
    /// the account already has the maximum number, and 503 if there is no key.
    package func create(
        _ name: String, for listener: Listener, audit: AuditEvent
    ) async throws -> (password: AppPassword, text: String) {
        guard let vault else { throw Self.noKey }
        let secret = AppSecret()
        let sealed = try vault.seal(secret.text, as: Self.label(listener))
        let password = try await database.transaction(in: listener.tenant) { transaction in
            let rows = try await transaction.batch([
                """
                select user_id
                  from app.user_account
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   for update
                """,
                """
                insert into app.app_password (tenant_id, user_id, name, secret, key_hash)
                select \(listener.tenant), \(listener.account), \(name), \(sealed), \(AppSecret.hash(secret.text))
                  from app.app_password
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                having count(*) < \(AppPassword.most)
                returning app_password_id, name, created_at, last_used_at
                """,
            ])
            guard let row = rows[1].first else { throw Self.tooMany }
            _ = try await transaction.rows(audit.insertion(in: listener.tenant))
            return try AppPassword(row: row)
        }
        return (password, secret.text)
    }

    /// Deletes a password and records an audit event, in one transaction. `audit` receives the name of the password. Returns this name, or `nil` for
    /// an unknown password, without calling `audit`.
    package func delete(
        _ id: AppPassword.ID, of listener: Listener, audit: @escaping @Sendable (String) throws -> AuditEvent
    ) async throws -> String? {
        try await database.transaction(in: listener.tenant) { transaction in
            let rows = try await transaction.rows(
                """
                delete from app.app_password
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and app_password_id = \(id)
                returning name
                """)
            guard let name = try rows.first?("name", as: String.self) else { return nil }
            _ = try await transaction.rows(audit(name).insertion(in: listener.tenant))
            return name
        }
    }

    // MARK: - Authentication

    /// A stored app password and the account to which the password belongs, to compare with the credentials that a client sent.
    struct Candidate: Sendable, RowDecodable {
        let id: AppPassword.ID
        let account: Int64
        let login: String
        let email: String?
        let name: String
        let sealed: [UInt8]
        let keyHash: [UInt8]
        /// Whether the password was never used, or the recorded time of last use is more than five minutes old.
        let isStale: Bool

        init(row: Row) throws(PostgresError) {
            id = try row("app_password_id")
            account = try row("user_id")
            login = try row("login")
            email = try row.optional("email")
            name = try row("name")
            sealed = try row("secret")
            keyHash = try row("key_hash")
            isStale = try row("is_stale")
        }
    }

    /// Returns the passwords of the account with this login. The result is empty if there is no such account or the account is disabled.
    func candidates(login: String, in tenant: TenantID) async throws(PostgresError) -> [Candidate] {
        try await database.all(in: tenant, Self.candidates("u.login_key", LoginName(login).key, in: tenant))
    }

    /// Returns the password with this text, or `nil` if there is no such password or the account is disabled.
    func candidate(key: String, in tenant: TenantID) async throws(PostgresError) -> Candidate? {
        try await database.first(in: tenant, Self.candidates("p.key_hash", AppSecret.hash(key), in: tenant))
    }

    private static func candidates(
        _ column: StaticString, _ value: some PostgresEncodable, in tenant: TenantID
    ) -> SQL {
        """
        select p.app_password_id, p.user_id, u.login, u.email, p.name, p.secret, p.key_hash,
               coalesce(p.last_used_at < now() - interval '5 minutes', true) as is_stale
          from app.user_account u
          join app.app_password p on p.tenant_id = u.tenant_id and p.user_id = u.user_id
         where u.tenant_id = \(tenant)
           and \(name: column) = \(value)
           and u.disabled_at is null
        """
    }

    /// Decrypts the text of a password. Throws 503 without a key, or `TokenVault.Failure` if the stored value cannot be decrypted.
    func text(of candidate: Candidate, in tenant: TenantID) throws -> String {
        guard let vault else { throw Self.noKey }
        return try vault.open(
            candidate.sealed, as: Self.label(Listener(tenant: tenant, account: candidate.account)))
    }

    /// Returns whether the password was encrypted with another key than the current one; `false` without a vault.
    func isOutdated(_ candidate: Candidate) -> Bool { vault.map { !$0.isCurrent(candidate.sealed) } ?? false }

    /// Encrypts the password with the current key and stores the result, unless the stored value has changed. Throws 503 without a key.
    func reseal(_ candidate: Candidate, _ text: String, of listener: Listener) async throws {
        guard let vault else { throw Self.noKey }
        _ = try await database.rows(
            in: listener.tenant,
            """
            update app.app_password
               set secret = \(try vault.seal(text, as: Self.label(listener)))
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and app_password_id = \(candidate.id)
               and secret = \(candidate.sealed)
            """)
    }

    /// Sets the recorded time of the password's last use to the current time of the database.
    func touch(_ id: AppPassword.ID, of listener: Listener) async throws(PostgresError) {
        _ = try await database.rows(
            in: listener.tenant,
            """
            update app.app_password
               set last_used_at = now()
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and app_password_id = \(id)
            """)
    }

    private static func label(_ listener: Listener) -> TokenVault.Label {
        TokenVault.Label(kind: .appPassword, tenant: listener.tenant, account: listener.account)
    }

    private static let tooMany = APIError(
        .conflict, code: .tooManyAppPasswords,
        "you have \(AppPassword.most) app passwords, the maximum: remove an app password first")
    private static let noKey = APIError(
        .serviceUnavailable, code: .noSecretKey,
        "this server has no key for encrypting app passwords: its administrator must set TUTTI_SECRET_KEY_FILE")
}
