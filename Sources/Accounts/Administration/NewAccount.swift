import Postgres
import Tenancy
import Web

/// An account that is to be made.
struct NewAccount: Sendable, Hashable {
    let login: String
    let role: Role
    let displayName: String
    let email: String?

    /// Throws 422 for words that cannot be.
    init(login: String, role: Role, displayName: String? = nil, email: String? = nil) throws(APIError) {
        try AccountRules.check(login: login)
        try AccountRules.check(displayName: displayName ?? "")
        if let email { try AccountRules.check(email: email) }
        self.login = login
        self.role = role
        self.displayName = displayName ?? ""
        self.email = email
    }
}

extension AccountStore {
    /// Inserts an account in the caller's transaction, within what the tenant may have.
    ///
    /// Where the tenant has a bound, those who make accounts queue up: counting alone would let two in at the last
    /// place. The lock is the transaction's own and goes with it.
    static func insert(
        _ new: NewAccount, hash: String?, in tenant: Tenant, _ transaction: Transaction
    ) async throws -> Account {
        if let most = tenant.limits.accounts {
            _ = try await transaction.rows("select pg_advisory_xact_lock(\(lock), \(tenant.id))")
            let rows = try await transaction.rows(
                """
                select count(*) as accounts
                  from app.user_account
                 where tenant_id = \(tenant.id)
                """)
            guard try rows.first?("accounts", as: Int64.self) ?? 0 < Int64(most) else {
                throw APIError(
                    .conflict, code: "too-many-accounts",
                    "\(tenant.name) has \(most) accounts, the maximum: an administrator must delete one first")
            }
        }
        let rows = try await transaction.rows(
            """
            insert into app.user_account (tenant_id, login, password_hash, role, display_name, email)
            values (\(tenant.id), \(new.login), \(hash ?? noPassword), \(new.role.rawValue), \(new.displayName),
                    \(new.email))
            returning user_id, login, role, display_name, email, disabled_at, subscription, subscription_until,
                      created_at
            """)
        guard let row = rows.first else {
            throw PostgresError.noRow("user_id")
        }
        return try Account(row: row)
    }

    /// What is written down of a new account.
    static func creation(of account: Account, by steward: Steward) -> AuditEvent {
        steward.event(
            "account.create", subject: account.user.login, detail: ["role": account.user.role.rawValue])
    }

    /// A hash that no password has: a log-in takes as long as with any other and fails.
    private static let noPassword = "none"
    /// The first key of the advisory lock, so that no other use of such locks meets this one.
    private static let lock: Int32 = 0x6163_6374

    /// Turns the schema's word for a login that is taken into 409.
    func translatingTakenLogin<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as PostgresError where error.constraint == "user_account_login_key" {
            throw APIError(.conflict, code: "login-taken", "another account already has this login")
        }
    }
}
