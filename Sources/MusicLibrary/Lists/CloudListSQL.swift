import Postgres
import SoundCloud
import Tenancy

/// The statements for pages of a listener's SoundCloud lists, and for profiles and counts. Pages contain keys; `CloudItemStore` reads the items. The
/// parameters `after` or `before` and the key that follows are the position of the last item of the previous page.
package enum CloudListSQL {
    /// Returns the statement that selects the users whom the listener follows, sorted by name (spec L27), after this sort key and user key.
    package static func followings(afterName key: String, _ id: Int64, limit: Int, of listener: Listener) -> SQL {
        """
        select cloud_user_id, rank, name_key, first_seen_at
          from app.cloud_following
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and (name_key, cloud_user_id) > (\(key), \(id))
         order by name_key, cloud_user_id
         limit \(limit)
        """
    }

    /// Returns the statement that selects the users whom the listener follows, most recently followed first, after this rank and user key.
    package static func followings(afterRank rank: Int64, _ id: Int64, limit: Int, of listener: Listener) -> SQL {
        """
        select cloud_user_id, rank, name_key, first_seen_at
          from app.cloud_following
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and (rank, cloud_user_id) < (\(rank), \(id))
         order by rank desc, cloud_user_id desc
         limit \(limit)
        """
    }

    /// Returns the statement that selects the account's own playlists, in SoundCloud's order (spec L31).
    package static func ownPlaylists(after rank: Int64, _ id: Int64, limit: Int, of listener: Listener) -> SQL {
        """
        select playlist_id, rank
          from app.own_playlist
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and (rank, playlist_id) < (\(rank), \(id))
         order by rank desc, playlist_id desc
         limit \(limit)
        """
    }

    /// Returns the statement that selects the posts and reposts of followed users, newest first (spec L4, L5). The position is in microseconds since
    /// 1970, as in PostgreSQL, so that entries of the same millisecond keep their order.
    package static func stream(
        posts: Bool, reposts: Bool, before microseconds: Int64, _ id: Int64, limit: Int, of listener: Listener
    ) -> SQL {
        """
        select entry_id, via, track_id, playlist_id, reposter_id, happened_at,
               (extract(epoch from happened_at) * 1000000)::bigint as at_us
          from app.stream_entry
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and (happened_at, entry_id)
               < (timestamptz 'epoch' + \(microseconds) * interval '1 microsecond', \(id))
           and (\(posts) and via = 'post' or \(reposts) and via = 'repost')
         order by happened_at desc, entry_id desc
         limit \(limit)
        """
    }

    /// Returns the statement that selects a user's uploads without a known time, in descending order of the key. In the list, these uploads precede
    /// the others.
    static func undatedTracks(of user: Int64, before id: Int64, limit: Int, in tenant: TenantID) -> SQL {
        """
        select track_id, null::bigint as at_us
          from app.cloud_track
         where tenant_id = \(tenant)
           and cloud_user_id = \(user)
           and uploaded_at is null
           and track_id < \(id)
         order by track_id desc
         limit \(limit)
        """
    }

    /// Returns the statement that selects a user's uploads with a known time, newest first (spec L29).
    static func tracks(of user: Int64, before microseconds: Int64, _ id: Int64, limit: Int, in tenant: TenantID) -> SQL
    {
        """
        select track_id, (extract(epoch from uploaded_at) * 1000000)::bigint as at_us
          from app.cloud_track
         where tenant_id = \(tenant)
           and cloud_user_id = \(user)
           and (uploaded_at, track_id)
               < (timestamptz 'epoch' + \(microseconds) * interval '1 microsecond', \(id))
         order by uploaded_at desc, track_id desc
         limit \(limit)
        """
    }

    /// Returns two statements for one page of a user's uploads: those without a time, then the others. `position` is `nil` for the first page.
    /// Callers keep the first `limit` rows of both results together.
    package static func uploads(of user: Int64, after position: UploadPosition?, limit: Int, in tenant: TenantID)
        -> [SQL]
    {
        // A position with a time follows all uploads without a time.
        let dated = position?.time ?? .first
        let undated = position.map { $0.time == nil ? $0.id : 0 } ?? .max
        return [
            undatedTracks(of: user, before: undated, limit: limit, in: tenant),
            tracks(of: user, before: dated.microseconds, dated.id, limit: limit, in: tenant),
        ]
    }

    /// Returns the statement that selects the reposts of a user in the listener's stream, newest first (spec L5).
    package static func reposts(
        by user: Int64, before microseconds: Int64, _ id: Int64, limit: Int, of listener: Listener
    ) -> SQL {
        """
        select entry_id, via, track_id, playlist_id, reposter_id, happened_at,
               (extract(epoch from happened_at) * 1000000)::bigint as at_us
          from app.stream_entry
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and reposter_id = \(user)
           and via = 'repost'
           and (happened_at, entry_id)
               < (timestamptz 'epoch' + \(microseconds) * interval '1 microsecond', \(id))
         order by happened_at desc, entry_id desc
         limit \(limit)
        """
    }

    /// Returns the statement that selects the keys of a user's playlists that are public or the listener's own, in descending order.
    package static func playlists(of user: Int64, before id: Int64, limit: Int, for listener: Listener) -> SQL {
        """
        select p.playlist_id
          from app.cloud_playlist p
         where p.tenant_id = \(listener.tenant)
           and p.cloud_user_id = \(user)
           and p.playlist_id < \(id)
           and (p.is_public
                or exists (select 1
                             from app.own_playlist o
                            where o.tenant_id = \(listener.tenant)
                              and o.user_id = \(listener.account)
                              and o.playlist_id = p.playlist_id))
         order by p.playlist_id desc
         limit \(limit)
        """
    }

    /// The condition under which a listener may see the playlist `p`: a public playlist, one of the listener's own, or one that the listener likes.
    static func isVisible(to listener: Listener) -> SQLFragment {
        """
        (p.is_public
         or exists (select 1
                      from app.own_playlist o
                     where o.tenant_id = \(listener.tenant)
                       and o.user_id = \(listener.account)
                       and o.playlist_id = p.playlist_id)
         or exists (select 1
                      from app.cloud_like l
                     where l.tenant_id = \(listener.tenant)
                       and l.user_id = \(listener.account)
                       and l.playlist_id = p.playlist_id))
        """
    }

    /// Returns the statement that selects a playlist if this listener may see the playlist (`isVisible(to:)`).
    package static func playlist(_ urn: CloudURN, for listener: Listener) -> SQL {
        """
        select p.playlist_id, p.tracks_at
          from app.cloud_playlist p
         where p.tenant_id = \(listener.tenant)
           and p.urn = \(urn)
           and \(isVisible(to: listener))
        """
    }

    /// Returns the statement that selects the tracks of a playlist, in playlist order.
    package static func tracks(in playlist: Int64, after position: Int64, limit: Int, in tenant: TenantID) -> SQL {
        """
        select position, track_id
          from app.cloud_playlist_track
         where tenant_id = \(tenant)
           and playlist_id = \(playlist)
           and position > \(position)
         order by position
         limit \(limit)
        """
    }

    /// Returns the statement that selects the stored profile of a user, and whether the listener follows the user.
    package static func profile(_ user: Int64, for listener: Listener) -> SQL {
        """
        select u.urn as user_urn, u.username, u.permalink_url as user_permalink, u.avatar_url, u.full_name, u.description,
               u.city, u.country, u.track_count, u.playlist_count, u.follower_count, u.following_count,
               exists (select 1
                         from app.cloud_following f
                        where f.tenant_id = \(listener.tenant)
                          and f.user_id = \(listener.account)
                          and f.cloud_user_id = u.cloud_user_id) as is_followed
          from app.cloud_user u
         where u.tenant_id = \(listener.tenant)
           and u.cloud_user_id = \(user)
        """
    }

    /// Returns the statement that selects the sizes of the listener's lists, and the connected account. O(n) in the number of items in the lists.
    package static func counts(of listener: Listener) -> SQL {
        """
        select (select count(*)
                  from app.cloud_like
                 where tenant_id = \(listener.tenant) and user_id = \(listener.account)
                   and track_id is not null) as liked_tracks,
               (select count(*)
                  from app.cloud_like
                 where tenant_id = \(listener.tenant) and user_id = \(listener.account)
                   and playlist_id is not null) as liked_playlists,
               (select count(*)
                  from app.own_playlist
                 where tenant_id = \(listener.tenant) and user_id = \(listener.account)) as playlists,
               (select count(*)
                  from app.cloud_following
                 where tenant_id = \(listener.tenant) and user_id = \(listener.account)) as followings,
               (select cloud_user_id
                  from app.cloud_connection
                 where tenant_id = \(listener.tenant) and user_id = \(listener.account)
                   and service = 'soundcloud') as cloud_user_id
        """
    }
}
