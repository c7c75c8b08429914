import Postgres
import SoundCloud

/// The statement that reads a context. The result of the statement is one row with the title of the context and the keys of its
/// tracks, at most 100,000, or no row if the listener does not have the context.
///
/// The statement replaces playlists in the likes and in the stream with their tracks. A playlist whose tracks have not been
/// synced contributes no tracks.
extension PlayContext {
    func statement(for listener: Listener) -> SQL {
        switch source {
        case .songs: Self.tracks("Songs", .library, listener)
        case .podcasts: Self.tracks("Podcasts", .podcasts, listener)
        case .artist(let id): Self.artist(id, listener)
        case .album(let id): Self.entry(.albums, id, listener)
        case .label(let id): Self.entry(.labels, id, listener)
        case .station(let id): Self.station(id, listener)
        case .likes(let order): Self.likes(order, listener)
        case .likesOfUser(let urn): Self.likes(of: urn, listener)
        case .stream(let include): Self.stream(include, listener)
        case .discover: Self.discover(listener)
        case .playlist(let urn): Self.playlist(urn, listener)
        case .user(let urn): Self.user(urn, listener)
        case .track(let urn):
            """
            select title, array[track_id] as tracks
              from app.cloud_track
             where tenant_id = \(listener.tenant)
               and urn = \(urn)
            """
        }
    }

    private static func tracks(_ title: String, _ location: LibraryTrack.Location, _ listener: Listener) -> SQL {
        """
        select \(title) as title,
               array(select track_id
                       from app.library_track
                      where tenant_id = \(listener.tenant)
                        and user_id = \(listener.account)
                        and shelf = \(location)
                      order by title_key, track_id
                      limit \(PlayList.most)) as tracks
        """
    }

    private static func artist(_ id: Int64, _ listener: Listener) -> SQL {
        """
        select a.name as title,
               array(select x.track_id
                       from (select distinct track_id
                               from app.library_credit
                              where tenant_id = \(listener.tenant)
                                and user_id = \(listener.account)
                                and artist_id = \(id)) c
                       join app.library_track x
                         on x.tenant_id = \(listener.tenant)
                        and x.user_id = \(listener.account)
                        and x.track_id = c.track_id
                      order by x.title_key, x.track_id
                      limit \(PlayList.most)) as tracks
          from app.library_artist a
         where a.tenant_id = \(listener.tenant)
           and a.user_id = \(listener.account)
           and a.artist_id = \(id)
        """
    }

    /// Returns the statement that selects the name of an album or label and the keys of the entry's tracks, sorted by title.
    private static func entry(_ category: BrowseStore.Category, _ id: Int64, _ listener: Listener) -> SQL {
        """
        select \(name: category.name) as title,
               array(select track_id
                       from app.library_track
                      where tenant_id = \(listener.tenant)
                        and user_id = \(listener.account)
                        and \(name: category.id) = \(id)
                      order by title_key, track_id
                      limit \(PlayList.most)) as tracks
          from \(name: category.table)
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and \(name: category.id) = \(id)
        """
    }

    private static func station(_ id: Int64, _ listener: Listener) -> SQL {
        """
        select name as title,
               array(select track_id
                       from app.library_track
                      where tenant_id = \(listener.tenant)
                        and user_id = \(listener.account)
                        and station_id = \(id)
                      order by station_position, track_id
                      limit \(PlayList.most)) as tracks
          from app.podcast_station
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and station_id = \(id)
        """
    }

    private static func likes(_ order: LikedItem.Order, _ listener: Listener) -> SQL {
        let liked: SQL =
            """
            select 'Likes' as title, coalesce(array_agg(o.track_id), '{}') as tracks
              from (select coalesce(k.track_id, p.track_id) as track_id
                      from app.cloud_like k
                      left join app.cloud_playlist_track p
                        on p.tenant_id = k.tenant_id and p.playlist_id = k.playlist_id
                     where k.tenant_id = \(listener.tenant)
                       and k.user_id = \(listener.account)
                       and (k.track_id is not null or p.track_id is not null)
            """
        return switch order {
        case .recent: liked.appending("\n order by k.rank desc, k.like_id desc, p.position limit 100000) o")
        case .title: liked.appending("\n order by k.title_key, k.like_id, p.position limit 100000) o")
        case .user:
            liked.appending(
                "\n order by k.user_key, k.cloud_user_id, k.rank desc, k.like_id desc, p.position limit 100000) o")
        case .artist:
            liked.appending("\n order by k.artist_key, k.title_key, k.like_id, p.position limit 100000) o")
        case .duration: liked.appending("\n order by k.duration_ms, k.like_id, p.position limit 100000) o")
        }
    }

    private static func likes(of urn: CloudURN, _ listener: Listener) -> SQL {
        """
        select u.username as title,
               array(select coalesce(k.track_id, p.track_id)
                       from app.cloud_like k
                       left join app.cloud_playlist_track p
                         on p.tenant_id = k.tenant_id and p.playlist_id = k.playlist_id
                      where k.tenant_id = \(listener.tenant)
                        and k.user_id = \(listener.account)
                        and k.cloud_user_id = u.cloud_user_id
                        and (k.track_id is not null or p.track_id is not null)
                      order by k.rank desc, k.like_id desc, p.position
                      limit \(PlayList.most)) as tracks
          from app.cloud_user u
         where u.tenant_id = \(listener.tenant)
           and u.urn = \(urn)
        """
    }

    private static func stream(_ include: Include, _ listener: Listener) -> SQL {
        """
        select 'Stream' as title,
               array(select coalesce(e.track_id, p.track_id)
                       from app.stream_entry e
                       left join app.cloud_playlist_track p
                         on p.tenant_id = e.tenant_id and p.playlist_id = e.playlist_id
                      where e.tenant_id = \(listener.tenant)
                        and e.user_id = \(listener.account)
                        and (\(include != .reposts) and e.via = 'post' or \(include != .posts) and e.via = 'repost')
                        and (e.track_id is not null or p.track_id is not null)
                      order by e.happened_at desc, e.entry_id desc, p.position
                      limit \(PlayList.most)) as tracks
        """
    }

    private static func discover(_ listener: Listener) -> SQL {
        """
        select t.title,
               array(select track_id
                       from app.discover_track
                      where tenant_id = \(listener.tenant)
                        and user_id = \(listener.account)
                      order by position
                      limit \(PlayList.most)) as tracks
          from app.discover d
          join app.cloud_track t on t.tenant_id = d.tenant_id and t.track_id = d.seed_id
         where d.tenant_id = \(listener.tenant)
           and d.user_id = \(listener.account)
        """
    }

    /// Returns the statement that selects a playlist if this listener may see it: a public playlist, one of the listener's own,
    /// or one that the listener likes.
    private static func playlist(_ urn: CloudURN, _ listener: Listener) -> SQL {
        """
        select p.title,
               array(select track_id
                       from app.cloud_playlist_track
                      where tenant_id = \(listener.tenant)
                        and playlist_id = p.playlist_id
                      order by position
                      limit \(PlayList.most)) as tracks
          from app.cloud_playlist p
         where p.tenant_id = \(listener.tenant)
           and p.urn = \(urn)
           and \(CloudListSQL.isVisible(to: listener))
        """
    }

    private static func user(_ urn: CloudURN, _ listener: Listener) -> SQL {
        """
        select u.username as title,
               array(select track_id
                       from app.cloud_track
                      where tenant_id = \(listener.tenant)
                        and cloud_user_id = u.cloud_user_id
                      order by uploaded_at desc nulls first, track_id desc
                      limit \(PlayList.most)) as tracks
          from app.cloud_user u
         where u.tenant_id = \(listener.tenant)
           and u.urn = \(urn)
        """
    }
}
