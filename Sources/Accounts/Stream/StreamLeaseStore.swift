import Postgres
import Tenancy

/// The store of the streams that accounts play.
struct StreamLeaseStore: Sendable {
    let database: TenantDatabase

    /// The result of an attempt to start a stream.
    enum Outcome: Sendable, Hashable {
        case started(StreamLease)
        /// Refused because of the limit, with the current streams, oldest first.
        case refused([StreamLease])
    }

    /// Starts a stream. At the limit, ends as many of the oldest streams as necessary if `takesOver` is `true`, otherwise refuses the stream. Runs in
    /// one transaction with a lock on the account's row, so that devices that start simultaneously cannot exceed the limit.
    func start(
        device: String, takesOver: Bool, of user: User.ID, in tenant: TenantID
    ) async throws -> Outcome {
        try await database.transaction(in: tenant) { transaction in
            let account = try await transaction.rows(Self.lock(user, in: tenant))
            let limit: Int = try account.first?.optional("streams_per_account") ?? StreamLease.most
            // The statement that waited for the lock reads an older snapshot.
            let open = try await transaction.batch([Self.clear(user, in: tenant), Self.open(user, in: tenant)])
            let streams = try (open.last ?? []).map { try StreamLease(row: $0) }
            switch StreamRule.decide(open: streams, limit: limit, takesOver: takesOver) {
            case .refuse: return .refused(streams)
            case .start(let ending):
                let results = try await transaction.batch([
                    Self.end(ending, of: user, in: tenant), Self.insert(device, of: user, in: tenant),
                ])
                guard let row = results.last?.first else {
                    throw PostgresError.noRow("lease_id")
                }
                return .started(try StreamLease(row: row))
            }
        }
    }

    /// Returns the streams that an account is playing, oldest first.
    func streams(of user: User.ID, in tenant: TenantID) async throws(PostgresError) -> [StreamLease] {
        try await database.all(in: tenant, Self.open(user, in: tenant))
    }

    /// Renews a stream for `StreamLease.lifetime` seconds and returns it; `nil` if it has ended, was taken over or belongs to another account.
    func renew(_ id: StreamLease.ID, of user: User.ID, in tenant: TenantID) async throws(PostgresError) -> StreamLease?
    {
        try await database.first(
            in: tenant,
            """
            update app.stream_lease
               set expires_at = now() + make_interval(secs => \(StreamLease.lifetime))
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
               and lease_id = \(id.rawValue)
               and expires_at > now()
            returning lease_id, device, started_at, expires_at
            """)
    }

    /// Ends a stream. Returns `false` if the account has no such stream.
    func end(_ id: StreamLease.ID, of user: User.ID, in tenant: TenantID) async throws(PostgresError) -> Bool {
        let rows = try await database.rows(
            in: tenant,
            """
            delete from app.stream_lease
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
               and lease_id = \(id.rawValue)
               and expires_at > now()
            returning lease_id
            """)
        return !rows.isEmpty
    }

    private static func lock(_ user: User.ID, in tenant: TenantID) -> SQL {
        """
        select (select p.streams_per_account
                  from app.tenant_profile p
                 where p.tenant_id = \(tenant)) as streams_per_account
          from app.user_account
         where tenant_id = \(tenant)
           and user_id = \(user.rawValue)
           for no key update
        """
    }

    private static func clear(_ user: User.ID, in tenant: TenantID) -> SQL {
        """
        delete from app.stream_lease
         where tenant_id = \(tenant)
           and user_id = \(user.rawValue)
           and expires_at <= now()
        """
    }

    private static func open(_ user: User.ID, in tenant: TenantID) -> SQL {
        """
        select lease_id, device, started_at, expires_at
          from app.stream_lease
         where tenant_id = \(tenant)
           and user_id = \(user.rawValue)
           and expires_at > now()
         order by lease_id
        """
    }

    private static func end(_ ids: [StreamLease.ID], of user: User.ID, in tenant: TenantID) -> SQL {
        """
        delete from app.stream_lease
         where tenant_id = \(tenant)
           and user_id = \(user.rawValue)
           and lease_id = any (\(ids.map(\.rawValue)))
        """
    }

    /// Returns the statement that inserts a stream. It uses `clock_timestamp()`, because the transaction may have waited for the lock, and `now()` is
    /// the start of the transaction.
    private static func insert(_ device: String, of user: User.ID, in tenant: TenantID) -> SQL {
        """
        insert into app.stream_lease (tenant_id, user_id, device, started_at, expires_at)
        values (\(tenant), \(user.rawValue), \(device), clock_timestamp(),
                clock_timestamp() + make_interval(secs => \(StreamLease.lifetime)))
        returning lease_id, device, started_at, expires_at
        """
    }
}
