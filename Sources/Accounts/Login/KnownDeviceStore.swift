import Postgres
import Tenancy
import Web

/// All SQL about devices that somebody logged in from. A device is known to one account by a secret of its own, of which
/// only the SHA-256 is stored; the secret opens nothing, it only spares its holder the wait behind guessers.
struct KnownDeviceStore: Sendable {
    let database: TenantDatabase

    /// How many devices an account has; of more, those that were seen longest ago are forgotten.
    static let limit: Int64 = 20
    /// How long a device is known that does not come back, in seconds. As long as its cookie lives.
    static let lifetime: Int64 = 365 * 86_400

    /// Whether the device is known to the account of this login.
    func isKnown(_ device: SecretKey, to login: String, in tenant: TenantID) async throws(PostgresError) -> Bool {
        let rows = try await database.rows(
            in: tenant,
            """
            select d.user_id
              from app.known_device d
              join app.user_account u using (tenant_id, user_id)
             where d.tenant_id = \(tenant)
               and u.login_key = \(LoginName(login).key)
               and d.token_hash = \(device.hash)
               and d.last_seen_at > now() - make_interval(secs => \(Self.lifetime))
            """)
        return !rows.isEmpty
    }

    /// Notes that somebody logged in to the account from a device, and forgets what is too old or too much, in one
    /// transaction.
    ///
    /// - Parameter device: what the device said it is. One that the account does not know is given a new secret: nobody
    ///   can plant one that he knows himself.
    /// - Returns: what the device is to say the next time.
    func remember(_ device: SecretKey?, of user: User.ID, in tenant: TenantID) async throws(PostgresError) -> SecretKey
    {
        let fresh = SecretKey()
        let noted: SQL = """
            with seen as (
                update app.known_device
                   set last_seen_at = now()
                 where tenant_id = \(tenant)
                   and user_id = \(user.rawValue)
                   and token_hash = \(device?.hash)
                   and last_seen_at > now() - make_interval(secs => \(Self.lifetime))
             returning token_hash
            )
            insert into app.known_device (tenant_id, user_id, token_hash)
            select \(tenant), \(user.rawValue), \(fresh.hash)
             where not exists (select from seen)
            returning user_id
            """
        let trimmed: SQL = """
            delete from app.known_device
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
               and (last_seen_at < now() - make_interval(secs => \(Self.lifetime))
                    or token_hash in (select token_hash
                                        from app.known_device
                                       where tenant_id = \(tenant)
                                         and user_id = \(user.rawValue)
                                       order by last_seen_at desc, created_at desc, token_hash
                                      offset \(Self.limit)))
            """
        let results = try await database.batch(in: tenant, [noted, trimmed])
        return results.first?.isEmpty == true ? device ?? fresh : fresh
    }
}
