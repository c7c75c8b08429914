import MusicLibrary
import Postgres
import SoundCloud
import Tenancy
import Web

/// An artist of the library as shown in apps.
struct Artist: Sendable, Hashable, RowDecodable {
    let id: Int64
    let name: String
    let key: String
    let albums: Int64

    init(row: Row) throws(PostgresError) {
        id = try row("artist_id")
        name = try row("name")
        key = try row("name_key")
        albums = try row("albums")
    }

    /// The heading in the alphabetic index: the first letter of the sort key, or "#".
    var letter: String {
        guard let first = key.unicodeScalars.first, first.properties.isAlphabetic else { return "#" }
        return String(first).uppercased()
    }

    /// Returns the artist as an `ArtistID3`.
    func element(_ more: [Element.Child] = []) -> Element {
        Element(
            [
                ("id", ItemID.artist(id).value), ("name", .text(name)), ("coverArt", ItemID.artist(id).value),
                ("albumCount", .number(albums)), ("sortName", .text(String(key.prefix { $0 != "\u{1}" }))),
            ], more)
    }

    /// Returns an `index` element for each index letter, in the order of the first artist of each letter. `element` returns the element of one
    /// artist.
    static func index(_ artists: [Artist], _ element: (Artist) -> Element) -> Element.Child {
        var groups: [(letter: String, artists: [Element])] = []
        for artist in artists {
            if groups.last?.letter != artist.letter { groups.append((artist.letter, [])) }
            groups[groups.count - 1].artists.append(element(artist))
        }
        // Artists with the same letter may be apart in the sort order.
        var places: [String: Int] = [:]
        var merged: [(letter: String, artists: [Element])] = []
        for group in groups {
            if let place = places[group.letter] {
                merged[place].artists += group.artists
            } else {
                places[group.letter] = merged.count
                merged.append(group)
            }
        }
        return .many(
            "index", merged.map { Element([("name", .text($0.letter))], [.many("artist", $0.artists)]) })
    }
}

/// The SQL for the artists and genres of the library.
struct ArtistStore: Sendable {
    let database: TenantDatabase

    /// Returns the artists with a primary credit on a track of the library, by name, with the number of albums with such a credit. The singles of an
    /// artist count as one album.
    func artists(of listener: Listener) async throws -> [Artist] {
        try await database.all(
            in: listener.tenant,
            """
            select a.artist_id, a.name, a.name_key, n.albums
              from (select c.artist_id,
                           count(distinct coalesce(x.album_id, -x.artist_id)) as albums
                      from app.library_credit c
                      join app.library_track x
                        on x.tenant_id = \(listener.tenant) and x.user_id = \(listener.account)
                           and x.track_id = c.track_id and x.shelf = 'library'
                     where c.tenant_id = \(listener.tenant)
                       and c.user_id = \(listener.account)
                       and c.role = 'primary'
                     group by c.artist_id) n
              join app.library_artist a
                on a.tenant_id = \(listener.tenant) and a.user_id = \(listener.account) and a.artist_id = n.artist_id
             order by a.name_key, a.artist_id
            """)
    }

    /// Returns the artists with these keys, by name, with the number of albums on which the artist is credited in any role. The singles of an artist
    /// count as one album. Unknown keys are left out.
    func artists(_ ids: [Int64], of listener: Listener) async throws -> [Artist] {
        guard !ids.isEmpty else { return [] }
        return try await database.all(
            in: listener.tenant,
            """
            select a.artist_id, a.name, a.name_key, n.albums
              from app.library_artist a
             cross join lateral (
                   select count(distinct coalesce(x.album_id, -x.artist_id)) as albums
                     from app.library_credit c
                     join app.library_track x
                       on x.tenant_id = c.tenant_id and x.user_id = c.user_id and x.track_id = c.track_id
                          and x.shelf = 'library'
                    where c.tenant_id = a.tenant_id and c.user_id = a.user_id and c.artist_id = a.artist_id) n
             where a.tenant_id = \(listener.tenant)
               and a.user_id = \(listener.account)
               and a.artist_id = any (\(ids))
             order by a.name_key, a.artist_id
            """)
    }

    func artist(_ id: Int64, of listener: Listener) async throws -> Artist? {
        try await artists([id], of: listener).first
    }

    /// Returns at most `limit` artists who have a primary credit and whose names match every SQL pattern, by name, without the first `offset`.
    func artists(matching words: [String], _ limit: Int, _ offset: Int, of listener: Listener) async throws -> [Artist]
    {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select a.artist_id
              from app.library_artist a
             where a.tenant_id = \(listener.tenant)
               and a.user_id = \(listener.account)
               and a.name_key like all (\(words))
               and exists (select 1
                             from app.library_credit c
                             join app.library_track x
                               on x.tenant_id = c.tenant_id and x.user_id = c.user_id and x.track_id = c.track_id
                                  and x.shelf = 'library'
                            where c.tenant_id = a.tenant_id and c.user_id = a.user_id and c.artist_id = a.artist_id
                              and c.role = 'primary')
             order by a.name_key, a.artist_id
             limit \(limit) offset \(offset)
            """)
        return try await artists(rows.map { try $0("artist_id") }, of: listener)
    }

    /// Returns when a track was last added to the library, in milliseconds since 1970, or 0 if the library is empty.
    func lastChange(of listener: Listener) async throws -> Int64 {
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select coalesce((extract(epoch from max(added_at)) * 1000)::bigint, 0) as changed_at
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and shelf = 'library'
            """)
        return try rows.first?("changed_at") ?? 0
    }

    /// Returns a `genre` element for each genre that uploaders have set, by name, with the numbers of songs and albums.
    func genres(of listener: Listener) async throws -> [Element] {
        try await database.rows(
            in: listener.tenant,
            """
            select t.genre, count(*) as songs, count(distinct coalesce(x.album_id, -x.artist_id)) as albums
              from app.library_track x
              join app.cloud_track t on t.tenant_id = \(listener.tenant) and t.track_id = x.track_id
             where x.tenant_id = \(listener.tenant)
               and x.user_id = \(listener.account)
               and x.shelf = 'library'
               and t.genre <> ''
             group by t.genre
             order by lower(t.genre), t.genre
            """
        ).map { row in
            Element(
                [
                    ("songCount", .number(try row("songs"))), ("albumCount", .number(try row("albums"))),
                ], text: try row("genre"))
        }
    }
}
