import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The store of sessions (spec S1.11). Every lookup queries the database, so that a revoked session ends immediately (ASVS 5.0 V7.4.1).
public struct SessionStore: Sendable {
    let database: TenantDatabase
    let limits: SessionLimits

    public init(database: TenantDatabase, limits: SessionLimits = SessionLimits()) {
        self.database = database
        self.limits = limits
    }

    /// Returns the valid session with this secret; `nil` if there is none or its account is disabled. At most once a minute, a second query records
    /// the use.
    func session(_ secret: SecretKey, in tenant: TenantID) async throws(PostgresError) -> Session? {
        let found: FoundSession? = try await database.first(
            in: tenant,
            """
            select s.kind, s.device, s.scope, u.user_id, u.login, u.role, s.last_seen_at < now() - interval '1 minute' as is_due
              from app.session s
              join app.user_account u using (tenant_id, user_id)
             where s.tenant_id = \(tenant)
               and s.token_hash = \(secret.hash)
               and s.expires_at > now()
               and (s.kind <> 'browser' or s.last_seen_at > now() - make_interval(secs => \(limits.browserIdle)))
               and u.disabled_at is null
            """)
        if found?.isDue == true { try? await recordUse(of: secret, in: tenant) }
        return found?.session
    }

    /// Records the use of a session. The statement is separate from the lookup, so that most requests only read.
    private func recordUse(of secret: SecretKey, in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            update app.session
               set last_seen_at = now()
             where tenant_id = \(tenant)
               and token_hash = \(secret.hash)
               and expires_at > now()
               and last_seen_at < now() - interval '1 minute'
               and (kind <> 'browser' or last_seen_at > now() - make_interval(secs => \(limits.browserIdle)))
            """)
    }

    /// Starts a browser session and returns its secret. Removes the account's expired sessions and access tokens and, beyond `SessionLimits.perUser`,
    /// its oldest browser and device sessions.
    func startBrowser(_ user: User.ID, in tenant: TenantID) async throws(PostgresError) -> SecretKey {
        let secret = SecretKey()
        try await start(
            user,
            """
            insert into app.session (tenant_id, user_id, kind, token_hash, expires_at)
            values (\(tenant), \(user.rawValue), 'browser', \(secret.hash),
                    now() + make_interval(secs => \(limits.browser)))
            """, in: tenant)
        return secret
    }

    /// Starts a device session and returns its tokens. Removes the account's expired sessions and access tokens and, beyond `SessionLimits.perUser`,
    /// its oldest browser and device sessions.
    ///
    /// - Parameter device: the name of the device, at most 100 characters; `nil` if unknown.
    func startDevice(_ user: User.ID, device: String?, in tenant: TenantID) async throws(PostgresError) -> TokenPair {
        let access = SecretKey()
        let refresh = RefreshToken(family: SecretKey())
        let rows = try await start(
            user,
            """
            insert into app.session (tenant_id, user_id, kind, device, token_hash, expires_at, family_hash, refresh_hash,
                                     refresh_expires_at)
            values (\(tenant), \(user.rawValue), 'device', \(device), \(access.hash),
                    now() + make_interval(secs => \(limits.access)), \(refresh.family.hash), \(refresh.secret.hash),
                    now() + make_interval(secs => \(limits.refreshIdle)))
            returning expires_at
            """, in: tenant)
        return try Self.pair(access, refresh, rows)
    }

    /// Replaces a device's pair of tokens within the same family. Returns `nil` for an unknown, used or expired token and for a disabled account, and
    /// then ends the token's family. After an error, the token may have been used, so that another attempt with it ends the family.
    ///
    /// A refresh token that is used twice counts as stolen (RFC 9700 §4.14.2). One statement checks and changes the row, so that the second of two
    /// simultaneous equal requests ends the family.
    func refresh(_ token: RefreshToken, in tenant: TenantID) async throws(PostgresError) -> TokenPair? {
        let access = SecretKey()
        let next = RefreshToken(family: token.family)
        let rows = try await database.rows(
            in: tenant,
            """
            with renewed as (
                update app.session
                   set token_hash = \(access.hash),
                       expires_at = now() + make_interval(secs => \(limits.access)),
                       refresh_hash = \(next.secret.hash),
                       refresh_expires_at = least(now() + make_interval(secs => \(limits.refreshIdle)),
                                                  created_at + make_interval(secs => \(limits.refresh))),
                       last_seen_at = now()
                 where tenant_id = \(tenant)
                   and family_hash = \(token.family.hash)
                   and refresh_hash = \(token.secret.hash)
                   and refresh_expires_at > now()
                   and exists (select
                                 from app.user_account u
                                where u.tenant_id = \(tenant)
                                  and u.user_id = session.user_id
                                  and u.disabled_at is null)
             returning session_id, expires_at
            ), revoked as (
                delete from app.session
                 where tenant_id = \(tenant)
                   and family_hash = \(token.family.hash)
                   and not exists (select from renewed)
            )
            select expires_at from renewed
            """)
        return rows.isEmpty ? nil : try Self.pair(access, next, rows)
    }

    /// Ends the session with this secret, if there is one.
    func end(_ secret: SecretKey, in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            delete from app.session
             where tenant_id = \(tenant)
               and token_hash = \(secret.hash)
            """)
    }

    /// Ends all sessions and access tokens of an account, without an audit event.
    public func endAll(of user: User.ID, in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            delete from app.session
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
            """)
    }

    /// Inserts a session and removes the sessions that `startBrowser` names, in one transaction. Returns the row of the insertion, if it has one.
    @discardableResult
    private func start(_ user: User.ID, _ insert: SQL, in tenant: TenantID) async throws(PostgresError) -> [Row] {
        let cleared: SQL = """
            delete from app.session
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
               and greatest(expires_at, refresh_expires_at) < now()
            """
        let trimmed: SQL = """
            delete from app.session
             where tenant_id = \(tenant)
               and session_id in (select session_id
                                    from app.session
                                   where tenant_id = \(tenant)
                                     and user_id = \(user.rawValue)
                                     and kind <> 'token'
                                   order by session_id desc
                                  offset \(limits.perUser))
            """
        let results = try await database.batch(in: tenant, [cleared, insert, trimmed])
        return results.count > 1 ? results[1] : []
    }

    private static func pair(_ access: SecretKey, _ refresh: RefreshToken, _ rows: [Row]) throws(PostgresError)
        -> TokenPair
    {
        guard let row = rows.first else {
            throw .noRow("expires_at")
        }
        return TokenPair(access: access, refresh: refresh, expiresAt: try row("expires_at"))
    }
}

/// A valid session, and whether its last recorded use is more than a minute ago.
private struct FoundSession: RowDecodable {
    let session: Session
    let isDue: Bool

    init(row: Row) throws(PostgresError) {
        session = try Session(row: row)
        isDue = try row("is_due")
    }
}
