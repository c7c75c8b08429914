import Postgres
import Tenancy

/// All SQL about lists of likes: each order along its index, a page from a place on.
struct LikeStore: Sendable {
    let database: TenantDatabase

    /// Likes behind a place, as many as asked for.
    ///
    /// - Parameter search: what they are held against, row by row along the index of the order.
    func likes(
        _ kind: LikedItem.Kind, matching search: LikeSearch = LikeSearch(), by order: LikedItem.Order,
        after place: LikedItem.Place, limit: Int, of listener: Listener
    ) async throws -> [LikedItem] {
        let rows = try await database.batch(
            in: listener.tenant,
            Self.page(kind, matching: search, by: order, after: place, limit: limit, of: listener))
        // By user the rest of one comes first, then the others.
        return try rows.joined().prefix(limit).map { try LikedItem(row: $0) }
    }

    /// The statements of a page, their rows one after the other.
    ///
    /// Liked playlists are few among many tracks: along the index of an order a page would read tens of thousands of likes for
    /// fifty. The index of the playlists themselves names all that there are, and these are put in order: O(liked playlists).
    static func page(
        _ kind: LikedItem.Kind, matching search: LikeSearch = LikeSearch(), by order: LikedItem.Order,
        after place: LikedItem.Place, limit: Int, of listener: Listener
    ) -> [SQL] {
        LikePosition.along(order, after: place, isSorted: kind == .playlist).map { position in
            """
            select like_id, track_id, playlist_id, rank, first_seen_at, title_key, user_key, cloud_user_id, artist_key, duration_ms
              from app.cloud_like
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and \(position)
               and \(kind)
               and title_key || ' ' || user_key || ' ' || artist_key like all (\(search.patterns))
             order by \(name: order.columns)
             limit \(limit)
            """
        }
    }

    /// Those whose uploads are liked, by name, with how many of them are: read along the index, so that a page stops early.
    static func users(
        matching search: LikeSearch = LikeSearch(), after place: LikedUser.Place, limit: Int, of listener: Listener
    ) -> SQL {
        """
        select user_key, cloud_user_id, count(track_id) as tracks, count(playlist_id) as playlists
          from app.cloud_like
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and (user_key, cloud_user_id) > (\(place.key), \(place.id))
           and user_key like all (\(search.patterns))
         group by user_key, cloud_user_id
         order by user_key, cloud_user_id
         limit \(limit)
        """
    }

    /// What is liked of one of them, the newest like first.
    ///
    /// By identity and not by name: a name may have changed since the like was written.
    static func likes(
        _ kind: LikedItem.Kind, matching search: LikeSearch = LikeSearch(), of user: Int64,
        after place: LikedItem.Place,
        limit: Int, of listener: Listener
    ) -> SQL {
        """
        select like_id, track_id, playlist_id, rank, first_seen_at, title_key, user_key, cloud_user_id, artist_key, duration_ms
          from app.cloud_like
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and cloud_user_id = \(user)
           and (rank, like_id) < (\(place.rank), \(place.id))
           and (\(kind != .playlist) and track_id is not null or \(kind != .track) and playlist_id is not null)
           and title_key || ' ' || user_key || ' ' || artist_key like all (\(search.patterns))
         order by rank desc, like_id desc
         limit \(limit)
        """
    }
}
