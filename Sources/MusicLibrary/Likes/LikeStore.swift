import Postgres
import SoundCloud
import Tenancy

/// A reader of pages of a listener's likes. Each page starts after a position, and each order of likes has an index in the database.
package struct LikeStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Returns at most `limit` likes after a position that match a search, sorted by `order`.
    package func likes(
        _ kind: LikedItem.Kind, matching search: LikeSearch = LikeSearch(), by order: LikedItem.Order,
        after position: LikedItem.Position, limit: Int, of listener: Listener
    ) async throws -> [LikedItem] {
        let rows = try await database.batch(
            in: listener.tenant,
            Self.page(kind, matching: search, by: order, after: position, limit: limit, of: listener))
        // In the order by uploader, the remaining likes of one uploader's items precede those of the other uploaders.
        return try rows.joined().prefix(limit).map { try LikedItem(row: $0) }
    }

    /// Returns the statements for a page. Callers concatenate the results of the statements and keep the first `limit` rows.
    ///
    /// For `playlist`, all liked playlists are read from their own index and sorted, in O(n log n), because a listener likes few playlists. The other
    /// kinds are read in the order of an index.
    static func page(
        _ kind: LikedItem.Kind, matching search: LikeSearch = LikeSearch(), by order: LikedItem.Order,
        after position: LikedItem.Position, limit: Int, of listener: Listener
    ) -> [SQL] {
        LikeCondition.along(order, after: position, isSorted: kind == .playlist).map { condition in
            """
            select like_id, track_id, playlist_id, rank, first_seen_at, title_key, user_key, cloud_user_id, artist_key, duration_ms
              from app.cloud_like
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and \(condition)
               and \(kind)
               and title_key || ' ' || user_key || ' ' || artist_key like all (\(search.patterns))
             order by \(name: order.columns)
             limit \(limit)
            """
        }
    }

    /// Returns the statement that selects the users whose tracks or playlists the listener likes, sorted by name, with the numbers of liked tracks
    /// and liked playlists of each.
    package static func users(
        matching search: LikeSearch = LikeSearch(), after position: LikedUser.Position, limit: Int,
        of listener: Listener
    ) -> SQL {
        """
        select user_key, cloud_user_id, count(track_id) as tracks, count(playlist_id) as playlists
          from app.cloud_like
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and (user_key, cloud_user_id) > (\(position.key), \(position.id))
           and user_key like all (\(search.patterns))
         group by user_key, cloud_user_id
         order by user_key, cloud_user_id
         limit \(limit)
        """
    }

    /// Returns the statement that selects the listener's likes of the tracks and playlists of one user, newest like first. `user` is the key of the
    /// user, because the name of a user may change.
    package static func likes(
        _ kind: LikedItem.Kind, matching search: LikeSearch = LikeSearch(), of user: Int64,
        after position: LikedItem.Position,
        limit: Int, of listener: Listener
    ) -> SQL {
        """
        select like_id, track_id, playlist_id, rank, first_seen_at, title_key, user_key, cloud_user_id, artist_key, duration_ms
          from app.cloud_like
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and cloud_user_id = \(user)
           and (rank, like_id) < (\(position.rank), \(position.id))
           and (\(kind != .playlist) and track_id is not null or \(kind != .track) and playlist_id is not null)
           and title_key || ' ' || user_key || ' ' || artist_key like all (\(search.patterns))
         order by rank desc, like_id desc
         limit \(limit)
        """
    }
}
