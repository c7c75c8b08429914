import Postgres
import Tenancy
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The store of sync runs. Each change is one transaction. `ListWalk` and `StreamWalk` write the synced data.
package struct SyncStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// The kind of sync notifications, with the payload `tenant,librarySync,sync`.
    static let kind = "librarySync"

    /// The time in seconds after which another server can take over a run whose lease has not been renewed.
    static let lease = 60

    // MARK: - For listeners

    /// Creates a sync or adds the missing parts to the run in progress, and notifies all servers. Returns the run with its parts, and whether it is
    /// new. Deletes all runs of the listener except the 50 newest. Throws 503 if the run has just ended.
    package func create(_ parts: [SyncPart], for listener: Listener) async throws -> (sync: LibrarySync, isNew: Bool) {
        let rows = try await database.batch(
            in: listener.tenant,
            [
                """
                insert into app.library_sync (tenant_id, user_id)
                values (\(listener.tenant), \(listener.account))
                    on conflict (tenant_id, user_id) where state in ('queued', 'running') do nothing
                returning sync_id
                """,
                """
                insert into app.library_sync_part (tenant_id, sync_id, part, position)
                select s.tenant_id, s.sync_id, n.part, n.position
                  from app.library_sync s, unnest(\(parts.map(\.rawValue)), \(parts.map(\.position))) as n (part, position)
                 where s.tenant_id = \(listener.tenant)
                   and s.user_id = \(listener.account)
                   and s.state in ('queued', 'running')
                    on conflict (tenant_id, sync_id, part) do nothing
                """,
                """
                select sync_id, state, fault, created_at, started_at, finished_at,
                       pg_notify('tutti', tenant_id || ',librarySync,' || sync_id)
                  from app.library_sync
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and state in ('queued', 'running')
                """,
                """
                delete from app.library_sync
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and state in ('done', 'failed')
                   and sync_id not in (select sync_id
                                         from app.library_sync
                                        where tenant_id = \(listener.tenant)
                                          and user_id = \(listener.account)
                                        order by sync_id desc
                                        limit 50)
                """,
            ])
        guard let row = rows[2].first else {
            // The run ended between the two statements. A retry creates a new run.
            throw APIError(
                .serviceUnavailable, code: .tryAgain, "a sync has just ended: send the request again", retryAfter: 1)
        }
        var sync = try LibrarySync(row: row)
        sync.parts = try await self.parts(of: sync.id, in: listener.tenant)
        return (sync, !rows[0].isEmpty)
    }

    /// Returns a run of this listener with its parts, or `nil` if the listener has no run with this ID.
    func sync(_ id: LibrarySync.ID, of listener: Listener) async throws -> LibrarySync? {
        let found: LibrarySync? = try await database.first(
            in: listener.tenant,
            """
            select sync_id, state, fault, created_at, started_at, finished_at
              from app.library_sync
             where tenant_id = \(listener.tenant)
               and sync_id = \(id)
               and user_id = \(listener.account)
            """)
        guard var sync = found else { return nil }
        sync.parts = try await parts(of: id, in: listener.tenant)
        return sync
    }

    /// Returns the last run of this listener without its parts, or `nil` before the first run.
    package func latest(of listener: Listener) async throws(PostgresError) -> LibrarySync? {
        try await database.first(
            in: listener.tenant,
            """
            select sync_id, state, fault, created_at, started_at, finished_at
              from app.library_sync
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
             order by sync_id desc
             limit 1
            """)
    }

    /// Returns each part as of the last run that includes it, in the order in which parts run. A part that no run includes has no element.
    package func latestParts(of listener: Listener) async throws(PostgresError) -> [LibrarySync.LatestPart] {
        try await database.all(
            in: listener.tenant,
            """
            select *
              from (select distinct on (p.part) p.part, p.position, p.state, p.cursor, p.pages, p.seen, p.added, p.changed,
                           p.removed, p.faults, p.faulty, p.fault, s.finished_at
                      from app.library_sync s
                      join app.library_sync_part p on p.tenant_id = s.tenant_id and p.sync_id = s.sync_id
                     where s.tenant_id = \(listener.tenant)
                       and s.user_id = \(listener.account)
                     order by p.part, s.sync_id desc) x
             order by position
            """)
    }

    func parts(of id: LibrarySync.ID, in tenant: TenantID) async throws(PostgresError) -> [LibrarySync.Part] {
        try await database.all(
            in: tenant,
            """
            select part, state, cursor, pages, seen, added, changed, removed, faults, faulty, fault
              from app.library_sync_part
             where tenant_id = \(tenant)
               and sync_id = \(id)
             order by position
            """)
    }

    // MARK: - For servers

    /// A run claimed by this server.
    struct Claim: Sendable, Hashable, RowDecodable {
        let id: LibrarySync.ID
        let account: Int64
        /// The time since the run was requested, in seconds.
        let age: Double

        init(row: Row) throws(PostgresError) {
            id = try row("sync_id")
            account = try row("user_id")
            age = try row("age")
        }
    }

    /// Claims the oldest due run: a queued run, or a run whose server has not renewed the lease. Returns `nil` if no run is due.
    func claim(in tenant: TenantID) async throws(PostgresError) -> Claim? {
        try await database.first(
            in: tenant,
            """
            update app.library_sync
               set state = 'running', started_at = coalesce(started_at, now()),
                   leased_until = now() + \(Self.lease) * interval '1 second'
             where tenant_id = \(tenant)
               and sync_id = (select sync_id
                                from app.library_sync
                               where tenant_id = \(tenant)
                                 and state in ('queued', 'running')
                                 and (leased_until is null or leased_until <= now())
                               order by sync_id
                               limit 1
                                 for update skip locked)
            returning sync_id, user_id, extract(epoch from now() - created_at)::float8 as age
            """)
    }

    /// Renews the lease of a run in progress for `lease` seconds.
    func renew(_ id: LibrarySync.ID, in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            update app.library_sync
               set leased_until = now() + \(Self.lease) * interval '1 second'
             where tenant_id = \(tenant)
               and sync_id = \(id)
               and state = 'running'
            """)
    }

    /// Queues a run in progress again, due in `seconds` seconds, and stores the reason, cut to 1,000 characters. Synced data is kept.
    func postpone(_ id: LibrarySync.ID, by seconds: Int, because reason: String, in tenant: TenantID) async throws {
        _ = try await database.rows(
            in: tenant,
            """
            update app.library_sync
               set state = 'queued', leased_until = now() + \(seconds) * interval '1 second',
                   fault = \(String(reason.prefix(1000)))
             where tenant_id = \(tenant)
               and sync_id = \(id)
               and state = 'running'
            """)
    }

    /// Ends a run as `done` if all its parts are done, otherwise as `failed`. Unfinished parts fail for the reason, cut to 1,000 characters.
    func finish(_ id: LibrarySync.ID, because reason: String = "", in tenant: TenantID) async throws {
        _ = try await database.batch(
            in: tenant,
            [
                """
                update app.library_sync_part
                   set state = 'failed', fault = \(String(reason.prefix(1000)))
                 where tenant_id = \(tenant)
                   and sync_id = \(id)
                   and state in ('queued', 'running')
                """,
                """
                update app.library_sync s
                   set state = case when exists (select 1
                                                   from app.library_sync_part p
                                                  where p.tenant_id = s.tenant_id
                                                    and p.sync_id = s.sync_id
                                                    and p.state = 'failed')
                                    then 'failed' else 'done' end,
                       fault = \(String(reason.prefix(1000))), finished_at = now(), leased_until = null
                 where s.tenant_id = \(tenant)
                   and s.sync_id = \(id)
                   and s.state = 'running'
                """,
            ])
    }

    /// Marks one part as failed, with the reason cut to 1,000 characters; the other parts continue.
    func fail(_ part: SyncPart, of id: LibrarySync.ID, because reason: String, in tenant: TenantID) async throws {
        _ = try await database.rows(
            in: tenant,
            """
            update app.library_sync_part
               set state = 'failed', fault = \(String(reason.prefix(1000)))
             where tenant_id = \(tenant)
               and sync_id = \(id)
               and part = \(part.rawValue)
               and state in ('queued', 'running')
            """)
    }

    /// Returns the state after the last complete walk through the list of a part, if that walk was requested within the last day and with the current
    /// connection. Otherwise returns `nil`: the list must be walked completely.
    func lastWhole(_ part: SyncPart, of listener: Listener) async throws -> PartState? {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select p.cursor
              from app.library_sync s
              join app.library_sync_part p on p.tenant_id = s.tenant_id and p.sync_id = s.sync_id
              join app.cloud_connection c on c.tenant_id = s.tenant_id and c.user_id = s.user_id
             where s.tenant_id = \(listener.tenant)
               and s.user_id = \(listener.account)
               and s.created_at > greatest(c.connected_at, now() - interval '1 day')
               and p.part = \(part.rawValue)
               and p.state = 'done'
             order by s.sync_id desc
            """)
        return try rows.lazy.compactMap { PartState(try $0("cursor", as: String.self)) }.first { $0.isFull }
    }
}
