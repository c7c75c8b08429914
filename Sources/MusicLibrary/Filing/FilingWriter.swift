import ArtistClassification
import Postgres
import SoundCloud

/// The statements that write the filing of tracks: artists, labels and albums, then tracks, credits, sort keys of likes, and the search index.
///
/// All statements belong to one transaction that holds the lock on the listener's filing (``KnowledgeStore``).
struct FilingWriter: Sendable {
    /// A track with its new filing.
    struct TrackFiling: Sendable {
        let track: Int64
        let correction: TrackCorrection
        /// The filing in the stored form, with separate title and version and with shortened texts (`Filing.stored(_:)`).
        let filing: Filing
        let durationMs: Int32
        /// Whether this change confirms the track. A confirmed track remains confirmed.
        let isSettled: Bool
        /// The location of a new track. Existing tracks keep their location.
        var location = LibraryTrack.Location.library

        init(_ upload: Upload, _ track: Int64, _ correction: TrackCorrection, _ filing: Filing, isSettled: Bool = false)
        {
            (self.track, self.correction, self.filing) = (track, correction, filing.stored(upload))
            (durationMs, self.isSettled) = (Int32(clamping: upload.durationMs ?? 0), isSettled)
        }
    }

    /// The keys of the artists, albums and labels under which tracks are filed.
    struct Entries: Sendable {
        var artists: [Int64] = []
        var albums: [Int64] = []
        var labels: [Int64] = []

        /// Returns the keys of these categories in the same order, without categories that have no keys.
        func keys(of categories: [BrowseStore.Category]) -> [(category: BrowseStore.Category, ids: [Int64])] {
            categories.map { category -> (category: BrowseStore.Category, ids: [Int64]) in
                switch category {
                case .artists: (category, artists)
                case .albums: (category, albums)
                case .labels: (category, labels)
                }
            }.filter { !$0.ids.isEmpty }
        }
    }

    let listener: Listener
    /// The names with a corrected spelling. Existing artists with the same keys adopt this spelling.
    let corrected: [String]

    /// Returns the statements that write these filings, in the order in which they must run.
    func statements(_ trackFilings: [TrackFiling]) -> [SQL] {
        let trackFilings = trackFilings.sorted { $0.track < $1.track }
        guard !trackFilings.isEmpty else { return [] }
        let tracks = trackFilings.map(\.track)
        var statements = [artists(trackFilings), labels(trackFilings), albums(trackFilings), filed(trackFilings)]
        statements.append(
            """
            delete from app.library_credit
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and track_id = any (\(tracks))
            """)
        statements += [credits(trackFilings), likes(tracks)]
        return statements + LibrarySearchIndex.tracks(tracks, of: listener)
            + LibrarySearchIndex.entries(of: tracks, listener)
    }

    private func artists(_ trackFilings: [TrackFiling]) -> SQL {
        let credits = trackFilings.flatMap(\.filing.credits)
        let isCorrected = Set(corrected)
        let others = trackFilings.compactMap { trackFiling in
            trackFiling.filing.albumArtist.map { (ArtistName.foldKey($0), $0) }
        }
        let names = Dictionary(credits.map { ($0.key, $0.name) } + others) { isCorrected.contains($1) ? $1 : $0 }
            .sorted { $0.key < $1.key }
        return """
            insert into app.library_artist as a (tenant_id, user_id, name, fold_key, name_key)
            select \(listener.tenant), \(listener.account), name, fold_key, name_key
              from unnest(\(names.map(\.value)), \(names.map(\.key)),
                          \(names.map { SortKey(artist: $0.value).description })) as n (name, fold_key, name_key)
                on conflict (tenant_id, user_id, fold_key) do update
               set name = excluded.name, name_key = excluded.name_key
             where excluded.name = any (\(corrected))
               and a.name <> excluded.name
            """
    }

    private func labels(_ trackFilings: [TrackFiling]) -> SQL {
        let labels = trackFilings.compactMap(\.filing.label)
        let names = Dictionary(labels.map { (ArtistName.foldKey($0), $0) }) { one, _ in one }.sorted {
            $0.key < $1.key
        }
        return """
            insert into app.library_label (tenant_id, user_id, name, fold_key, name_key)
            select \(listener.tenant), \(listener.account), name, fold_key, name_key
              from unnest(\(names.map(\.value)), \(names.map(\.key)),
                          \(names.map { SortKey($0.value).description })) as n (name, fold_key, name_key)
                on conflict (tenant_id, user_id, fold_key) do nothing
            """
    }

    private struct Album: Hashable { let key, artist: String }

    private func albums(_ trackFilings: [TrackFiling]) -> SQL {
        var titles: [Album: String] = [:]
        for filing in trackFilings.map(\.filing) {
            guard let title = filing.album, let artist = filing.albumArtistKey else { continue }
            let album = Album(key: ArtistName.foldKey(title), artist: artist)
            if titles[album] == nil { titles[album] = title }
        }
        let albums = titles.sorted { ($0.key.key, $0.key.artist) < ($1.key.key, $1.key.artist) }
        return """
            insert into app.library_album (tenant_id, user_id, title, fold_key, title_key, artist_id)
            select a.tenant_id, a.user_id, n.title, n.fold_key, n.title_key, a.artist_id
              from unnest(\(albums.map(\.value)), \(albums.map(\.key.key)),
                          \(albums.map { SortKey($0.value).description }), \(albums.map(\.key.artist)))
                   as n (title, fold_key, title_key, artist_key)
              join app.library_artist a
                on a.tenant_id = \(listener.tenant) and a.user_id = \(listener.account) and a.fold_key = n.artist_key
                on conflict (tenant_id, user_id, fold_key, artist_id) do nothing
            """
    }

    private func filed(_ trackFilings: [TrackFiling]) -> SQL {
        let filings = trackFilings.map(\.filing)
        let artists = filings.map { $0.primaryArtist?.key ?? "" }
        return """
            insert into app.library_track as x
                        (tenant_id, user_id, track_id, shelf, title, version, artist_text, artist_id, album_id, label_id,
                         confidence, why, filed_by, said, is_settled, title_key, artist_key, duration_ms)
            select a.tenant_id, a.user_id, n.track_id, n.shelf, n.title, n.version, n.artist_text, a.artist_id,
                   al.album_id, l.label_id, n.confidence, string_to_array(n.why, chr(10)),
                   \(Int32(Classifier.version)), n.said::jsonb, n.is_settled, n.title_key, a.name_key, n.duration_ms
              from unnest(\(trackFilings.map(\.track)), \(filings.map(\.title)), \(filings.map { $0.version ?? "" }),
                          \(filings.map { $0.artistText.cut(1000) }), \(artists),
                          \(filings.map { $0.album.map(ArtistName.foldKey) ?? "" }),
                          \(filings.map { $0.label.map(ArtistName.foldKey) ?? "" }), \(filings.map { Float($0.confidence) }),
                          \(filings.map { $0.reasons.map(\.text).joined(separator: "\n") }),
                          \(trackFilings.map(\.correction.text)), \(trackFilings.map(\.isSettled)),
                          \(filings.map { SortKey($0.title).description }), \(trackFilings.map(\.durationMs)),
                          \(trackFilings.map(\.location.rawValue)), \(filings.map { $0.albumArtistKey ?? "" }))
                   as n (track_id, title, version, artist_text, artist_key, album_key, label_key, confidence, why, said,
                         is_settled, title_key, duration_ms, shelf, album_artist_key)
              join app.library_artist a
                on a.tenant_id = \(listener.tenant) and a.user_id = \(listener.account) and a.fold_key = n.artist_key
              left join app.library_artist b
                on b.tenant_id = \(listener.tenant) and b.user_id = \(listener.account) and b.fold_key = n.album_artist_key
              left join app.library_album al
                on al.tenant_id = b.tenant_id and al.user_id = b.user_id and al.fold_key = n.album_key
               and al.artist_id = b.artist_id
              left join app.library_label l
                on l.tenant_id = a.tenant_id and l.user_id = a.user_id and l.fold_key = n.label_key
                on conflict (tenant_id, user_id, track_id) do update
               set title = excluded.title, version = excluded.version, artist_text = excluded.artist_text,
                   artist_id = excluded.artist_id, album_id = excluded.album_id, label_id = excluded.label_id,
                   confidence = excluded.confidence, why = excluded.why, filed_by = excluded.filed_by,
                   said = excluded.said, is_settled = x.is_settled or excluded.is_settled,
                   title_key = excluded.title_key, artist_key = excluded.artist_key, duration_ms = excluded.duration_ms
            """
    }

    private func credits(_ trackFilings: [TrackFiling]) -> SQL {
        let rows = trackFilings.flatMap { trackFiling in
            trackFiling.filing.credits.enumerated().map { (trackFiling.track, Int32($0.offset), $0.element) }
        }
        return """
            insert into app.library_credit
                        (tenant_id, user_id, track_id, position, artist_id, role, credited_as, join_phrase)
            select a.tenant_id, a.user_id, n.track_id, n.position, a.artist_id, n.role, n.credited_as, n.join_phrase
              from unnest(\(rows.map(\.0)), \(rows.map(\.1)), \(rows.map(\.2.key)), \(rows.map(\.2.role.stored)),
                          \(rows.map(\.2.name)), \(rows.map(\.2.joinPhrase)))
                   as n (track_id, position, artist_key, role, credited_as, join_phrase)
              join app.library_artist a
                on a.tenant_id = \(listener.tenant) and a.user_id = \(listener.account) and a.fold_key = n.artist_key
            """
    }

    /// Returns the statement that sets the sort key of the true artist on likes of these tracks.
    private func likes(_ tracks: [Int64]) -> SQL {
        """
        update app.cloud_like k
           set artist_key = x.artist_key
          from app.library_track x
         where k.tenant_id = \(listener.tenant)
           and k.user_id = \(listener.account)
           and k.track_id = any (\(tracks))
           and x.tenant_id = k.tenant_id
           and x.user_id = k.user_id
           and x.track_id = k.track_id
           and k.artist_key <> x.artist_key
        """
    }

    /// Returns the artists, albums and labels under which these tracks are filed. Call this function before the filings are written.
    func entries(of tracks: [Int64], in transaction: Transaction) async throws -> Entries {
        guard !tracks.isEmpty else { return Entries() }
        let row = try await transaction.rows(
            """
            with filed as (
                select x.artist_id, x.album_id, x.label_id, al.artist_id as album_artist_id
                  from app.library_track x
                  left join app.library_album al
                    on al.tenant_id = x.tenant_id and al.user_id = x.user_id and al.album_id = x.album_id
                 where x.tenant_id = \(listener.tenant)
                   and x.user_id = \(listener.account)
                   and x.track_id = any (\(tracks))
            )
            select array(select artist_id from filed
                          union
                         select album_artist_id from filed where album_artist_id is not null
                          union
                         select artist_id from app.library_credit
                          where tenant_id = \(listener.tenant)
                            and user_id = \(listener.account)
                            and track_id = any (\(tracks))) as artists,
                   array(select distinct album_id from filed where album_id is not null) as albums,
                   array(select distinct label_id from filed where label_id is not null) as labels
            """
        ).first
        return Entries(
            artists: try row?("artists") ?? [], albums: try row?("albums") ?? [], labels: try row?("labels") ?? [])
    }

    /// Returns the statements that delete the entries that are left without tracks, credits and albums, and remove them from the search index.
    func pruning(_ entries: Entries) -> [SQL] {
        var statements = entries.keys(of: [.albums, .labels]).map { category, ids -> SQL in
            """
            delete from \(name: category.table) e
             where e.tenant_id = \(listener.tenant)
               and e.user_id = \(listener.account)
               and e.\(name: category.id) = any (\(ids))
               and not exists (select from app.library_track x
                                where x.tenant_id = e.tenant_id and x.user_id = e.user_id
                                  and x.\(name: category.id) = e.\(name: category.id))
            """
        }
        if !entries.artists.isEmpty {
            statements.append(
                """
                delete from app.library_artist a
                 where a.tenant_id = \(listener.tenant)
                   and a.user_id = \(listener.account)
                   and a.artist_id = any (\(entries.artists))
                   and not exists (select from app.library_track x
                                    where x.tenant_id = a.tenant_id and x.user_id = a.user_id
                                      and x.artist_id = a.artist_id)
                   and not exists (select from app.library_credit c
                                    where c.tenant_id = a.tenant_id and c.user_id = a.user_id
                                      and c.artist_id = a.artist_id)
                   and not exists (select from app.library_album al
                                    where al.tenant_id = a.tenant_id and al.user_id = a.user_id
                                      and al.artist_id = a.artist_id)
                """)
        }
        return statements + LibrarySearchIndex.pruning(entries, of: listener)
    }
}
