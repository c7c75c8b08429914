import Postgres
import SoundCloud
import Tenancy
import Web

/// The store of connections to ListenBrainz servers and of the listens to send. The listens to send are marked in the listening history: if the
/// listener has a connection, a listen is marked as unsent in the transaction that stores the listen.
package struct ScrobbleStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) { self.database = database }

    /// The kind of the notifications about listens to send.
    static let kind = "scrobble"
    /// The time, in seconds, for which a claim reserves a connection for this process.
    private static let lease = 60

    // MARK: - The listener's connection

    /// Returns the listener's connection, or `nil` if no account is connected.
    package func connection(of listener: Listener) async throws(PostgresError) -> ScrobbleConnection? {
        try await database.first(in: listener.tenant, Self.selection(listener))
    }

    private static func selection(_ listener: Listener) -> SQL {
        """
        select c.server, c.username, c.state, c.fault, c.refused_listens, c.connected_at, c.sent_at,
               (select count(*)
                  from app.listen e
                 where e.tenant_id = c.tenant_id and e.user_id = c.user_id and e.is_unsent) as waiting
          from app.scrobble_connection c
         where c.tenant_id = \(listener.tenant)
           and c.user_id = \(listener.account)
        """
    }

    /// Stores a connection with its encrypted token and an audit event and notifies all servers of the installation, in one transaction. Replaces an
    /// earlier connection. With `sendsHistory`, all listens in the history are sent, also those already sent. Otherwise listens that wait for another
    /// account are no longer sent. Returns `nil` if the connection was not stored.
    func set(
        server: String, username: String, token: [UInt8], sendsHistory: Bool, of listener: Listener, audit: AuditEvent
    ) async throws -> ScrobbleConnection? {
        var statements: [SQL] = [
            """
            update app.listen
               set is_unsent = false
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and is_unsent
               and exists (select
                             from app.scrobble_connection c
                            where c.tenant_id = \(listener.tenant)
                              and c.user_id = \(listener.account)
                              and (c.server, c.username) <> (\(server), \(username)))
            """,
            """
            insert into app.scrobble_connection as c (tenant_id, user_id, server, username, token)
            values (\(listener.tenant), \(listener.account), \(server), \(username), \(token))
                on conflict (tenant_id, user_id) do update
               set server = excluded.server, username = excluded.username, token = excluded.token, state = 'working',
                   fault = '', failures = 0, refused_listens = 0, next_attempt_at = now(), connected_at = now(),
                   sent_at = null
            """,
        ]
        if sendsHistory {
            statements.append(
                """
                update app.listen
                   set is_unsent = true
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and not is_unsent
                """)
        }
        statements += [
            audit.insertion(in: listener.tenant), Self.selection(listener), ListenStore.notice(listener.tenant),
        ]
        let rows = try await database.batch(in: listener.tenant, statements)
        return try rows[rows.count - 2].first.map { try ScrobbleConnection(row: $0) }
    }

    /// Deletes a connection and records an audit event, in one transaction. Unsent listens stay in the history, but are not sent to a later
    /// connection. Returns whether a connection existed.
    package func delete(of listener: Listener, audit: AuditEvent) async throws -> Bool {
        try await database.transaction(in: listener.tenant) { transaction in
            let rows = try await transaction.batch([
                """
                delete from app.scrobble_connection
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                returning user_id
                """,
                """
                update app.listen
                   set is_unsent = false
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and is_unsent
                """,
            ])
            guard !rows[0].isEmpty else { return false }
            _ = try await transaction.rows(audit.insertion(in: listener.tenant))
            return true
        }
    }

    // MARK: - Sending

    /// A connection with the number of failures since the last success. ``claim(in:)`` reserves it for this process; ``working(of:)`` does not.
    struct Claim: Sendable, RowDecodable {
        let account: Int64
        let server: String
        let token: [UInt8]
        let failures: Int

        init(row: Row) throws(PostgresError) {
            account = try row("user_id")
            server = try row("server")
            token = try row("token")
            failures = Int(try row("failures", as: Int32.self))
        }
    }

    /// Claims, for 60 seconds, the working connection that has unsent listens and has been due for the longest time. Returns `nil` if none is due.
    func claim(in tenant: TenantID) async throws(PostgresError) -> Claim? {
        try await database.first(
            in: tenant,
            """
            update app.scrobble_connection
               set next_attempt_at = now() + \(Self.lease) * interval '1 second'
             where tenant_id = \(tenant)
               and user_id = (select c.user_id
                                from app.scrobble_connection c
                               where c.tenant_id = \(tenant)
                                 and c.state = 'working'
                                 and c.next_attempt_at <= now()
                                 and exists (select 1
                                               from app.listen e
                                              where e.tenant_id = c.tenant_id and e.user_id = c.user_id and e.is_unsent)
                               order by c.next_attempt_at
                               limit 1
                                 for update skip locked)
            returning user_id, server, token, failures
            """)
    }

    /// Returns the listener's working connection; `nil` if there is none. The connection is not claimed.
    func working(of listener: Listener) async throws(PostgresError) -> Claim? {
        try await database.first(
            in: listener.tenant,
            """
            select user_id, server, token, failures
              from app.scrobble_connection
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and state = 'working'
            """)
    }

    /// Replaces the encrypted token of a claimed connection. Returns the new claim, or `nil` if the listener has since deleted the connection or
    /// connected with another token.
    func reseal(_ claim: Claim, as token: [UInt8], in tenant: TenantID) async throws(PostgresError) -> Claim? {
        try await database.first(
            in: tenant,
            """
            update app.scrobble_connection
               set token = \(token)
             where tenant_id = \(tenant)
               and user_id = \(claim.account)
               and token = \(claim.token)
            returning user_id, server, token, failures
            """)
    }

    /// Returns up to `limit` unsent listens of a listener, oldest first.
    func unsent(limit: Int, of listener: Listener) async throws(PostgresError) -> [ListenStore.StoredListen] {
        try await database.all(
            in: listener.tenant,
            """
            \(ListenStore.selection(of: listener))
               and is_unsent
             order by listened_at, track_id
             limit \(limit)
            """)
    }

    /// Marks the listens as sent or dropped and renews the lease, in one transaction. `fault` is the reason why the listens were dropped: it is
    /// stored, cut to 1,000 characters, and the listens are added to the connection's number of dropped listens. `nil` means that the server has
    /// accepted the listens.
    func settle(
        _ listens: [ListenStore.StoredListen], fault: String? = nil, of listener: Listener
    ) async throws(PostgresError) {
        _ = try await database.batch(
            in: listener.tenant,
            [
                """
                update app.listen e
                   set is_unsent = false
                  from unnest(\(listens.map(\.position.microseconds)), \(listens.map(\.track))) as n (at_us, track_id)
                 where e.tenant_id = \(listener.tenant)
                   and e.user_id = \(listener.account)
                   and e.listened_at = timestamptz 'epoch' + n.at_us * interval '1 microsecond'
                   and e.track_id = n.track_id
                """,
                """
                update app.scrobble_connection
                   set failures = 0, fault = \(fault?.cut(1000) ?? ""),
                       refused_listens = refused_listens + \(fault == nil ? 0 : Int64(listens.count)),
                       sent_at = case when \(fault == nil) then now() else sent_at end,
                       next_attempt_at = now() + \(Self.lease) * interval '1 second'
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                """,
            ], idempotent: false)
    }

    /// Ends a claim; the next attempt is due after `seconds`. Does nothing if the listener has connected with another token since the claim.
    func release(_ claim: Claim, after seconds: Int, in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            update app.scrobble_connection
               set next_attempt_at = now() + \(seconds) * interval '1 second'
             where tenant_id = \(tenant)
               and user_id = \(claim.account)
               and token = \(claim.token)
            """)
    }

    /// Ends a claim after a failed attempt, adds one to the number of failures and stores the reason, cut to 1,000 characters. The next attempt is
    /// due after `seconds`.
    func postpone(
        _ claim: Claim, by seconds: Int, because reason: String, in tenant: TenantID
    ) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            update app.scrobble_connection
               set next_attempt_at = now() + \(seconds) * interval '1 second', failures = failures + 1,
                   fault = \(reason.cut(1000))
             where tenant_id = \(tenant)
               and user_id = \(claim.account)
               and token = \(claim.token)
            """)
    }

    /// Ends a claim, stores the reason, cut to 1,000 characters, and stops sending until the listener connects an account again.
    func refuse(_ claim: Claim, because reason: String, in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            update app.scrobble_connection
               set state = 'refused', fault = \(reason.cut(1000))
             where tenant_id = \(tenant)
               and user_id = \(claim.account)
               and token = \(claim.token)
            """)
    }
}
