import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The store of single-use links: invitations and password links.
public struct AccountLinkStore: Sendable {
    let database: TenantDatabase

    /// The maximum number of open invitations of a tenant.
    static let limit: Int64 = 200

    /// No other advisory lock uses this first key.
    private static let lock: Int32 = 0x696E_7674

    public init(database: TenantDatabase) { self.database = database }

    /// Returns the invitations that can still be used, newest first, at most `limit`.
    func invitations(in tenant: TenantID) async throws(PostgresError) -> [AccountLink] {
        try await database.all(
            in: tenant,
            """
            select link_id, purpose, role as invited_role, login as invited_login, email, display_name, created_at, expires_at
              from app.account_link
             where tenant_id = \(tenant)
               and purpose = 'invitation'
               and used_at is null
               and expires_at > now()
             order by link_id desc
             limit \(Self.limit)
            """)
    }

    /// Creates an invitation and deletes the tenant's used and expired links, in one transaction with the audit event. Throws 409 if `limit`
    /// invitations are open.
    ///
    /// An advisory lock serialises the invitations of a tenant, so that simultaneous ones cannot exceed the limit.
    func invite(_ invitation: Invitation, by privilegedActor: PrivilegedActor, in tenant: TenantID) async throws
        -> NewLink
    {
        let secret = SecretKey()
        let link = try await database.transaction(in: tenant) { transaction in
            // The snapshot of the count is taken after the lock.
            let rows = try await transaction.batch([
                "select pg_advisory_xact_lock(\(Self.lock), \(tenant.rawValue))", Self.clearing(tenant),
                Self.counting(tenant),
            ])
            guard try rows.last?.first?("open", as: Int64.self) ?? 0 < Self.limit else {
                throw APIError(
                    .conflict, code: .tooManyInvitations,
                    "this tenant has \(Self.limit) open invitations, the maximum; withdraw an invitation first")
            }
            let made = try await transaction.batch([
                Self.insertion(of: invitation, secret, by: privilegedActor, in: tenant),
                privilegedActor.event(
                    "invitation.create", subject: invitation.email ?? invitation.displayName,
                    detail: ["role": invitation.role.rawValue]
                ).insertion(in: tenant),
            ])
            guard let row = made.first?.first else {
                throw PostgresError.noRow("link_id")
            }
            return try AccountLink(row: row)
        }
        return NewLink(link: link, secret: secret)
    }

    /// Withdraws an invitation, in one transaction with the audit event. Returns `false` if the tenant has no such invitation that can still be used.
    func withdraw(_ id: AccountLink.ID, by privilegedActor: PrivilegedActor, in tenant: TenantID) async throws -> Bool {
        try await database.transaction(in: tenant) { transaction in
            let rows = try await transaction.rows(
                """
                delete from app.account_link
                 where tenant_id = \(tenant)
                   and link_id = \(id.rawValue)
                   and purpose = 'invitation'
                   and used_at is null
                   and expires_at > now()
                returning email, display_name
                """)
            guard let row = rows.first else { return false }
            let subject = try row.optional("email") ?? row("display_name", as: String.self)
            _ = try await transaction.rows(
                privilegedActor.event("invitation.delete", subject: subject).insertion(in: tenant))
            return true
        }
    }

    /// Creates a link for setting an account's password, in one transaction with the audit event. Throws 404 for an unknown account, 409 if it is
    /// disabled.
    ///
    /// With an actor, the account's earlier links are deleted. Without an actor, there is no audit event and earlier links remain usable, because
    /// anyone can request a link.
    ///
    /// - Parameter life: the lifetime, in milliseconds.
    func reset(
        of user: User.ID, life: Int64 = AccountLink.Lifetime.reset, by privilegedActor: PrivilegedActor?,
        in tenant: TenantID
    ) async throws -> NewLink {
        let secret = SecretKey()
        let link = try await database.transaction(in: tenant) { transaction in
            let found = try await transaction.rows(
                AccountStore.selection(of: user, in: tenant).appending("\n   for update"))
            guard let account = try found.first.map({ row throws(PostgresError) in try Account(row: row) }) else {
                throw APIError.noSuchAccount
            }
            if account.isDisabled {
                throw APIError(.conflict, code: .accountDisabled, "the account is disabled; enable it first")
            }
            let statements = Self.resetting(account, secret, life: life, by: privilegedActor, in: tenant)
            let rows = try await transaction.batch(statements)
            guard rows.count > 1, let row = rows[1].first else {
                throw PostgresError.noRow("link_id")
            }
            return try AccountLink(row: row)
        }
        return NewLink(link: link, secret: secret)
    }

    /// Creates a password link for the command line and returns its path, "/links/SECRET". It is valid for one day and replaces earlier links. Throws
    /// 404 if the account does not exist, and 409 if it is disabled.
    public func resetPath(of user: User.ID, by privilegedActor: PrivilegedActor, in tenant: TenantID) async throws
        -> String
    {
        LinkAddress.path(try await reset(of: user, by: privilegedActor, in: tenant).secret)
    }

    private static func resetting(
        _ account: Account, _ secret: SecretKey, life: Int64, by privilegedActor: PrivilegedActor?, in tenant: TenantID
    ) -> [SQL] {
        let user = account.user
        let event = privilegedActor?.event("password-reset.create", subject: user.login).insertion(in: tenant)
        return [
            """
            delete from app.account_link
             where tenant_id = \(tenant)
               and user_id = \(user.id.rawValue)
               and (\(privilegedActor != nil) or used_at is not null or expires_at <= now())
            """,
            """
            with made as (
                insert into app.account_link (tenant_id, purpose, token_hash, user_id, email, created_by, expires_at)
                values (\(tenant), 'password-reset', \(secret.hash), \(user.id.rawValue), \(account.email),
                        \(privilegedActor?.actor.id), now() + make_interval(secs => \(life / 1000)))
                returning tenant_id, link_id, purpose, user_id, email, display_name, created_at, expires_at
            )
            select m.link_id, m.purpose, null as invited_role, null as invited_login, m.email, m.display_name,
                   m.created_at, m.expires_at, u.user_id, u.login, u.role
              from made m
              join app.user_account u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
             where u.tenant_id = \(tenant)
            """,
        ] + [event].compactMap { $0 }
    }

    private static func clearing(_ tenant: TenantID) -> SQL {
        """
        delete from app.account_link
         where tenant_id = \(tenant)
           and (used_at is not null or expires_at <= now())
        """
    }

    private static func counting(_ tenant: TenantID) -> SQL {
        """
        select count(*) as open
          from app.account_link
         where tenant_id = \(tenant)
           and purpose = 'invitation'
        """
    }

    private static func insertion(
        of invitation: Invitation, _ secret: SecretKey, by privilegedActor: PrivilegedActor, in tenant: TenantID
    ) -> SQL {
        """
        insert into app.account_link (tenant_id, purpose, token_hash, role, email, display_name, created_by, expires_at)
        values (\(tenant), 'invitation', \(secret.hash), \(invitation.role.rawValue), \(invitation.email),
                \(invitation.displayName), \(privilegedActor.actor.id),
                coalesce(\(invitation.expiresAt),
                         now() + make_interval(secs => \(AccountLink.Lifetime.invitation / 1000))))
        returning link_id, purpose, role as invited_role, login as invited_login, email, display_name, created_at,
                  expires_at
        """
    }
}

extension APIError {
    /// The error for an account that does not exist or belongs to another tenant, which clients must not be able to distinguish (spec Decided 6).
    static let noSuchAccount = APIError(
        .notFound, code: .noSuchAccount,
        "this tenant has no account with this ID: check the ID in the list of accounts")
}
