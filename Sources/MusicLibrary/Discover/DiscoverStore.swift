import Postgres
import SoundCloud
import Tenancy
import Web

/// The store of Discover sets. Each change is one transaction, so readers always see the complete set of one starting track.
package struct DiscoverStore: Sendable {
    let database: TenantDatabase

    /// A reason why the listening position was not stored: no set, another starting track, or an index beyond the set of `count` tracks.
    enum Refusal: Error, Sendable { case noSet, anotherSeed, beyond(count: Int) }

    /// Returns the stored set, or `nil` if no starting track was chosen.
    package func set(of listener: Listener) async throws(PostgresError) -> DiscoverSet? {
        try await database.first(in: listener.tenant, Self.selection(of: listener))
    }

    /// Returns the statement that selects the set. A single statement ensures that the tracks belong to the starting track.
    static func selection(of listener: Listener) -> SQL {
        """
        select d.seed_id, t.urn, d.fetched_at, d.resume_index, d.resume_position_ms, d.revision,
               array(select x.track_id
                       from app.discover_track x
                      where x.tenant_id = \(listener.tenant)
                        and x.user_id = \(listener.account)
                      order by x.position) as tracks
          from app.discover d
          join app.cloud_track t on t.tenant_id = d.tenant_id and t.track_id = d.seed_id
         where d.tenant_id = \(listener.tenant)
           and d.user_id = \(listener.account)
        """
    }

    /// Returns whether the track is stored on this server and need not be requested from SoundCloud.
    func isKnown(_ track: CloudURN, in tenant: TenantID) async throws(PostgresError) -> Bool {
        try await !database.rows(in: tenant, track.selection(in: tenant)).isEmpty
    }

    /// Replaces the set with the tracks of another starting track and resets the listening position, in one transaction. The starting track must be
    /// given as `seedTrack`, which may be `nil` only for a stored track. Returns the new set. Throws 412 if `known` excludes the stored revision.
    func replace(
        by seed: CloudURN, seedTrack: CloudTrack?, _ tracks: [CloudTrack], if known: IfMatch, of listener: Listener
    ) async throws -> DiscoverSet {
        let stored = (seedTrack.map { [$0] } ?? []) + tracks
        return try await database.transaction(in: listener.tenant) { transaction in
            let rows = try await transaction.rows(Self.lock(listener))
            try DiscoverTag.check(known, try rows.first.map { try $0("revision") } ?? 0, of: listener)
            let answers = try await transaction.batch(
                CloudRows.tracks(stored, in: listener.tenant) + [
                    """
                    insert into app.discover as d (tenant_id, user_id, seed_id)
                    select t.tenant_id, \(listener.account), t.track_id
                      from app.cloud_track t
                     where t.tenant_id = \(listener.tenant)
                       and t.urn = \(seed)
                        on conflict (tenant_id, user_id) do update
                       set seed_id = excluded.seed_id, fetched_at = now(), resume_index = 0, resume_position_ms = 0,
                           revision = d.revision + 1
                    """,
                    """
                    delete from app.discover_track
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                    """,
                    """
                    insert into app.discover_track (tenant_id, user_id, position, track_id)
                    select t.tenant_id, \(listener.account), n.position, t.track_id
                      from unnest(\(tracks.indices.map { Int32($0) }), \(tracks.map(\.urn))) as n (position, urn)
                      join app.cloud_track t on t.tenant_id = \(listener.tenant) and t.urn = n.urn
                    """,
                    Self.selection(of: listener),
                ])
            guard let row = answers.last?.first else { throw APIError.notLoggedIn }
            return try DiscoverSet(row: row)
        }
    }

    /// Stores the position at which listening stopped, in one transaction (spec L26), and returns the new revision. Throws `Refusal`, for instance if
    /// `seed` is not the starting track; `nil` allows any starting track. Throws 412 if `known` excludes the stored revision.
    func stop(
        at resume: DiscoverSet.Resume, in seed: CloudURN? = nil, if known: IfMatch = IfMatch(nil), of listener: Listener
    ) async throws -> Int32 {
        try await database.transaction(in: listener.tenant) { transaction in
            guard let row = try await transaction.rows(Self.lock(listener)).first else { throw Refusal.noSet }
            if let seed, try row("urn", as: CloudURN.self) != seed { throw Refusal.anotherSeed }
            let revision: Int32 = try row("revision")
            try DiscoverTag.check(known, revision, of: listener)
            let counts = try await transaction.rows(
                """
                select count(*) as count
                  from app.discover_track
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                """)
            let count: Int64 = try counts[0]("count")
            guard Int64(resume.index) < count else { throw Refusal.beyond(count: Int(count)) }
            _ = try await transaction.rows(
                """
                update app.discover
                   set resume_index = \(resume.index), resume_position_ms = \(resume.positionMs),
                       revision = revision + 1
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                """)
            return revision + 1
        }
    }

    private static func lock(_ listener: Listener) -> SQL {
        """
        select d.revision, t.urn
          from app.discover d
          join app.cloud_track t on t.tenant_id = d.tenant_id and t.track_id = d.seed_id
         where d.tenant_id = \(listener.tenant)
           and d.user_id = \(listener.account)
           for no key update of d
        """
    }
}
