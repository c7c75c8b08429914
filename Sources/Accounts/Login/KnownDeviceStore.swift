import Postgres
import Tenancy
import Web

/// The store of known devices, from which an account has signed in. A device's secret gives no access, but the device need not wait while others
/// guess passwords. The database stores only the SHA-256 of the secret.
struct KnownDeviceStore: Sendable {
    let database: TenantDatabase

    /// The maximum number of devices per account. Beyond it, the least recently used devices are removed.
    static let limit: Int64 = 20
    /// The time in seconds after which an unused device is no longer known.
    static let lifetime: Int64 = 365 * 86_400

    /// Returns whether the account with this login knows the device.
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

    /// Records a sign-in and removes expired and surplus devices of the account, in one transaction. Returns the secret for the next sign-in.
    ///
    /// - Parameter device: the secret that the device sent; `nil` if it sent none. A secret that the account does not know is replaced by a new one,
    ///   so that an attacker cannot choose the secret of a known device.
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
