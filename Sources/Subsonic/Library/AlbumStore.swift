import MusicLibrary
import Postgres
import SoundCloud
import Tenancy

/// The SQL that reads albums by key.
struct AlbumStore: Sendable {
    let database: TenantDatabase

    /// Returns the albums with these keys, in the order of the keys, excluding albums that have no tracks in the library.
    func albums(_ keys: [AlbumKey], of listener: Listener) async throws -> [Album] {
        guard !keys.isEmpty else { return [] }
        var (albums, artists): ([Int64], [Int64]) = ([], [])
        for key in keys {
            switch key {
            case .album(let id): albums.append(id)
            case .singles(let artist): artists.append(artist)
            }
        }
        let rows = try await database.batch(
            in: listener.tenant, [Self.albums(albums, listener), Self.singles(artists, listener)])
        var found: [AlbumKey: Album] = [:]
        for row in rows.joined() {
            let album = try Album(row: row)
            found[album.key] = album
        }
        return keys.compactMap { found[$0] }
    }

    func album(_ key: AlbumKey, of listener: Listener) async throws -> Album? {
        try await albums([key], of: listener).first
    }

    /// Returns the albums whose keys a statement selects as `album_id` and `artist_id`, in the order of its rows.
    func albums(_ statement: SQL, of listener: Listener) async throws -> [Album] {
        let rows = try await database.rows(in: listener.tenant, statement)
        return try await albums(
            rows.map { AlbumKey(album: try $0.optional("album_id"), artist: try $0("artist_id")) }, of: listener)
    }

    /// Returns the number of songs in the library, excluding podcast tracks.
    func count(of listener: Listener) async throws -> Int64 {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select count(*) as songs
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and shelf = 'library'
            """)
        return try rows.first?("songs") ?? 0
    }

    private static func albums(_ ids: [Int64], _ listener: Listener) -> SQL {
        """
        select a.album_id, a.title, a.artist_id, r.name as artist, count(*) as songs,
               sum(x.duration_ms)::bigint as duration_ms, min(x.added_at) as created_at,
               min(extract(year from t.uploaded_at at time zone 'UTC'))::bigint as year,
               mode() within group (order by t.genre) filter (where t.genre <> '') as genre,
               coalesce(array_agg(distinct l.name) filter (where l.name is not null), '{}') as labels,
               sum(n.plays)::bigint as plays, max(n.played_at) as played_at
          from app.library_album a
          join app.library_track x
            on x.tenant_id = a.tenant_id and x.user_id = a.user_id and x.album_id = a.album_id and x.shelf = 'library'
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
          left join app.library_artist r
            on r.tenant_id = a.tenant_id and r.user_id = a.user_id and r.artist_id = a.artist_id
          left join app.library_label l
            on l.tenant_id = x.tenant_id and l.user_id = x.user_id and l.label_id = x.label_id
         cross join lateral (
               select count(*) as plays, max(e.listened_at) as played_at
                 from app.listen e
                where e.tenant_id = x.tenant_id and e.track_id = x.track_id and e.user_id = \(listener.account)) n
         where a.tenant_id = \(listener.tenant)
           and a.user_id = \(listener.account)
           and a.album_id = any (\(ids))
         group by a.album_id, a.title, a.artist_id, r.name
        """
    }

    private static func singles(_ artists: [Int64], _ listener: Listener) -> SQL {
        """
        select null::bigint as album_id, null::text as title, r.artist_id, r.name as artist, count(*) as songs,
               sum(x.duration_ms)::bigint as duration_ms, min(x.added_at) as created_at,
               max(extract(year from t.uploaded_at at time zone 'UTC'))::bigint as year,
               mode() within group (order by t.genre) filter (where t.genre <> '') as genre,
               coalesce(array_agg(distinct l.name) filter (where l.name is not null), '{}') as labels,
               sum(n.plays)::bigint as plays, max(n.played_at) as played_at
          from app.library_artist r
          join app.library_track x
            on x.tenant_id = r.tenant_id and x.user_id = r.user_id and x.artist_id = r.artist_id and x.album_id is null
               and x.shelf = 'library'
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
          left join app.library_label l
            on l.tenant_id = x.tenant_id and l.user_id = x.user_id and l.label_id = x.label_id
         cross join lateral (
               select count(*) as plays, max(e.listened_at) as played_at
                 from app.listen e
                where e.tenant_id = x.tenant_id and e.track_id = x.track_id and e.user_id = \(listener.account)) n
         where r.tenant_id = \(listener.tenant)
           and r.user_id = \(listener.account)
           and r.artist_id = any (\(artists))
         group by r.artist_id, r.name
        """
    }
}
