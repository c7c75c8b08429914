import Postgres
import Tenancy

/// Pages of liked playlists alone.
///
/// They are few among many tracks: along the index of an order a page would read tens of thousands of likes for fifty. The index of
/// the playlists themselves names all that there are, and these are put in order: O(liked playlists).
extension LikeStore {
    static func playlists(
        matching search: LikeSearch = LikeSearch(), by order: LikedItem.Order, after place: LikedItem.Place, limit: Int,
        of listener: Listener
    ) -> SQL {
        switch order {
        case .recent:
            """
            select like_id, track_id, playlist_id, rank, first_seen_at, title_key, user_key, cloud_user_id, artist_key, duration_ms
              from app.cloud_like
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and playlist_id is not null
               and title_key || ' ' || user_key || ' ' || artist_key like all (\(search.patterns))
               and (rank, like_id) < (\(place.rank), \(place.id))
             order by rank desc, like_id desc
             limit \(limit)
            """
        case .title:
            """
            select like_id, track_id, playlist_id, rank, first_seen_at, title_key, user_key, cloud_user_id, artist_key, duration_ms
              from app.cloud_like
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and playlist_id is not null
               and title_key || ' ' || user_key || ' ' || artist_key like all (\(search.patterns))
               and (title_key, like_id) > (\(place.title), \(place.id))
             order by title_key, like_id
             limit \(limit)
            """
        case .user:
            """
            select like_id, track_id, playlist_id, rank, first_seen_at, title_key, user_key, cloud_user_id, artist_key, duration_ms
              from app.cloud_like
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and playlist_id is not null
               and title_key || ' ' || user_key || ' ' || artist_key like all (\(search.patterns))
               and ((user_key, cloud_user_id) > (\(place.user), \(place.userID))
                    or user_key = \(place.user) and cloud_user_id = \(place.userID)
                       and (rank, like_id) < (\(place.rank), \(place.id)))
             order by user_key, cloud_user_id, rank desc, like_id desc
             limit \(limit)
            """
        case .artist:
            """
            select like_id, track_id, playlist_id, rank, first_seen_at, title_key, user_key, cloud_user_id, artist_key, duration_ms
              from app.cloud_like
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and playlist_id is not null
               and title_key || ' ' || user_key || ' ' || artist_key like all (\(search.patterns))
               and (artist_key, title_key, like_id) > (\(place.artist), \(place.title), \(place.id))
             order by artist_key, title_key, like_id
             limit \(limit)
            """
        case .duration:
            """
            select like_id, track_id, playlist_id, rank, first_seen_at, title_key, user_key, cloud_user_id, artist_key, duration_ms
              from app.cloud_like
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and playlist_id is not null
               and title_key || ' ' || user_key || ' ' || artist_key like all (\(search.patterns))
               and (duration_ms, like_id) > (\(place.durationMs), \(place.id))
             order by duration_ms, like_id
             limit \(limit)
            """
        }
    }
}
