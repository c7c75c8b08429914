import Foundation
import Postgres
import Tenancy
import Web

/// All SQL about what was heard.
public struct ListenStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Writes down what counts of these, each once, however often it is told.
    ///
    /// - Parameter client: who tells it.
    /// - Returns: what became of each, in their order.
    public func record(_ listens: [Listen], client: String, for listener: Listener) async throws -> [Listen.Verdict] {
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
        var verdicts = listens.map { listen -> Listen.Verdict in
            guard let track = known[listen.track] else { return .unknownTrack }
            return Listen.verdict(playedMs: listen.playedMs, durationMs: track.durationMs)
        }
        let counted = verdicts.indices.filter { verdicts[$0] == .counted }
        guard !counted.isEmpty else { return verdicts }
        let rows = try await database.batch(
            in: listener.tenant,
            [
                """
                insert into app.listen (tenant_id, user_id, listened_at, track_id, client)
                select distinct \(listener.tenant), \(listener.account),
                       timestamptz 'epoch' + n.at_ms * interval '1 millisecond', n.track_id, \(client)
                  from unnest(\(counted.map { listens[$0].listenedAt.milliseconds }),
                              \(counted.compactMap { known[listens[$0].track]?.id })) as n (at_ms, track_id)
                    on conflict (tenant_id, user_id, listened_at, track_id) do nothing
                returning track_id, (extract(epoch from listened_at) * 1000)::bigint as at_ms
                """
            ])[0]
        var new = Set(try rows.map { Key(track: try $0("track_id"), atMs: try $0("at_ms")) })
        for index in counted {
            let key = Key(track: known[listens[index].track]?.id ?? 0, atMs: listens[index].listenedAt.milliseconds)
            if new.remove(key) == nil { verdicts[index] = .known }
        }
        return verdicts
    }

    private struct Key: Hashable {
        let track: Int64
        let atMs: Int64
    }

    /// A listen as it is kept.
    struct Kept: Sendable, Hashable, RowDecodable {
        let place: TimePlace
        let listenedAt: Instant
        let client: String

        var track: Int64 { place.id }

        init(row: Row) throws(PostgresError) {
            place = TimePlace(microseconds: try row("at_us"), id: try row("track_id"))
            listenedAt = Instant(try row("listened_at", as: Date.self))
            client = try row("client")
        }
    }

    /// What was heard before a place, the latest first.
    func listens(before place: TimePlace, limit: Int, of listener: Listener) async throws -> [Kept] {
        try await database.all(
            in: listener.tenant,
            """
            select listened_at, track_id, client, (extract(epoch from listened_at) * 1000000)::bigint as at_us
              from app.listen
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and (listened_at, track_id) < (timestamptz 'epoch' + \(place.microseconds) * interval '1 microsecond', \(place.id))
             order by listened_at desc, track_id desc
             limit \(limit)
            """)
    }

    /// What was heard behind a place and before an instant, the first first.
    func listens(after place: TimePlace, before end: Instant, limit: Int, of listener: Listener) async throws -> [Kept]
    {
        try await database.all(
            in: listener.tenant,
            """
            select listened_at, track_id, client, (extract(epoch from listened_at) * 1000000)::bigint as at_us
              from app.listen
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and (listened_at, track_id) > (timestamptz 'epoch' + \(place.microseconds) * interval '1 microsecond', \(place.id))
               and listened_at < \(end.date)
             order by listened_at, track_id
             limit \(limit)
            """)
    }

    /// Which tracks were heard in a time, each once, and how often all of them.
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
