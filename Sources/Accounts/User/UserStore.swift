import Postgres
import Tenancy
import Web

/// All SQL about accounts.
public struct UserStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Makes an account.
    ///
    /// Throws 422 for a login or password that cannot be, 409 when the login is taken in this tenant.
    ///
    /// - Parameter event: written down in the same transaction.
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
            throw APIError(.conflict, code: "login-taken", "another account already has this login")
        }
    }

    /// The account with this login, whatever its case.
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

    /// Whether the account of this name is the one of this key, may log in, and has the password that it was made with.
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

    /// The account with its stored hash, for a log-in. A disabled account is nobody's here: it is refused like a login
    /// that does not exist, after as long.
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

    /// Replaces a hash by one that costs more, unless the password has been changed meanwhile.
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

/// An account and what its password is checked against.
struct Credentials: RowDecodable {
    let user: User
    let hash: String

    init(row: Row) throws(PostgresError) {
        user = try User(row: row)
        hash = try row("password_hash")
    }
}
