import Postgres
import SoundCloud
import Tenancy

/// The store of ratings. A listener has at most one rating for each stored track, in the library or not (docs/decisions/0086).
public struct TrackRatingStore: Sendable {
    let database: TenantDatabase

    /// Creates a store of the ratings in `database`.
    public init(database: TenantDatabase) { self.database = database }

    /// Returns a listener's rating of a track; `nil` if the track is not rated or not stored.
    public func rating(of track: CloudURN, by listener: Listener) async throws(PostgresError) -> TrackRating? {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select r.rating
              from app.track_rating r
              join app.cloud_track t on t.tenant_id = r.tenant_id and t.track_id = r.track_id
             where r.tenant_id = \(listener.tenant)
               and r.user_id = \(listener.account)
               and t.urn = \(track)
            """)
        return try rows.first.flatMap { row throws(PostgresError) in
            TrackRating(stars: Int(try row("rating", as: Int16.self)))
        }
    }

    /// Stores a listener's rating of a track; `nil` removes the rating. Returns whether the track is stored; if not, nothing was changed.
    public func rate(
        _ track: CloudURN, _ rating: TrackRating?, by listener: Listener
    ) async throws(PostgresError) -> Bool {
        try await !database.rows(
            in: listener.tenant, rating.map { Self.storing($0, track, listener) } ?? Self.removing(track, listener)
        )
        .isEmpty
    }

    private static func storing(_ rating: TrackRating, _ track: CloudURN, _ listener: Listener) -> SQL {
        """
        insert into app.track_rating (tenant_id, user_id, track_id, rating)
        select t.tenant_id, \(listener.account), t.track_id, \(Int64(rating.stars))
          from app.cloud_track t
         where t.tenant_id = \(listener.tenant)
           and t.urn = \(track)
            on conflict (tenant_id, user_id, track_id) do update
           set rating = excluded.rating, rated_at = now()
        returning track_id
        """
    }

    private static func removing(_ track: CloudURN, _ listener: Listener) -> SQL {
        """
        with removed as (
            delete from app.track_rating r
             using app.cloud_track t
             where r.tenant_id = \(listener.tenant)
               and r.user_id = \(listener.account)
               and t.tenant_id = r.tenant_id
               and t.track_id = r.track_id
               and t.urn = \(track))
        select track_id
          from app.cloud_track
         where tenant_id = \(listener.tenant)
           and urn = \(track)
        """
    }
}
