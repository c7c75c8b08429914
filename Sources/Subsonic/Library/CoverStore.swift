import MusicLibrary
import Postgres
import SoundCloud
import Tenancy

/// The SQL for the addresses of pictures on SoundCloud.
struct CoverStore: Sendable {
    let database: TenantDatabase

    /// Returns the address of an item's picture or, for a track without a picture, of the uploader's avatar; `nil` if there is none or the item is
    /// not visible.
    func address(of id: ItemID, for listener: Listener) async throws -> String? {
        let rows = try await database.rows(in: listener.tenant, Self.selection(id, listener))
        return try rows.first.flatMap { try $0.optional("address", as: String.self) }
    }

    /// Returns whether the item exists and the listener may see it, even without a picture. An artist, album or station exists if it has tracks;
    /// Discover and the library's folder exist if Discover was filled.
    func exists(_ id: ItemID, for listener: Listener) async throws -> Bool {
        try await !database.rows(in: listener.tenant, Self.existence(id, listener)).isEmpty
    }

    private static func existence(_ id: ItemID, _ listener: Listener) -> SQL {
        switch id {
        case .track, .episode, .playlist: selection(id, listener)
        case .album(.album(let album)):
            """
            select 1
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and album_id = \(album)
             limit 1
            """
        case .album(.singles(let artist)), .artist(let artist):
            """
            select 1
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and artist_id = \(artist)
             limit 1
            """
        case .station(let station):
            """
            select 1
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and shelf = 'podcasts'
               and coalesce(station_id, 0) = \(station)
             limit 1
            """
        case .discover, .folder:
            """
            select 1
              from app.discover
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
            """
        }
    }

    /// Returns the address of the avatar of the listener's SoundCloud account; `nil` if there is none.
    func avatar(of listener: Listener) async throws -> String? {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select nullif(u.avatar_url, '') as address
              from app.cloud_connection c
              join app.cloud_user u on u.tenant_id = c.tenant_id and u.cloud_user_id = c.cloud_user_id
             where c.tenant_id = \(listener.tenant)
               and c.user_id = \(listener.account)
               and c.service = 'soundcloud'
            """)
        return try rows.first.flatMap { try $0.optional("address", as: String.self) }
    }

    private static func selection(_ id: ItemID, _ listener: Listener) -> SQL {
        switch id {
        case .track(let urn), .episode(let urn):
            """
            select coalesce(nullif(t.artwork_url, ''), nullif(u.avatar_url, '')) as address
              from app.cloud_track t
              join app.cloud_user u on u.tenant_id = t.tenant_id and u.cloud_user_id = t.cloud_user_id
             where t.tenant_id = \(listener.tenant)
               and t.urn = \(urn)
            """
        case .album(.album(let album)): artwork("album_id", album, listener)
        case .album(.singles(let artist)), .artist(let artist): artwork("artist_id", artist, listener)
        case .station(let station):
            """
            select t.artwork_url as address
              from app.library_track x
              join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.shelf = 'podcasts'
               and coalesce(x.station_id, 0) = \(station)
               and t.artwork_url <> ''
             order by x.station_position, x.title_key, x.track_id
             limit 1
            """
        case .playlist(let urn):
            """
            select coalesce(nullif(p.artwork_url, ''),
                            (select t.artwork_url
                               from app.cloud_playlist_track e
                               join app.cloud_track t on t.tenant_id = e.tenant_id and t.track_id = e.track_id
                              where e.tenant_id = p.tenant_id and e.playlist_id = p.playlist_id and t.artwork_url <> ''
                              order by e.position
                              limit 1)) as address
              from app.cloud_playlist p
             where p.tenant_id = \(listener.tenant)
               and p.urn = \(urn)
               and (p.is_public
                    or exists (select 1
                                 from app.own_playlist o
                                where o.tenant_id = p.tenant_id and o.user_id = \(listener.account)
                                  and o.playlist_id = p.playlist_id)
                    or exists (select 1
                                 from app.cloud_like l
                                where l.tenant_id = p.tenant_id and l.user_id = \(listener.account)
                                  and l.playlist_id = p.playlist_id))
            """
        case .discover, .folder:
            """
            select t.artwork_url as address
              from app.discover s
              join app.cloud_track t on t.tenant_id = s.tenant_id and t.track_id = s.seed_id
             where s.tenant_id = \(listener.tenant)
               and s.user_id = \(listener.account)
               and t.artwork_url <> ''
            """
        }
    }

    /// Returns the statement for the artwork of the first track, by title, that has artwork. `column` is the key column of the artist or album.
    private static func artwork(_ column: StaticString, _ id: Int64, _ listener: Listener) -> SQL {
        """
        select t.artwork_url as address
          from app.library_track x
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
         where x.tenant_id = \(listener.tenant)
           and x.user_id = \(listener.account)
           and x.\(name: column) = \(id)
           and t.artwork_url <> ''
         order by x.title_key, x.track_id
         limit 1
        """
    }
}
