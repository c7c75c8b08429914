import Postgres
import Tenancy
import Web

/// The checked data of an account to create.
struct NewAccount: Sendable, Hashable {
    let login: String
    let role: Role
    let displayName: String
    let email: String?

    /// Creates the data of an account. A missing display name becomes empty. Throws 422 for a login, display name or email address that is not
    /// allowed.
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
    /// Inserts an account in the caller's transaction. Throws 409 if the tenant has reached its limit of accounts. A taken login throws a
    /// `PostgresError`, which `translatingTakenLogin(_:)` converts to 409.
    ///
    /// If the tenant has a limit, an advisory lock serialises insertions, so that simultaneous ones cannot exceed it.
    ///
    /// - Parameter hash: the hash of the password; `nil` for an account that cannot sign in until a password is set.
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
                    .conflict, code: .tooManyAccounts,
                    "\(tenant.name) has reached its limit of \(most) accounts; an administrator must delete an account first"
                )
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

    /// Returns the audit event of a new account.
    static func creation(of account: Account, by privilegedActor: PrivilegedActor) -> AuditEvent {
        privilegedActor.event(
            "account.create", subject: account.user.login, detail: ["role": account.user.role.rawValue])
    }

    /// The stored hash of an account without a password. No password matches it, and a sign-in takes as long as with a new hash.
    private static let noPassword = "none"
    /// The first key of the advisory lock; no other lock uses it.
    private static let lock: Int32 = 0x6163_6374

    /// Runs `body` and returns its result. If `body` throws the constraint violation for a taken login, throws 409 instead.
    func translatingTakenLogin<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as PostgresError where error.constraint == "user_account_login_key" {
            throw APIError(
                .conflict, code: .loginTaken, "another account already has this login; choose another login")
        }
    }
}
