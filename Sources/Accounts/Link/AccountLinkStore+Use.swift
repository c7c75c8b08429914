import Postgres
import Tenancy
import Web

/// The use of links by the people who received them. One statement marks a link as used, so that the second of two simultaneous uses fails.
extension AccountLinkStore {
    /// Returns the link with this secret; `nil` if it does not exist, was used or has expired, or if its account is disabled.
    func link(_ secret: SecretKey, in tenant: TenantID) async throws(PostgresError) -> AccountLink? {
        try await database.first(
            in: tenant,
            """
            select l.link_id, l.purpose, l.role as invited_role, l.login as invited_login, l.email, l.display_name,
                   l.created_at, l.expires_at, u.user_id, u.login, u.role
              from app.account_link l
              left join app.user_account u on u.tenant_id = l.tenant_id and u.user_id = l.user_id
             where l.tenant_id = \(tenant)
               and l.token_hash = \(secret.hash)
               and l.used_at is null
               and l.expires_at > now()
               and u.disabled_at is null
            """)
    }

    /// Creates the account of an invitation, in one transaction with the audit event; on an error, the link remains usable. Throws 404 if the link
    /// cannot be used, 409 if the login is taken or the tenant has reached its limit of accounts, and the errors of `makes`.
    ///
    /// - Parameter makes: returns the account's data, given the role and the email address of the invitation, `nil` if it has none. Called in the
    ///   transaction.
    func accept(
        _ secret: SecretKey, hash: String, context: RequestContext,
        making makes: @Sendable (Role, String?) throws -> NewAccount
    ) async throws -> Account {
        let tenant = context.tenant
        return try await AccountStore(database: database).translatingTakenLogin {
            try await database.transaction(in: tenant.id) { transaction in
                let used = try await transaction.rows(
                    """
                    update app.account_link
                       set used_at = now()
                     where tenant_id = \(tenant.id)
                       and token_hash = \(secret.hash)
                       and purpose = 'invitation'
                       and used_at is null
                       and expires_at > now()
                    returning role, email
                    """)
                guard let row = used.first else { throw APIError.noSuchLink }
                let new = try makes(try row.role("role"), try row.optional("email"))
                let account = try await AccountStore.insert(new, hash: hash, in: tenant, transaction)
                _ = try await transaction.rows(
                    AccountStore.creation(of: account, by: context.privilegedActor(as: account.user))
                        .insertion(in: tenant.id))
                return account
            }
        }
    }

    /// Sets the password of the link's account, ends all sessions and access tokens of the account, and deletes its links. Runs in one transaction
    /// with the audit event. Throws 404 if the link cannot be used or belongs to an account other than `user`.
    func resetPassword(_ secret: SecretKey, of user: User, hash: String, context: RequestContext) async throws {
        let tenant = context.tenant.id
        try await database.transaction(in: tenant) { transaction in
            let used = try await transaction.rows(
                """
                update app.account_link
                   set used_at = now()
                 where tenant_id = \(tenant)
                   and token_hash = \(secret.hash)
                   and user_id = \(user.id.rawValue)
                   and purpose = 'password-reset'
                   and used_at is null
                   and expires_at > now()
                returning user_id
                """)
            guard !used.isEmpty else { throw APIError.noSuchLink }
            let event = context.privilegedActor(as: user).event("password-reset.use", subject: user.login)
            _ = try await transaction.batch(
                AccountStore.passwordReplacement(of: user.id, hash: hash, in: tenant)
                    + [event.insertion(in: tenant)])
        }
    }
}
