import Postgres
import SoundCloud
import Tenancy

/// All SQL about lists of likes. Each order uses its index; a page starts after a position.
package struct LikeStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Returns the likes after a position.
    ///
    /// - Parameter search: the search, which filters rows while the index is read.
    package func likes(
        _ kind: LikedItem.Kind, matching search: LikeSearch = LikeSearch(), by order: LikedItem.Order,
        after place: LikedItem.Position, limit: Int, of listener: Listener
    ) async throws -> [LikedItem] {
        let rows = try await database.batch(
            in: listener.tenant,
            Self.page(kind, matching: search, by: order, after: place, limit: limit, of: listener))
        // In the order by user, the remaining likes of one user come first, then the likes of the other users.
        return try rows.joined().prefix(limit).map { try LikedItem(row: $0) }
    }

    /// Returns the statements that select a page. Callers concatenate the results of the statements.
    ///
    /// Liked playlists are few among many liked tracks, so following the index of an order would read tens of thousands of likes
    /// for one page. Therefore all liked playlists are read from their own index and sorted, which takes O(liked playlists).
    static func page(
        _ kind: LikedItem.Kind, matching search: LikeSearch = LikeSearch(), by order: LikedItem.Order,
        after place: LikedItem.Position, limit: Int, of listener: Listener
    ) -> [SQL] {
        LikeCondition.along(order, after: place, isSorted: kind == .playlist).map { position in
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

    /// Returns the statement that selects the users whose uploads are liked, by name, with counts. The statement follows the
    /// index, so that a page stops early.
    package static func users(
        matching search: LikeSearch = LikeSearch(), after place: LikedUser.Position, limit: Int, of listener: Listener
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

    /// Returns the statement that selects the likes of one user's uploads, newest like first.
    ///
    /// The condition uses the user's key, because a user's name may have changed since the like was stored.
    package static func likes(
        _ kind: LikedItem.Kind, matching search: LikeSearch = LikeSearch(), of user: Int64,
        after place: LikedItem.Position,
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
