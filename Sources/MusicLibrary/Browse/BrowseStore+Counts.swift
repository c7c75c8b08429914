import Postgres
import SoundCloud
import Tenancy

/// Queries for the sizes of the listener's lists. Each size equals the number of rows that the list shows.
extension BrowseStore {
    /// The numbers of songs, podcast tracks, and listed artists, albums and labels, for the profile.
    package struct Totals: Sendable, Hashable {
        package let songs, artists, albums, labels, podcasts: Int64
    }

    /// Returns all counts, read in one round trip. O(n) in the number of the listener's tracks and credits.
    package func totals(of listener: Listener) async throws(PostgresError) -> Totals {
        let rows = try await database.batch(
            in: listener.tenant,
            [
                Self.count(.library, listener), Self.count(Category.artists, listener), Self.count(.albums, listener),
                Self.count(.labels, listener), Self.count(.podcasts, listener),
            ])
        let counts = try rows.joined().map { row throws(PostgresError) in try row("entries", as: Int64.self) }
        return Totals(songs: counts[0], artists: counts[1], albums: counts[2], labels: counts[3], podcasts: counts[4])
    }

    /// Returns the number of tracks at a location. O(n) in the number of tracks.
    package func count(_ location: LibraryTrack.Location, of listener: Listener) async throws(PostgresError) -> Int64 {
        try await number(Self.count(location, listener), of: listener)
    }

    /// Returns the number of entries that the list of a category shows. O(n) in the number of the listener's credits or tracks.
    package func count(_ category: Category, of listener: Listener) async throws(PostgresError) -> Int64 {
        try await number(Self.count(category, listener), of: listener)
    }

    private func number(_ statement: SQL, of listener: Listener) async throws(PostgresError) -> Int64 {
        try await database.rows(in: listener.tenant, statement).first.map { row throws(PostgresError) in
            try row("entries")
        } ?? 0
    }

    static func count(_ location: LibraryTrack.Location, _ listener: Listener) -> SQL {
        """
        select count(*) as entries
          from app.library_track
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and shelf = \(location)
        """
    }

    /// Returns the statement that counts the entries that the lists show: artists with a primary credit on a song, or albums or labels with a song.
    static func count(_ category: Category, _ listener: Listener) -> SQL {
        switch category {
        case .artists:
            """
            select count(distinct c.artist_id) as entries
              from app.library_credit c
              join app.library_track x
                on x.tenant_id = c.tenant_id and x.user_id = c.user_id and x.track_id = c.track_id
             where c.tenant_id = \(listener.tenant)
               and c.user_id = \(listener.account)
               and c.role = 'primary'
               and x.shelf = 'library'
            """
        case .albums, .labels:
            """
            select count(distinct \(name: category.id)) as entries
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and shelf = 'library'
            """
        }
    }

    /// Returns the number of songs added in each month in UTC, sorted by month. Months without added songs are omitted. O(n) in the number of songs.
    package func additions(of listener: Listener) async throws(PostgresError) -> [MonthlyAdditions] {
        try await database.all(
            in: listener.tenant,
            """
            select to_char(added_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as songs
              from app.library_track
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and shelf = 'library'
             group by 1
             order by 1
            """)
    }
}
