import Postgres
import Tenancy

/// The listing and ending of sessions. A session is one row, so deleting it immediately invalidates both tokens and their family.
extension SessionStore {
    /// The maximum number of sessions in a list, more than `SessionLimits.perUser` and `TokenStore.limit` together.
    static let listLimit: Int64 = 200

    /// Returns the sessions and access tokens of an account that can still be used, most recently used first. A device whose access token has expired
    /// is included while its refresh token is valid.
    func openSessions(of owner: SessionOwner, in tenant: TenantID) async throws(PostgresError) -> [OpenSession] {
        try await database.all(
            in: tenant,
            """
            select s.session_id, s.kind, s.device, s.name, s.scope, s.created_at, s.last_seen_at, e.ends_at,
                   s.token_hash = \(owner.secret.hash) as is_current
              from app.session s
             cross join lateral (select case s.kind
                                        when 'browser'
                                        then least(s.expires_at,
                                                   s.last_seen_at + make_interval(secs => \(limits.browserIdle)))
                                        else greatest(s.expires_at, s.refresh_expires_at)
                                        end as ends_at) e
             where s.tenant_id = \(tenant)
               and s.user_id = \(owner.user.rawValue)
               and e.ends_at > now()
             order by s.last_seen_at desc, s.session_id desc
             limit \(Self.listLimit)
            """)
    }

    /// Ends one session of an account. Returns `false` if the account has no such session.
    func end(_ id: Session.ID, of user: User.ID, in tenant: TenantID) async throws(PostgresError) -> Bool {
        let rows = try await database.rows(
            in: tenant,
            """
            delete from app.session
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
               and session_id = \(id.rawValue)
            returning session_id
            """)
        return !rows.isEmpty
    }

    /// Ends all sessions and access tokens of an account except the current session, which also ends if it is refreshed at the same moment.
    func endOthers(of owner: SessionOwner, in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            delete from app.session
             where tenant_id = \(tenant)
               and user_id = \(owner.user.rawValue)
               and token_hash <> \(owner.secret.hash)
            """)
    }
}
