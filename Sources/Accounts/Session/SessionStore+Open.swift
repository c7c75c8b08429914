import Postgres
import Tenancy

/// What owners see of their sessions, and how they end them. A session is one row, and with it go its access token,
/// its refresh token and the family of both, at once.
extension SessionStore {
    /// How many sessions a list has at most. Browsers and devices are fewer (`SessionLimits.perUser`); tokens of scripts
    /// are not counted when they are made.
    static let listLimit: Int64 = 200

    /// The sessions of an account that somebody could still use, the one used last first.
    ///
    /// A device whose access token has ended is among them: its refresh token brings a new one.
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

    /// Ends one session of an account.
    ///
    /// - Returns: `false` when this account has no such session, whoever else may have it.
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

    /// Ends every session of an account but the one that asks, tokens of scripts included.
    ///
    /// Should the asking session be renewed or ended at the very same moment, none is left: better one log-in too many
    /// than a thief who stays.
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
