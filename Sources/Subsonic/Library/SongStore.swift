import MusicLibrary
import Postgres
import SoundCloud
import Tenancy

/// The SQL that reads tracks: a statement selects the keys of a list, and then a batch reads the tracks with these keys.
struct SongStore: Sendable {
    let database: TenantDatabase
    /// Whether `stream` sends files, rather than redirects to SoundCloud's playlists.
    var isPassedOn = true

    /// Returns the tracks with these keys, in the order of the keys. Missing tracks are left out.
    func songs(_ keys: [Int64], of listener: Listener) async throws -> [Song] {
        guard !keys.isEmpty else { return [] }
        let rows = try await database.batch(
            in: listener.tenant, [Self.songs(keys, listener), Self.credits(keys, listener)])
        var found: [Int64: Song] = [:]
        found.reserveCapacity(rows[0].count)
        for row in rows[0] {
            var song = try Song(row: row)
            if !isPassedOn { song.form = .playlist }
            found[song.key] = song
        }
        for row in rows[1] {
            found[try row("track_id", as: Int64.self)]?.credits.append(
                Song.Credit(artist: try row("artist_id"), name: try row("name"), role: try row("role")))
        }
        return keys.compactMap { found[$0] }
    }

    /// Returns the stored track with a URN, or `nil` if there is none.
    func song(_ urn: CloudURN, of listener: Listener) async throws -> Song? {
        guard let key = try await keys([urn], in: listener.tenant)[urn] else { return nil }
        return try await songs([key], of: listener).first
    }

    /// Returns the keys of the tracks with these URNs. A URN whose track is not stored has no entry.
    func keys(_ urns: [CloudURN], in tenant: TenantID) async throws -> [CloudURN: Int64] {
        var keys: [CloudURN: Int64] = [:]
        for row in try await database.rows(in: tenant, CloudURN.Kind.track.keys(of: urns, in: tenant)) {
            keys[try row("urn")] = try row("id", as: Int64.self)
        }
        return keys
    }

    /// Returns the tracks whose keys a statement selects as `track_id`, in the order of its rows.
    func songs(_ statement: SQL, of listener: Listener) async throws -> [Song] {
        try await songs(database.rows(in: listener.tenant, statement).map { try $0("track_id") }, of: listener)
    }

    private static func songs(_ keys: [Int64], _ listener: Listener) -> SQL {
        """
        select t.track_id, t.urn, coalesce(x.title, t.title) as title,
               coalesce(x.artist_text, nullif(t.metadata_artist, ''), u.username) as artist, x.artist_id, x.album_id,
               x.shelf, x.station_id, s.name as station_name, x.added_at, al.title as album_title, t.genre, t.duration_ms,
               t.uploaded_at, t.description, t.access, t.isrc, t.is_downloadable, k.first_seen_at as starred_at, r.rating,
               n.plays, n.played_at
          from app.cloud_track t
          join app.cloud_user u on u.tenant_id = t.tenant_id and u.cloud_user_id = t.cloud_user_id
          left join app.library_track x
            on x.tenant_id = t.tenant_id and x.user_id = \(listener.account) and x.track_id = t.track_id
          left join app.library_album al
            on al.tenant_id = x.tenant_id and al.user_id = x.user_id and al.album_id = x.album_id
          left join app.podcast_station s
            on s.tenant_id = x.tenant_id and s.user_id = x.user_id and s.station_id = x.station_id
          left join app.cloud_like k
            on k.tenant_id = t.tenant_id and k.user_id = \(listener.account) and k.track_id = t.track_id
          left join app.track_rating r
            on r.tenant_id = t.tenant_id and r.user_id = \(listener.account) and r.track_id = t.track_id
         cross join lateral (
               select count(*) as plays, max(e.listened_at) as played_at
                 from app.listen e
                where e.tenant_id = t.tenant_id and e.track_id = t.track_id and e.user_id = \(listener.account)) n
         where t.tenant_id = \(listener.tenant)
           and t.track_id = any (\(keys))
        """
    }

    private static func credits(_ keys: [Int64], _ listener: Listener) -> SQL {
        """
        select c.track_id, c.artist_id, a.name, c.role
          from app.library_credit c
          join app.library_artist a
            on a.tenant_id = c.tenant_id and a.user_id = c.user_id and a.artist_id = c.artist_id
         where c.tenant_id = \(listener.tenant)
           and c.user_id = \(listener.account)
           and c.track_id = any (\(keys))
         order by c.track_id, c.position
        """
    }

    // MARK: - Lists in the library

    /// Returns the statement for the tracks of an album, oldest upload first, or for the singles of an artist, newest upload first.
    ///
    /// The stored tracks have no track number. The order of the uploads is usually closer to the order of the album than the order of the titles is.
    static func tracks(of album: AlbumKey, _ listener: Listener) -> SQL {
        switch album {
        case .album(let id):
            """
            select x.track_id
              from app.library_track x
              join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.album_id = \(id)
               and x.shelf = 'library'
             order by t.uploaded_at nulls last, x.title_key, x.track_id
            """
        case .singles(let artist):
            """
            select x.track_id
              from app.library_track x
              join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.artist_id = \(artist)
               and x.album_id is null
               and x.shelf = 'library'
             order by t.uploaded_at desc nulls last, x.title_key, x.track_id
            """
        }
    }

    /// Returns the statement for at most `limit` tracks whose title, artist and album together match every SQL pattern, without the first `offset`,
    /// by title. Without patterns, all tracks of the library match.
    static func matching(_ words: [String], _ limit: Int, _ offset: Int, _ listener: Listener) -> SQL {
        guard !words.isEmpty else {
            return """
                select track_id
                  from app.library_track
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and shelf = 'library'
                 order by title_key, track_id
                 limit \(limit) offset \(offset)
                """
        }
        return """
            select x.track_id
              from app.library_track x
              left join app.library_album al
                on al.tenant_id = x.tenant_id and al.user_id = x.user_id and al.album_id = x.album_id
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.shelf = 'library'
               and x.title_key || ' ' || x.artist_key || ' ' || coalesce(al.title_key, '') like all (\(words))
             order by x.title_key, x.track_id
             limit \(limit) offset \(offset)
            """
    }

    /// Returns the statement for at most `limit` tracks of the library that can be played, in random order.
    ///
    /// - Parameters:
    ///   - genre: `nil` for all genres.
    ///   - from: The first year of upload; 0 or less for no limit.
    ///   - to: The last year of upload; 0 or less for no limit.
    static func random(
        _ limit: Int, genre: String?, from: Int64, to: Int64, _ listener: Listener
    ) -> SQL {
        """
        select x.track_id
          from app.library_track x
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
         where x.tenant_id = \(listener.tenant)
           and x.user_id = \(listener.account)
           and x.shelf = 'library'
           and t.access in ('playable', 'preview')
           and (\(genre) is null or t.genre = \(genre))
           and (\(from) <= 0 or extract(year from t.uploaded_at at time zone 'UTC') >= \(from))
           and (\(to) <= 0 or extract(year from t.uploaded_at at time zone 'UTC') <= \(to))
         order by random()
         limit \(limit)
        """
    }

    /// Returns the statement for at most `limit` tracks of the library with exactly this genre, without the first `offset`, by title.
    static func ofGenre(_ genre: String, _ limit: Int, _ offset: Int, _ listener: Listener) -> SQL {
        """
        select x.track_id
          from app.library_track x
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
         where x.tenant_id = \(listener.tenant)
           and x.user_id = \(listener.account)
           and x.shelf = 'library'
           and t.genre = \(genre)
         order by x.title_key, x.track_id
         limit \(limit) offset \(offset)
        """
    }

    /// Returns the statement for at most `limit` tracks with a primary credit of an artist with this name, regardless of case, most plays by the
    /// listener first, then most plays on SoundCloud.
    static func top(ofArtist name: String, _ limit: Int, _ listener: Listener) -> SQL {
        """
        select x.track_id
          from app.library_artist a
          join app.library_credit c
            on c.tenant_id = a.tenant_id and c.user_id = a.user_id and c.artist_id = a.artist_id and c.role = 'primary'
          join app.library_track x
            on x.tenant_id = c.tenant_id and x.user_id = c.user_id and x.track_id = c.track_id and x.shelf = 'library'
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
         cross join lateral (
               select count(*) as plays
                 from app.listen e
                where e.tenant_id = x.tenant_id and e.track_id = x.track_id and e.user_id = \(listener.account)) n
         where a.tenant_id = \(listener.tenant)
           and a.user_id = \(listener.account)
           and lower(a.name) = lower(\(name))
         order by n.plays desc, t.play_count desc, x.title_key, x.track_id
         limit \(limit)
        """
    }

    // MARK: - Lists outside the library

    /// Returns the statement for the tracks that the listener likes, most recent like first, also outside the library.
    static func starred(_ listener: Listener) -> SQL {
        """
        select track_id
          from app.cloud_like
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and track_id is not null
         order by rank desc, like_id desc
        """
    }

    /// Returns the statement for the stored tracks of Discover, in its order.
    static func discovered(_ listener: Listener) -> SQL {
        """
        select track_id
          from app.discover_track
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
         order by position
        """
    }

    /// Returns the statement for at most `limit` tracks of Discover if its starting track is this track or belongs to this artist or album, else for
    /// none.
    static func similar(to id: ItemID, _ limit: Int, _ listener: Listener) -> SQL {
        let (urn, artist, album): (CloudURN?, Int64?, Int64?) =
            switch id {
            case .track(let urn), .episode(let urn): (urn, nil, nil)
            case .artist(let id), .album(.singles(let id)): (nil, id, nil)
            case .album(.album(let id)): (nil, nil, id)
            default: (nil, nil, nil)
            }
        return """
            select d.track_id
              from app.discover s
              join app.cloud_track t on t.tenant_id = s.tenant_id and t.track_id = s.seed_id
              join app.discover_track d on d.tenant_id = s.tenant_id and d.user_id = s.user_id
              left join app.library_track x
                on x.tenant_id = s.tenant_id and x.user_id = s.user_id and x.track_id = s.seed_id
             where s.tenant_id = \(listener.tenant)
               and s.user_id = \(listener.account)
               and (t.urn = \(urn) or x.artist_id = \(artist) or x.album_id = \(album))
             order by d.position
             limit \(limit)
            """
    }
}
