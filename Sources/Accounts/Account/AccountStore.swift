import Postgres
import Tenancy
import Web

/// The store for showing and changing accounts. ``UserStore`` contains the SQL for signing in.
public struct AccountStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Returns the account with this ID, even if it is disabled; `nil` if there is none.
    func account(_ id: User.ID, in tenant: TenantID) async throws(PostgresError) -> Account? {
        try await database.first(in: tenant, Self.selection(of: id, in: tenant))
    }

    /// Returns the account with this login, compared without case, even if it is disabled; `nil` if there is none.
    public func account(login: String, in tenant: TenantID) async throws(PostgresError) -> Account? {
        try await database.first(
            in: tenant,
            """
            select user_id, login, role, display_name, email, disabled_at, subscription, subscription_until, created_at
              from app.user_account
             where tenant_id = \(tenant)
               and login_key = \(LoginName(login).key)
            """)
    }

    /// Changes an account on behalf of its owner, without an audit event. Returns the changed account; `nil` if the account does not exist. Throws
    /// 422 for invalid values.
    func change(_ id: User.ID, _ change: AccountChange, in tenant: TenantID) async throws -> Account? {
        try change.check()
        return try await database.first(in: tenant, Self.update(of: id, change, in: tenant))
    }

    /// Replaces the password of an account, ends all its sessions and access tokens except `kept`, and deletes its password links. Runs in one
    /// transaction with the audit event.
    ///
    /// - Parameter kept: the hash of the secret of the session that stays open; `nil` ends all sessions.
    public func replacePassword(
        of user: User, hash: String, keeping kept: [UInt8]? = nil, by privilegedActor: PrivilegedActor,
        in tenant: TenantID
    ) async throws(PostgresError) {
        _ = try await database.batch(
            in: tenant,
            Self.passwordReplacement(of: user.id, hash: hash, keeping: kept, in: tenant)
                + [privilegedActor.event("account.password", subject: user.login).insertion(in: tenant)])
    }

    static func passwordReplacement(
        of user: User.ID, hash: String, keeping kept: [UInt8]? = nil, in tenant: TenantID
    ) -> [SQL] {
        [
            """
            update app.user_account
               set password_hash = \(hash),
                   password_changed_at = now()
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
            """,
            """
            delete from app.session
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
               and token_hash is distinct from \(kept)
            """,
            """
            delete from app.account_link
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
            """,
        ]
    }

    static func selection(of id: User.ID, in tenant: TenantID) -> SQL {
        """
        select user_id, login, role, display_name, email, disabled_at, subscription, subscription_until, created_at
          from app.user_account
         where tenant_id = \(tenant)
           and user_id = \(id.rawValue)
        """
    }

    static func update(of id: User.ID, _ change: AccountChange, in tenant: TenantID) -> SQL {
        let (setsEmail, email): (Bool, String?) =
            if case .set(let email) = change.email { (true, email) } else { (false, nil) }
        return """
            update app.user_account
               set role = coalesce(\(change.role?.rawValue), role),
                   display_name = coalesce(\(change.displayName), display_name),
                   email = case when \(setsEmail) then \(email) else email end,
                   disabled_at = case \(change.isDisabled)
                                 when true then coalesce(disabled_at, now())
                                 when false then null
                                 else disabled_at
                                 end
             where tenant_id = \(tenant)
               and user_id = \(id.rawValue)
            returning user_id, login, role, display_name, email, disabled_at, subscription, subscription_until,
                      created_at
            """
    }
}
