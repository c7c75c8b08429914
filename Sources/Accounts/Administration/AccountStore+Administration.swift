import Postgres
import Tenancy
import Web

/// The operations of administrators on the accounts of the tenant, and the creation of an account at sign-up.
extension AccountStore {
    /// A page of accounts, sorted by login.
    public struct Page: Sendable {
        public let accounts: [Account]
        /// The key (`LoginName.key`) of the last login on this page, for `AccountQuery.after`; `nil` on the last page.
        public let next: String?
    }

    /// Returns one page of accounts. The cost does not depend on the position of the page, but a search or a filter by role may read all accounts.
    public func accounts(matching query: AccountQuery, in tenant: TenantID) async throws(PostgresError) -> Page {
        let rows = try await database.rows(
            in: tenant,
            """
            select user_id, login, role, display_name, email, disabled_at, subscription, subscription_until, created_at,
                   login_key
              from app.user_account
             where tenant_id = \(tenant)
               and login_key > \(query.after ?? "")
               and (\(query.role == nil) or role = \(query.role?.rawValue))
               and (\(query.search == nil)
                    or position(\(query.search.map { LoginName($0).key }) in login_key) > 0
                    or position(lower(\(query.search)) in lower(display_name)) > 0
                    or position(lower(\(query.search)) in lower(email)) > 0)
             order by login_key
             limit \(Int64(query.limit) + 1)
            """)
        var accounts: [Account] = []
        for row in rows.prefix(query.limit) { accounts.append(try Account(row: row)) }
        let last = rows.count > query.limit ? rows[query.limit - 1] : nil
        return Page(accounts: accounts, next: try last?("login_key"))
    }

    /// Creates an account, in one transaction with the audit event. Throws 409 if the login is taken or the limit of accounts is reached.
    ///
    /// - Parameters:
    ///   - hash: the hash of the password; `nil` for an account that cannot sign in until a password is set.
    ///   - privilegedActor: returns the actor of the audit event: the administrator or, for a sign-up, the new account itself.
    func create(
        _ new: NewAccount, hash: String?, in tenant: Tenant, by privilegedActor: @Sendable (Account) -> PrivilegedActor
    ) async throws -> Account {
        try await translatingTakenLogin {
            try await database.transaction(in: tenant.id) { transaction in
                let account = try await Self.insert(new, hash: hash, in: tenant, transaction)
                _ = try await transaction.rows(
                    Self.creation(of: account, by: privilegedActor(account)).insertion(in: tenant.id))
                return account
            }
        }
    }

    /// Changes an account in one transaction with the audit events. Disabling an account ends its sessions and access tokens and deletes its links.
    /// Returns `nil` if the tenant has no such account. Throws 409 if the tenant would be left without an enabled administrator, 422 for invalid
    /// values.
    ///
    /// A change that could remove an administrator first locks all enabled administrators, so that simultaneous changes cannot remove the last one.
    public func administer(
        _ id: User.ID, _ change: AccountChange, by privilegedActor: PrivilegedActor, in tenant: TenantID
    ) async throws -> Account? {
        try change.check()
        return try await database.transaction(in: tenant) { transaction -> Account? in
            let others = change.mayTakeAdministrator ? try await Self.lockOthers(id, tenant, transaction) : nil
            guard let before = try await Self.locked(id, tenant, transaction) else { return nil }
            if let others { try Self.check(before, others) }
            let rows = try await transaction.rows(Self.update(of: id, change, in: tenant))
            guard let row = rows.first else { return nil }
            let after = try Account(row: row)
            var statements = Self.events(before, after, by: privilegedActor).map { $0.insertion(in: tenant) }
            if after.isDisabled { statements += Self.endings(of: id, in: tenant) }
            _ = try await transaction.batch(statements)
            return after
        }
    }

    /// Deletes an account with all its data, in one transaction with the audit event. Returns `false` if the tenant has no such account. Throws 409
    /// if the tenant would be left without an enabled administrator.
    func delete(_ id: User.ID, by privilegedActor: PrivilegedActor, in tenant: TenantID) async throws -> Bool {
        try await database.transaction(in: tenant) { transaction in
            let others = try await Self.lockOthers(id, tenant, transaction)
            guard let account = try await Self.locked(id, tenant, transaction) else { return false }
            try Self.check(account, others)
            _ = try await transaction.batch([
                """
                delete from app.user_account
                 where tenant_id = \(tenant)
                   and user_id = \(id.rawValue)
                """,
                privilegedActor.event(
                    "account.delete", subject: account.user.login, detail: ["role": account.user.role.rawValue]
                ).insertion(in: tenant),
            ])
            return true
        }
    }

    /// Ends all sessions and access tokens of an account, in one transaction with the audit event. Returns `false` if the tenant has no such account.
    func endSessions(of id: User.ID, by privilegedActor: PrivilegedActor, in tenant: TenantID) async throws -> Bool {
        guard let account = try await account(id, in: tenant) else { return false }
        _ = try await database.batch(
            in: tenant,
            [
                """
                delete from app.session
                 where tenant_id = \(tenant)
                   and user_id = \(id.rawValue)
                """,
                privilegedActor.event("account.sessions.end", subject: account.user.login).insertion(in: tenant),
            ])
        return true
    }

    // MARK: Inside a transaction

    /// Locks all enabled administrators in a fixed order, and returns the number of those other than this account.
    private static func lockOthers(
        _ id: User.ID, _ tenant: TenantID, _ transaction: Transaction
    ) async throws(PostgresError) -> Int {
        let rows = try await transaction.rows(
            """
            select user_id
              from app.user_account
             where tenant_id = \(tenant)
               and role = 'admin'
               and disabled_at is null
             order by user_id
               for update
            """)
        var others = 0
        for row in rows where try row("user_id", as: Int64.self) != id.rawValue { others += 1 }
        return others
    }

    private static func locked(
        _ id: User.ID, _ tenant: TenantID, _ transaction: Transaction
    ) async throws(PostgresError) -> Account? {
        let rows = try await transaction.rows(selection(of: id, in: tenant).appending("\n   for update"))
        return try rows.first.map { row throws(PostgresError) in try Account(row: row) }
    }

    private static func check(_ account: Account, _ others: Int) throws(APIError) {
        guard account.user.role == .admin, !account.isDisabled, others == 0 else { return }
        throw APIError(
            .conflict, code: .lastAdministrator,
            "this is the last administrator who can sign in; give another enabled account the role admin first")
    }

    private static func endings(of id: User.ID, in tenant: TenantID) -> [SQL] {
        [
            """
            delete from app.session
             where tenant_id = \(tenant)
               and user_id = \(id.rawValue)
            """,
            """
            delete from app.account_link
             where tenant_id = \(tenant)
               and user_id = \(id.rawValue)
            """,
        ]
    }

    private static func events(_ before: Account, _ after: Account, by privilegedActor: PrivilegedActor) -> [AuditEvent]
    {
        let login = after.user.login
        var events: [AuditEvent] = []
        if before.user.role != after.user.role {
            let detail = ["from": before.user.role.rawValue, "to": after.user.role.rawValue]
            events.append(privilegedActor.event("account.role", subject: login, detail: detail))
        }
        if before.isDisabled != after.isDisabled {
            events.append(
                privilegedActor.event(after.isDisabled ? "account.disable" : "account.enable", subject: login))
        }
        if before.displayName != after.displayName || before.email != after.email {
            events.append(privilegedActor.event("account.update", subject: login))
        }
        return events
    }
}
