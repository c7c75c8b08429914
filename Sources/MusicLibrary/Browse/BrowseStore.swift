import ArtistClassification
import Postgres
import SoundCloud
import Tenancy
import Web

/// The store for browsing the library: songs, artists, albums and labels, and the tracks of each entry (spec L9).
package struct BrowseStore: Sendable {
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// A selection of the listener's tracks to list, such as the songs, an album or a station.
    package enum TrackList: Sendable, Hashable {
        case location(LibraryTrack.Location)
        case artist(Int64), album(Int64), label(Int64)
        /// The tracks of a station, in the station's order.
        case station(Int64)
        /// Tracks filed with low confidence that the listener has not confirmed, lowest confidence first.
        case uncertain
        /// Podcast tracks that belong to no station and whose sort keys begin with this text.
        case loose(String)
        /// Library tracks that may belong to the podcasts: recordings of 20 minutes or more, and episodes.
        case suggested
    }

    /// A category of library entries: artists, albums or labels.
    package enum Category: String, Sendable, Hashable {
        case artists, albums, labels

        /// The singular noun for an entry of the category, such as "artist".
        package var noun: String { String(rawValue.dropLast()) }

        /// The path of the category, below `/api/v1/me` in the API and from the root for pages.
        package var path: String { "/library/\(rawValue)" }

        /// The name of the path parameter with the ID of an entry.
        package var parameter: String {
            switch self {
            case .artists: "libraryArtist"
            case .albums: "libraryAlbum"
            case .labels: "libraryLabel"
            }
        }
    }

    // MARK: - Tracks

    /// Returns one track, or `nil` if the listener does not have the track.
    package func track(_ urn: CloudURN, of listener: Listener) async throws -> LibraryTrack? {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select x.track_id, x.title_key as key
              from app.library_track x
              join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and t.urn = \(urn)
            """)
        return try await tracks(rows.map { try $0("track_id") }, of: listener).first
    }

    /// Returns a page of a list and the next page's cursor, which is `nil` on the last page. Stations are sorted by position, `.uncertain` by
    /// confidence, others by title.
    package func tracks(
        _ list: TrackList, _ page: KeysetPage, of listener: Listener
    ) async throws -> (items: [LibraryTrack], next: String?) {
        let rows = try await database.rows(in: listener.tenant, Self.selection(list, page, listener))
        let positions = try rows.map { KeysetPage.Position(key: try $0("key"), id: try $0("track_id")) }
        let (shown, next) = page.cut(positions) { $0 }
        return (try await tracks(shown.map(\.id), of: listener), next)
    }

    static func selection(_ list: TrackList, _ page: KeysetPage, _ listener: Listener) -> SQL {
        switch list {
        case .location(let location): byTitle("shelf", location, page, listener)
        case .album(let id): byTitle("album_id", id, page, listener)
        case .label(let id): byTitle("label_id", id, page, listener)
        case .uncertain:
            """
            select track_id, confidence::text as key
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and not is_settled
               and confidence < \(Float(Filing.uncertain))
               and (confidence, track_id) > (\(Float(page.key) ?? -1), \(page.id))
             order by confidence, track_id
             limit \(page.limit + 1)
            """
        case .station(let id):
            """
            select track_id, station_position::text as key
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and station_id = \(id)
               and (station_position, track_id) > (\(Int32(page.key) ?? -1), \(page.id))
             order by station_position, track_id
             limit \(page.limit + 1)
            """
        case .loose(let start):
            """
            select track_id, title_key as key
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and shelf = 'podcasts'
               and station_id is null
               and (title_key, track_id) > (\(max(page.key, start)), \(page.id))
               and title_key < \(start + AlphabeticIndex.end)
             order by title_key, track_id
             limit \(page.limit + 1)
            """
        case .suggested:
            // Repeats the condition of library_track_suggested_idx literally: with a bind parameter the planner could not use the index.
            """
            select track_id, title_key as key
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and shelf = 'library'
               and (duration_ms >= 1200000 or 'It is an episode, which stays with its show.' = any (why))
               and (title_key, track_id) > (\(page.key), \(page.id))
             order by title_key, track_id
             limit \(page.limit + 1)
            """
        case .artist(let id):
            // The tracks include those on which the artist is only a guest, a remixer or another credited person.
            """
            select distinct x.title_key as key, x.track_id
              from app.library_credit c
              join app.library_track x
                on x.tenant_id = c.tenant_id and x.user_id = c.user_id and x.track_id = c.track_id
             where c.tenant_id = \(listener.tenant)
               and c.user_id = \(listener.account)
               and c.artist_id = \(id)
               and (x.title_key, x.track_id) > (\(page.key), \(page.id))
             order by x.title_key, x.track_id
             limit \(page.limit + 1)
            """
        }
    }

    /// Returns the statement that selects a page of the tracks with this value in a column, and the first track of the next page, sorted by title.
    private static func byTitle(
        _ column: StaticString, _ value: some PostgresEncodable, _ page: KeysetPage, _ listener: Listener
    ) -> SQL {
        """
        select track_id, title_key as key
          from app.library_track
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and \(name: column) = \(value)
           and (title_key, track_id) > (\(page.key), \(page.id))
         order by title_key, track_id
         limit \(page.limit + 1)
        """
    }

    /// Returns the tracks with these keys, in the same order. Tracks that the listener does not have are omitted.
    func tracks(_ ids: [Int64], of listener: Listener) async throws -> [LibraryTrack] {
        guard !ids.isEmpty else { return [] }
        let rows = try await database.batch(
            in: listener.tenant,
            [
                """
                select x.track_id, t.urn, x.shelf, x.added_at, x.station_id, s.name as station_name, x.title, x.version,
                       x.artist_text, x.album_id, al.title as album_title, x.label_id, l.name as label_name, x.confidence,
                       x.why, x.said <> '{}'::jsonb as is_corrected, x.is_settled, x.duration_ms, t.access, t.artwork_url,
                       t.permalink_url, t.title as uploaded_title, u.urn as uploader_urn, u.username as uploader_name
                  from app.library_track x
                  join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
                  join app.cloud_user u on u.tenant_id = t.tenant_id and u.cloud_user_id = t.cloud_user_id
                  left join app.library_album al
                    on al.tenant_id = x.tenant_id and al.user_id = x.user_id and al.album_id = x.album_id
                  left join app.library_label l
                    on l.tenant_id = x.tenant_id and l.user_id = x.user_id and l.label_id = x.label_id
                  left join app.podcast_station s
                    on s.tenant_id = x.tenant_id and s.user_id = x.user_id and s.station_id = x.station_id
                 where x.tenant_id = \(listener.tenant)
                   and x.user_id = \(listener.account)
                   and x.track_id = any (\(ids))
                """,
                """
                select c.track_id, c.artist_id, a.name, c.role, c.credited_as, c.join_phrase
                  from app.library_credit c
                  join app.library_artist a
                    on a.tenant_id = c.tenant_id and a.user_id = c.user_id and a.artist_id = c.artist_id
                 where c.tenant_id = \(listener.tenant)
                   and c.user_id = \(listener.account)
                   and c.track_id = any (\(ids))
                 order by c.track_id, c.position
                """,
            ])
        var found: [Int64: LibraryTrack] = [:]
        for row in rows[0] {
            let track = try LibraryTrack(row: row)
            found[track.id.rawValue] = track
        }
        for row in rows[1] {
            found[try row("track_id", as: Int64.self)]?.artists.append(
                LibraryTrack.Credit(
                    artist: .init(id: try row("artist_id"), name: try row("name")), role: try row("role"),
                    creditedAs: try row("credited_as"), joinPhrase: try row("join_phrase")))
        }
        return ids.compactMap { found[$0] }
    }

    /// Confirms the filing of a track, so that the track is not uncertain. Returns `false` if the listener does not have the track.
    package func confirmFiling(_ urn: CloudURN, of listener: Listener) async throws(PostgresError) -> Bool {
        try await !database.rows(
            in: listener.tenant,
            """
            update app.library_track x
               set is_settled = true
              from app.cloud_track t
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and t.tenant_id = x.tenant_id
               and t.track_id = x.track_id
               and t.urn = \(urn)
            returning x.track_id
            """
        ).isEmpty
    }

    // MARK: - Artists, albums and labels

    /// An artist, album or label, with the number of its tracks in the listener's library and podcasts.
    package struct Entry: Sendable, Hashable, RowDecodable {
        package let id: Int64
        package let name: String
        let key: String
        package let tracks: Int64
        package let artist: LibraryTrack.Reference?
        /// The picture of the first track that has one, among the entry's first 20 tracks by title; `nil` if there is none or none was read.
        package var cover: Cover?

        package init(row: Row) throws(PostgresError) {
            id = try row("id")
            name = try row("name")
            key = try row("key")
            tracks = try row("tracks")
            if let id = try row.optional("artist_id", as: Int64.self) {
                artist = LibraryTrack.Reference(id: id, name: try row("artist_name"))
            } else {
                artist = nil
            }
        }
    }

    /// Returns a page of a category, sorted by name, and the cursor of the next page, which is `nil` on the last page.
    ///
    /// The page contains artists with a primary credit on a song, or albums or labels with a song. `tracks` counts songs and podcasts.
    package func entries(
        _ category: Category, _ page: KeysetPage, of listener: Listener
    ) async throws -> (items: [Entry], next: String?) {
        let entries: [Entry] = try await database.all(in: listener.tenant, Self.selection(category, page, listener))
        return page.cut(entries) { KeysetPage.Position(key: $0.key, id: $0.id) }
    }

    /// Returns the entries with their covers, read in one round trip for all entries.
    package func covered(_ entries: [Entry], _ category: Category, _ listener: Listener) async throws -> [Entry] {
        let covers = try await LibraryCoverStore(database: database).covers(
            of: category.group, entries.map(\.id), for: listener)
        return entries.map { entry in
            var entry = entry
            entry.cover = covers[entry.id]
            return entry
        }
    }

    /// Returns the statement that selects a page of a category and the first entry of the next page.
    ///
    /// The statement does not filter its outer rows by location: without statistics, as after a large import, the planner would scan an index by
    /// location for every entry.
    static func selection(_ category: Category, _ page: KeysetPage, _ listener: Listener) -> SQL {
        switch category {
        case .artists:
            """
            select a.artist_id as id, a.name, a.name_key as key, n.tracks, null::bigint as artist_id,
                   null::text as artist_name
              from app.library_artist a
             cross join lateral (
                   select count(distinct c.track_id) as tracks,
                          bool_or(c.role = 'primary' and x.shelf = 'library') as is_shown
                     from app.library_credit c
                     join app.library_track x
                       on x.tenant_id = c.tenant_id and x.user_id = c.user_id and x.track_id = c.track_id
                    where c.tenant_id = a.tenant_id and c.user_id = a.user_id and c.artist_id = a.artist_id) n
             where a.tenant_id = \(listener.tenant)
               and a.user_id = \(listener.account)
               and (a.name_key, a.artist_id) > (\(page.key), \(page.id))
               and n.is_shown
             order by a.name_key, a.artist_id
             limit \(page.limit + 1)
            """
        case .albums:
            """
            select al.album_id as id, al.title as name, al.title_key as key, n.tracks, al.artist_id, a.name as artist_name
              from app.library_album al
              left join app.library_artist a
                on a.tenant_id = al.tenant_id and a.user_id = al.user_id and a.artist_id = al.artist_id
             cross join lateral (
                   select count(*) as tracks, bool_or(x.shelf = 'library') as is_shown
                     from app.library_track x
                    where x.tenant_id = al.tenant_id and x.user_id = al.user_id and x.album_id = al.album_id) n
             where al.tenant_id = \(listener.tenant)
               and al.user_id = \(listener.account)
               and (al.title_key, al.album_id) > (\(page.key), \(page.id))
               and n.is_shown
             order by al.title_key, al.album_id
             limit \(page.limit + 1)
            """
        case .labels:
            """
            select l.label_id as id, l.name, l.name_key as key, n.tracks, null::bigint as artist_id,
                   null::text as artist_name
              from app.library_label l
             cross join lateral (
                   select count(*) as tracks, bool_or(x.shelf = 'library') as is_shown
                     from app.library_track x
                    where x.tenant_id = l.tenant_id and x.user_id = l.user_id and x.label_id = l.label_id) n
             where l.tenant_id = \(listener.tenant)
               and l.user_id = \(listener.account)
               and (l.name_key, l.label_id) > (\(page.key), \(page.id))
               and n.is_shown
             order by l.name_key, l.label_id
             limit \(page.limit + 1)
            """
        }
    }

    /// Returns whether the listener has the artist, album or label with this ID.
    func has(_ category: Category, _ id: Int64, _ listener: Listener) async throws -> Bool {
        try await !database.rows(in: listener.tenant, category.proof(of: id, listener)).isEmpty
    }
}
