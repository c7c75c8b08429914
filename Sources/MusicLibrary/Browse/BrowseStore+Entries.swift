import ArtistClassification
import Postgres
import SoundCloud
import Tenancy

/// Queries for pages, searches and corrections: uncertain filings, single entries, the albums of an artist, and candidates for a merge.
extension BrowseStore {
    /// The text for the number of uncertain filings on pages.
    package enum UncertainCount {
        /// The number at which counting stops; the page then shows "999+".
        static let most = 1000

        /// Returns the count as text, such as "12" or "999+".
        package static func words(_ count: Int) -> String { count < most ? String(count) : "\(most - 1)+" }
    }

    /// Returns the number of filings with a confidence below `Filing.uncertain` that the listener has not confirmed, at most `UncertainCount.most`.
    package func uncertain(of listener: Listener) async throws -> Int {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select count(*) as uncertain
              from (select
                      from app.library_track
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                       and not is_settled
                       and confidence < \(Float(Filing.uncertain))
                     limit \(UncertainCount.most)) x
            """)
        return try rows.first.map { Int(try $0("uncertain", as: Int64.self)) } ?? 0
    }

    /// Returns one artist, album or label, or `nil` if the listener has no such entry.
    ///
    /// `tracks` counts songs and podcasts; for an artist, those with any credit.
    package func entry(_ category: Category, _ id: Int64, of listener: Listener) async throws -> Entry? {
        let entry: Entry? = try await database.first(in: listener.tenant, Self.entries(category, [id], listener))
        return try await covered(entry.map { [$0] } ?? [], category, listener).first
    }

    /// Returns the statement that selects entries by ID, each with the number of its tracks at both locations.
    static func entries(_ category: Category, _ ids: [Int64], _ listener: Listener) -> SQL {
        switch category {
        case .artists:
            """
            select a.artist_id as id, a.name, a.name_key as key, null::bigint as artist_id, null::text as artist_name,
                   (select count(distinct c.track_id)
                      from app.library_credit c
                     where c.tenant_id = a.tenant_id and c.user_id = a.user_id and c.artist_id = a.artist_id) as tracks
              from app.library_artist a
             where a.tenant_id = \(listener.tenant)
               and a.user_id = \(listener.account)
               and a.artist_id = any (\(ids))
            """
        case .albums:
            """
            select al.album_id as id, al.title as name, al.title_key as key, al.artist_id, a.name as artist_name,
                   (select count(*)
                      from app.library_track x
                     where x.tenant_id = al.tenant_id and x.user_id = al.user_id and x.album_id = al.album_id) as tracks
              from app.library_album al
              left join app.library_artist a
                on a.tenant_id = al.tenant_id and a.user_id = al.user_id and a.artist_id = al.artist_id
             where al.tenant_id = \(listener.tenant)
               and al.user_id = \(listener.account)
               and al.album_id = any (\(ids))
            """
        case .labels:
            """
            select l.label_id as id, l.name, l.name_key as key, null::bigint as artist_id, null::text as artist_name,
                   (select count(*)
                      from app.library_track x
                     where x.tenant_id = l.tenant_id and x.user_id = l.user_id and x.label_id = l.label_id) as tracks
              from app.library_label l
             where l.tenant_id = \(listener.tenant)
               and l.user_id = \(listener.account)
               and l.label_id = any (\(ids))
            """
        }
    }

    /// Returns the condition under which `entries(_:_:of:)` lists the entry in row `a`. The location is compared in the aggregate, not in the `where`
    /// clause, for the reason given at `selection(_:_:_:)`.
    static func isShown(_ category: Category) -> SQLFragment {
        switch category {
        case .artists:
            """
            (select bool_or(c.role = 'primary' and x.shelf = 'library')
               from app.library_credit c
               join app.library_track x
                 on x.tenant_id = c.tenant_id and x.user_id = c.user_id and x.track_id = c.track_id
              where c.tenant_id = a.tenant_id and c.user_id = a.user_id and c.artist_id = a.artist_id)
            """
        case .albums, .labels:
            """
            (select bool_or(x.shelf = 'library')
               from app.library_track x
              where x.tenant_id = a.tenant_id and x.user_id = a.user_id
                and x.\(name: category.id) = a.\(name: category.id))
            """
        }
    }

    /// Returns at most `most` albums of an artist, sorted by title. `tracks` counts songs and podcasts; `artist` is `nil`.
    package func albums(of artist: Int64, most: Int, _ listener: Listener) async throws -> [Entry] {
        let albums: [Entry] = try await database.all(
            in: listener.tenant,
            """
            select al.album_id as id, al.title as name, al.title_key as key, null::bigint as artist_id,
                   null::text as artist_name,
                   (select count(*)
                      from app.library_track x
                     where x.tenant_id = al.tenant_id and x.user_id = al.user_id and x.album_id = al.album_id) as tracks
              from app.library_album al
             where al.tenant_id = \(listener.tenant)
               and al.user_id = \(listener.account)
               and al.artist_id = \(artist)
             order by al.title_key, al.album_id
             limit \(most)
            """)
        return try await covered(albums, .albums, listener)
    }

    /// Returns candidates for a merge with an entry, without the entry.
    ///
    /// For an artist or label, these are up to 20 names that begin with `text` or, if `text` is empty, up to 4 alphabetical neighbours on each side.
    /// For an album, these are up to 20 albums of the same artist whose titles begin with `text`, followed by up to 20 albums of other artists, named
    /// "title by artist", whose titles begin with `text` or, if `text` is empty, equal the title of the album. Each of these lists is in alphabetical
    /// order. Empty for a `text` without letters and digits.
    package func others(
        _ category: Category, than entry: Entry, beginning text: String, of listener: Listener
    ) async throws -> [LibraryTrack.Reference] {
        let start = text.isEmpty ? "" : (category == .artists ? SortKey(artist: text) : SortKey(text)).start
        guard text.isEmpty || !start.isEmpty else { return [] }
        let statement =
            if category == .albums {
                Self.otherAlbums(entry, beginning: start, listener)
            } else if start.isEmpty {
                Self.neighbours(category, entry, listener)
            } else {
                Self.others(category, entry, beginning: start, listener)
            }
        return try await database.rows(in: listener.tenant, statement).map {
            LibraryTrack.Reference(id: try $0("id"), name: try $0("name"))
        }
    }

    private static func others(
        _ category: Category, _ entry: Entry, beginning start: String, _ listener: Listener
    ) -> SQL {
        """
        select \(name: category.id) as id, name
          from \(name: category.table)
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and name_key >= \(start)
           and name_key < \(start + AlphabeticIndex.end)
           and \(name: category.id) <> \(entry.id)
         order by name_key, \(name: category.id)
         limit 20
        """
    }

    /// Returns the statement that selects up to 8 alphabetical neighbours of an artist or label, which are often other spellings of the same name.
    private static func neighbours(_ category: Category, _ entry: Entry, _ listener: Listener) -> SQL {
        """
        select id, name
          from ((select \(name: category.id) as id, name, name_key
                   from \(name: category.table)
                  where tenant_id = \(listener.tenant)
                    and user_id = \(listener.account)
                    and (name_key, \(name: category.id)) < (\(entry.key), \(entry.id))
                  order by name_key desc, \(name: category.id) desc
                  limit 4)
                union all
                (select \(name: category.id), name, name_key
                   from \(name: category.table)
                  where tenant_id = \(listener.tenant)
                    and user_id = \(listener.account)
                    and (name_key, \(name: category.id)) > (\(entry.key), \(entry.id))
                  order by name_key, \(name: category.id)
                  limit 4)) n
         order by name_key, id
        """
    }

    private static func otherAlbums(_ entry: Entry, beginning start: String, _ listener: Listener) -> SQL {
        let name = SortKey(entry.name).start
        let (first, end) = start.isEmpty ? (name + "\u{1}", name + "\u{2}") : (start, start + AlphabeticIndex.end)
        return """
            (select album_id as id, title as name
               from app.library_album
              where tenant_id = \(listener.tenant)
                and user_id = \(listener.account)
                and artist_id = \(entry.artist?.id)
                and title_key >= \(start)
                and title_key < \(start + AlphabeticIndex.end)
                and album_id <> \(entry.id)
              order by title_key, album_id
              limit 20)
             union all
            (select al.album_id, al.title || ' by ' || a.name
               from app.library_album al
               join app.library_artist a
                 on a.tenant_id = al.tenant_id and a.user_id = al.user_id and a.artist_id = al.artist_id
              where al.tenant_id = \(listener.tenant)
                and al.user_id = \(listener.account)
                and al.title_key >= \(first)
                and al.title_key < \(end)
                and al.artist_id is distinct from \(entry.artist?.id)
              order by al.title_key, al.album_id
              limit 20)
            """
    }
}

extension SortKey {
    /// The part of the key that is compared first: the folded words of the name.
    package var start: String { String(description.prefix { $0 != "\u{1}" }) }
}
