import Foundation
import Postgres
import SoundCloud
import Tenancy
import Web

/// The store of the listening history. The listens of one report are stored in one transaction.
public struct ListenStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Stores the listens that count and notifies all servers of the installation that listens wait to be sent, in one transaction. Repeated reports
    /// of the same track and time are one listen. Returns the outcome of each listen, in the same order. `client` names the reporting app; empty if
    /// unknown.
    public func record(_ listens: [Listen], client: String, for listener: Listener) async throws -> [Listen.Outcome] {
        let tracks = try await database.rows(
            in: listener.tenant,
            """
            select urn, track_id, duration_ms
              from app.cloud_track
             where tenant_id = \(listener.tenant)
               and urn = any (\(listens.map(\.track)))
            """)
        var known: [CloudURN: (id: Int64, durationMs: Int64)] = [:]
        for row in tracks {
            known[try row("urn")] = (try row("track_id"), Int64(try row("duration_ms", as: Int32.self)))
        }
        var outcomes = listens.map { listen -> Listen.Outcome in
            guard let track = known[listen.track] else { return .unknownTrack }
            return Listen.outcome(playedMs: listen.playedMs, durationMs: track.durationMs)
        }
        let counted = outcomes.indices.filter { outcomes[$0] == .counted }
        guard !counted.isEmpty else { return outcomes }
        let reported = counted.compactMap { index in
            known[listens[index].track].map { HeardTrack(track: $0.id, at: listens[index].listenedAt) }
        }
        let rows = try await database.batch(
            in: listener.tenant, [Self.insertion(reported, client, listener), Self.notice(listener.tenant)])[0]
        var new = Set(try rows.map { Key(track: try $0("track_id"), atMs: try $0("at_ms")) })
        for index in counted {
            let key = Key(track: known[listens[index].track]?.id ?? 0, atMs: listens[index].listenedAt.milliseconds)
            if new.remove(key) == nil { outcomes[index] = .known }
        }
        return outcomes
    }

    /// Returns the statement that notifies all servers of the installation that listens wait to be sent to ListenBrainz.
    static func notice(_ tenant: TenantID) -> SQL {
        "select pg_notify('tutti', \(String(tenant.rawValue)) || ',scrobble,0')"
    }

    private struct Key: Hashable {
        let track: Int64
        let atMs: Int64
    }

    /// A track that an app reports as heard.
    public struct HeardTrack: Sendable, Hashable {
        /// The key of the track on this server.
        public let track: Int64
        /// The time at which listening began; `nil` if the app sent no time, in which case the time of the report is stored.
        public let at: Instant?

        public init(track: Int64, at: Instant?) { (self.track, self.at) = (track, at) }
    }

    /// Stores listens that an app has counted and notifies all servers of the installation that listens wait to be sent, in one transaction. `client`
    /// names the app; empty if unknown. Repeated reports of the same track and time are one listen. A report without a time is ignored if the latest
    /// listen of the same track began less than half the track's length, and less than four minutes, before the report.
    public func record(_ reported: [HeardTrack], client: String, for listener: Listener) async throws {
        let untimed = reported.filter { $0.at == nil }.map(\.track)
        _ = try await database.batch(
            in: listener.tenant,
            [
                Self.insertion(reported.filter { $0.at != nil }, client, listener),
                """
                insert into app.listen (tenant_id, user_id, listened_at, track_id, client, is_unsent)
                select t.tenant_id, \(listener.account), date_trunc('milliseconds', now()), t.track_id, \(client),
                       exists (select 1
                                 from app.scrobble_connection c
                                where c.tenant_id = t.tenant_id and c.user_id = \(listener.account))
                  from app.cloud_track t
                 where t.tenant_id = \(listener.tenant)
                   and t.track_id = any (\(untimed))
                   and not exists (select 1
                                     from app.listen e
                                    where e.tenant_id = t.tenant_id
                                      and e.user_id = \(listener.account)
                                      and e.track_id = t.track_id
                                      and e.listened_at
                                          > now() - least(t.duration_ms / 2, 240000) * interval '1 millisecond')
                    on conflict (tenant_id, user_id, listened_at, track_id) do nothing
                """,
                Self.notice(listener.tenant),
            ], idempotent: true)
    }

    /// Returns the statement that inserts listens that have a time. The result has one row per new listen.
    private static func insertion(_ reported: [HeardTrack], _ client: String, _ listener: Listener) -> SQL {
        """
        insert into app.listen (tenant_id, user_id, listened_at, track_id, client, is_unsent)
        select distinct \(listener.tenant), \(listener.account),
               timestamptz 'epoch' + n.at_ms * interval '1 millisecond', n.track_id, \(client),
               exists (select 1
                         from app.scrobble_connection c
                        where c.tenant_id = \(listener.tenant) and c.user_id = \(listener.account))
          from unnest(\(reported.compactMap { $0.at?.milliseconds }), \(reported.map(\.track))) as n (at_ms, track_id)
            on conflict (tenant_id, user_id, listened_at, track_id) do nothing
        returning track_id, (extract(epoch from listened_at) * 1000)::bigint as at_ms
        """
    }

    /// A stored listen.
    package struct StoredListen: Sendable, Hashable, RowDecodable {
        package let position: TimePosition
        package let listenedAt: Instant
        package let client: String

        package var track: Int64 { position.id }

        /// The identifier of the listen for clients, which can delete the listen by this identifier.
        package var id: String { "\(position.microseconds)-\(position.id)" }

        /// Parses the `id` of a listen. Returns `nil` if the text is not valid.
        package static func position(_ id: String) -> TimePosition? {
            let parts = id.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, id.utf8.count <= 40, let time = Int64(parts[0]), let track = Int64(parts[1]),
                id == "\(time)-\(track)"
            else { return nil }
            return TimePosition(ListCursor("listens", ["\(time)", "\(track)"]))
        }

        package init(row: Row) throws(PostgresError) {
            position = TimePosition(microseconds: try row("at_us"), id: try row("track_id"))
            listenedAt = Instant(try row("listened_at", as: Date.self))
            client = try row("client")
        }
    }

    /// Returns a query of a listener's listens with the columns of `StoredListen`. The query ends with its `where` clause, so that callers can add
    /// conditions.
    static func selection(of listener: Listener) -> SQLFragment {
        """
        select listened_at, track_id, client, (extract(epoch from listened_at) * 1000000)::bigint as at_us
          from app.listen
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
        """
    }

    /// Returns at most `limit` listens before a position, newest first.
    package func listens(before position: TimePosition, limit: Int, of listener: Listener) async throws
        -> [StoredListen]
    {
        try await database.all(
            in: listener.tenant,
            """
            \(Self.selection(of: listener))
               and (listened_at, track_id) < (timestamptz 'epoch' + \(position.microseconds) * interval '1 microsecond', \(position.id))
             order by listened_at desc, track_id desc
             limit \(limit)
            """)
    }

    /// Returns at most `limit` listens after a position and before a time, oldest first.
    func listens(after position: TimePosition, before end: Instant, limit: Int, of listener: Listener) async throws
        -> [StoredListen]
    {
        try await database.all(
            in: listener.tenant,
            """
            \(Self.selection(of: listener))
               and (listened_at, track_id) > (timestamptz 'epoch' + \(position.microseconds) * interval '1 microsecond', \(position.id))
               and listened_at < \(end.date)
             order by listened_at, track_id
             limit \(limit)
            """)
    }

    /// Deletes a listen of the listener and returns whether the listen existed.
    package func delete(_ position: TimePosition, of listener: Listener) async throws(PostgresError) -> Bool {
        try await !database.rows(
            in: listener.tenant,
            """
            delete from app.listen
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and listened_at = timestamptz 'epoch' + \(position.microseconds) * interval '1 microsecond'
               and track_id = \(position.id)
            returning track_id
            """
        ).isEmpty
    }

    /// Deletes all listens of a listener.
    package func deleteAll(of listener: Listener) async throws(PostgresError) {
        _ = try await database.rows(
            in: listener.tenant,
            """
            delete from app.listen
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
            """)
    }

    /// Returns the keys of the tracks heard from `begin` until before `end`, without duplicates, and the number of listens in this time.
    func tracks(from begin: Instant, to end: Instant, of listener: Listener) async throws -> (
        ids: [Int64], count: Int64
    ) {
        let row = try await database.rows(
            in: listener.tenant,
            """
            select coalesce(array_agg(distinct track_id), '{}') as tracks, count(*) as listens
              from app.listen
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and listened_at >= \(begin.date)
               and listened_at < \(end.date)
            """
        ).first
        return (try row?("tracks") ?? [], try row?("listens") ?? 0)
    }
}
