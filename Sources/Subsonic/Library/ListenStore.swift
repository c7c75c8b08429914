import MusicLibrary
import Postgres
import Tenancy
import Web

/// All SQL that writes down what was heard: half of a track or four minutes, by the program's own reckoning.
struct ListenStore: Sendable {
    let database: TenantDatabase

    /// Something that was heard.
    struct Listen: Sendable, Hashable {
        let track: Int64
        /// When it began; `nil` where the program does not say, which is now.
        let time: Instant?
    }

    /// Writes them down in one transaction. The same again changes nothing; without a time the same track counts once in half of
    /// its length, since nobody can have heard it twice.
    func record(_ listens: [Listen], by program: String, of listener: Listener) async throws {
        let timed = listens.filter { $0.time != nil }
        let untimed = listens.filter { $0.time == nil }.map(\.track)
        _ = try await database.batch(
            in: listener.tenant,
            [
                """
                insert into app.listen (tenant_id, user_id, listened_at, track_id, client)
                select distinct \(listener.tenant), \(listener.account),
                       timestamptz 'epoch' + n.at_ms * interval '1 millisecond', n.track_id, \(program)
                  from unnest(\(timed.compactMap { $0.time?.milliseconds }), \(timed.map(\.track))) as n (at_ms, track_id)
                    on conflict (tenant_id, user_id, listened_at, track_id) do nothing
                """,
                """
                insert into app.listen (tenant_id, user_id, listened_at, track_id, client)
                select t.tenant_id, \(listener.account), date_trunc('milliseconds', now()), t.track_id, \(program)
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
            ], idempotent: true)
    }
}
