import Postgres
import Web

/// The store for managing platform accounts on the command line. It needs the role `app_owner`, because the service's own role cannot access the
/// table. Each change writes an audit entry in the same statement or transaction.
public struct PlatformAccountStore: Sendable {
    private let database: Database

    /// Creates a store with a client of the role `app_owner`.
    public init(owner database: Database) { self.database = database }

    /// Creates an account. Throws 422 for a login or password that is not allowed, 409 if the login is taken, 503 if the hasher is overloaded.
    public func add(login: String, password: String, hasher: PasswordHasher) async throws {
        try Self.check(login)
        try PasswordRules.check(password, login: login)
        let hash = try await hasher.hash(password)
        do throws(PostgresError) {
            _ = try await database.batch([
                "insert into control.platform_account (login, password_hash) values (\(login), \(hash))",
                Self.record("platform.account.add", login),
            ])
        } catch {
            guard error.constraint == "platform_account_login_key" else { throw error }
            throw APIError(
                .conflict, code: .loginTaken, "another account already has this login; choose another login")
        }
    }

    /// Replaces the password of an account and ends all its sessions and access tokens. Throws 404 if no enabled account has the login, 422 for a
    /// password that is not allowed, 503 if the hasher is overloaded.
    public func replacePassword(login: String, password: String, hasher: PasswordHasher) async throws {
        try PasswordRules.check(password, login: login)
        let hash = try await hasher.hash(password)
        let changed = try await database.rows(
            """
            with changed as (
            update control.platform_account
               set password_hash = \(hash)
             where login_key = \(LoginName(login).key)
               and disabled_at is null
            returning platform_account_id, login
            ), ended as (
            delete from control.platform_session
             where platform_account_id in (select platform_account_id from changed)
            ), recorded as (
            insert into control.platform_audit (actor, action, tenant, detail)
            select 'command line', 'platform.account.password', '', jsonb_build_object('login', login)
              from changed)
            select login from changed
            """)
        guard !changed.isEmpty else { throw Self.noSuchAccount }
    }

    /// Returns whether an enabled account has this login, this ID and this password. Throws 503 if the hasher is overloaded.
    public func hasPassword(
        _ password: String, login: String, id: Int64, hasher: PasswordHasher
    ) async throws -> Bool {
        let rows = try await database.rows(
            """
            select password_hash
              from control.platform_account
             where login_key = \(LoginName(login).key)
               and platform_account_id = \(id)
               and disabled_at is null
            """)
        guard let row = rows.first else { return false }
        let stored: String = try row("password_hash")
        return try await hasher.check(password, against: stored).isRight
    }

    private static func check(_ login: String) throws(APIError) {
        let count = login.unicodeScalars.count
        guard (1...User.loginLimit).contains(count) else {
            throw .invalid("login", "must have 1 to \(User.loginLimit) characters, found \(count)")
        }
        guard login.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .invalid("login", "must not contain control characters")
        }
        guard login.first?.isWhitespace == false, login.last?.isWhitespace == false else {
            throw .invalid("login", "must not begin or end with a space")
        }
    }

    /// Returns whether the installation has a platform account, even a disabled one.
    public func hasAccounts() async throws(PostgresError) -> Bool {
        try await database.rows("select exists (select from control.platform_account) as found").first?("found")
            ?? false
    }

    /// Returns the ID of the enabled account with this login; `nil` if there is none.
    public func account(login: String) async throws(PostgresError) -> Int32? {
        let rows = try await database.rows(
            """
            select platform_account_id
              from control.platform_account
             where login_key = \(LoginName(login).key)
               and disabled_at is null
            """)
        return try rows.first?("platform_account_id")
    }

    /// Creates an access token, valid for `limits.token` seconds, and returns its text, of which only a hash is stored. Throws 404 if no enabled
    /// account has the login.
    public func createToken(login: String, limits: SessionLimits = SessionLimits()) async throws -> String {
        let secret = SecretKey()
        let made = try await database.rows(
            """
            with made as (
            insert into control.platform_session (token_hash, platform_account_id, kind, expires_at)
            select \(secret.hash), platform_account_id, 'token', now() + make_interval(secs => \(limits.token))
              from control.platform_account
             where login_key = \(LoginName(login).key)
               and disabled_at is null
            returning expires_at
            ), recorded as (
            insert into control.platform_audit (actor, action, tenant, detail)
            select 'command line', 'platform.token.add', '', jsonb_build_object('login', \(login))
              from made)
            select expires_at from made
            """)
        guard !made.isEmpty else { throw Self.noSuchAccount }
        return secret.text
    }

    private static let noSuchAccount = APIError(
        .notFound, code: .noSuchUser,
        "no enabled platform administrator has this login: check the login, or add an administrator with "
            + "`tutti user add --platform`")

    private static func record(_ action: String, _ login: String) -> SQL {
        """
        insert into control.platform_audit (actor, action, tenant, detail)
        select 'command line', \(action), '', jsonb_build_object('login', login)
          from control.platform_account
         where login_key = \(LoginName(login).key)
        """
    }
}
