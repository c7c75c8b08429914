import Postgres
import Tenancy
import Web

/// The store of accounts for signing in, and for creating accounts on the command line.
public struct UserStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Creates an account and returns it, without checking the tenant's limit of accounts. Throws 422 for a login or password that is not allowed,
    /// 409 if the login is taken, 503 if the hasher is overloaded.
    ///
    /// - Parameter event: an audit event to write in the same transaction; `nil` for none.
    public func add(
        login: String, role: Role, password: String, hasher: PasswordHasher, in tenant: TenantID,
        recorded event: AuditEvent? = nil
    ) async throws -> User {
        try AccountRules.check(login: login)
        try PasswordRules.check(password, login: login)
        let hash = try await hasher.hash(password, for: tenant.description)
        return try await insert(login: login, role: role, hash: hash, recorded: event, in: tenant)
    }

    private func insert(
        login: String, role: Role, hash: String, recorded event: AuditEvent?, in tenant: TenantID
    ) async throws -> User {
        let insertion: SQL = """
            insert into app.user_account (tenant_id, login, password_hash, role)
            values (\(tenant), \(login), \(hash), \(role.rawValue))
            returning user_id, login, role
            """
        do {
            let results = try await database.batch(
                in: tenant, [insertion] + (event.map { [$0.insertion(in: tenant)] } ?? []))
            guard let row = results.first?.first else {
                throw PostgresError.noRow("user_id")
            }
            return try User(row: row)
        } catch let error as PostgresError where error.constraint == "user_account_login_key" {
            throw APIError(
                .conflict, code: .loginTaken, "another account already has this login; choose another login")
        }
    }

    /// Returns the account with this login, compared without case, even if the account is disabled; `nil` if there is none.
    public func user(login: String, in tenant: TenantID) async throws(PostgresError) -> User? {
        try await database.first(
            in: tenant,
            """
            select user_id, login, role
              from app.user_account
             where tenant_id = \(tenant)
               and login_key = \(LoginName(login).key)
            """)
    }

    /// Returns whether an enabled account has this login, this ID, and still the password with which it was created.
    public func hasFirstPassword(login: String, id: Int64, in tenant: TenantID) async throws(PostgresError) -> Bool {
        let rows = try await database.rows(
            in: tenant,
            """
            select user_id
              from app.user_account
             where tenant_id = \(tenant)
               and user_id = \(id)
               and login_key = \(LoginName(login).key)
               and password_changed_at = created_at
               and disabled_at is null
            """)
        return !rows.isEmpty
    }

    /// Returns the account and its stored hash, for signing in. Returns `nil` for unknown logins and disabled accounts, so both look alike.
    func credentials(login: String, in tenant: TenantID) async throws(PostgresError) -> Credentials? {
        try await database.first(
            in: tenant,
            """
            select user_id, login, role, password_hash
              from app.user_account
             where tenant_id = \(tenant)
               and login_key = \(LoginName(login).key)
               and disabled_at is null
            """)
    }

    /// Replaces the stored password hash `old` of an account, unless the password was changed in the meantime.
    func replace(_ old: String, with new: String, of user: User.ID, in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            update app.user_account
               set password_hash = \(new)
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
               and password_hash = \(old)
            """)
    }
}

struct Credentials: RowDecodable {
    let user: User
    let hash: String

    init(row: Row) throws(PostgresError) {
        user = try User(row: row)
        hash = try row("password_hash")
    }
}
