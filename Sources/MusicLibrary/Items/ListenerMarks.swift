import Postgres
import SoundCloud
import Tenancy
import Web

/// A listener's marks on SoundCloud items besides likes (soundcloud/api#194): the locations of tracks, the followed users and the
/// playlists of the listener's own SoundCloud account.
package struct ListenerMarks: Sendable {
    var locations: [Int64: LibraryTrack.Location] = [:]
    var followed: Set<CloudURN> = []
    package var own: Set<Int64> = []
}

/// A reader of a listener's marks on the items of a page.
package struct ListenerMarkStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// Returns the listener's marks on these items, read in one round trip. Without items, reads nothing.
    package func marks(
        tracks: [Int64] = [], playlists: [Int64] = [], users: [CloudURN] = [], of listener: Listener
    ) async throws(PostgresError) -> ListenerMarks {
        var marks = ListenerMarks()
        guard !(tracks.isEmpty && playlists.isEmpty && users.isEmpty) else { return marks }
        let rows = try await database.batch(
            in: listener.tenant,
            [
                """
                select track_id, shelf
                  from app.library_track
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and track_id = any (\(tracks))
                """,
                """
                select u.urn
                  from app.cloud_user u
                  join app.cloud_following f
                    on f.tenant_id = u.tenant_id and f.user_id = \(listener.account)
                   and f.cloud_user_id = u.cloud_user_id
                 where u.tenant_id = \(listener.tenant)
                   and u.urn = any (\(users))
                """,
                """
                select playlist_id
                  from app.own_playlist
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and playlist_id = any (\(playlists))
                """,
            ])
        for row in rows[0] { marks.locations[try row("track_id")] = try row("shelf", as: LibraryTrack.Location.self) }
        for row in rows[1] { marks.followed.insert(try row("urn")) }
        for row in rows[2] { marks.own.insert(try row("playlist_id")) }
        return marks
    }

    /// Returns the listener's marks on these items and on the uploaders of the tracks, read in one round trip. Without items,
    /// reads nothing.
    package func marks(of items: CloudItemStore.Items, for listener: Listener) async throws(PostgresError)
        -> ListenerMarks
    {
        let users = items.tracks.values.map(\.user.urn) + items.users.values.map(\.urn)
        return try await marks(
            tracks: Array(items.tracks.keys), playlists: Array(items.playlists.keys), users: Array(Set(users)),
            of: listener)
    }
}
