import Postgres
import SoundCloud
import Tenancy

/// A reader of the items of a list page. A list page is read in two steps: first the keys from an index, then the items with these
/// keys.
package struct CloudItemStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// The items that were found, by key. A key without a stored item is absent.
    package struct Items: Sendable {
        package var tracks: [Int64: CloudTrackItem] = [:]
        package var playlists: [Int64: CloudPlaylistItem] = [:]
        package var users: [Int64: CloudUserItem] = [:]
    }

    /// Returns the items with these keys, read in one round trip. Without keys, reads nothing.
    package func items(
        tracks: [Int64] = [], playlists: [Int64] = [], users: [Int64] = [], for listener: Listener
    ) async throws(PostgresError) -> Items {
        var items = Items()
        guard !tracks.isEmpty || !playlists.isEmpty || !users.isEmpty else { return items }
        let rows = try await database.batch(
            in: listener.tenant,
            [
                Self.tracks(tracks, listener), Self.playlists(playlists, listener), Self.users(users, listener),
                LibraryCoverStore.covers(ofPlaylists: playlists, in: listener.tenant),
            ])
        for row in rows[0] { items.tracks[try row("track_id")] = try CloudTrackItem(row: row) }
        for row in rows[1] { items.playlists[try row("playlist_id")] = try CloudPlaylistItem(row: row) }
        for row in rows[2] { items.users[try row("cloud_user_id")] = try CloudUserItem(row: row) }
        for row in rows[3] {
            items.playlists[try row("playlist_id", as: Int64.self)]?.trackCover = try Cover(row: row)
        }
        return items
    }

    static func tracks(_ keys: [Int64], _ listener: Listener) -> SQL {
        """
        select t.track_id, t.urn, t.title, t.metadata_artist, t.label_name, t.genre, t.duration_ms, t.uploaded_at, t.access,
               t.permalink_url, t.artwork_url, u.urn as user_urn, u.username, u.permalink_url as user_permalink,
               u.avatar_url,
               exists (select 1
                         from app.cloud_like l
                        where l.tenant_id = \(listener.tenant)
                          and l.user_id = \(listener.account)
                          and l.track_id = t.track_id) as is_liked
          from app.cloud_track t
          join app.cloud_user u on u.tenant_id = \(listener.tenant) and u.cloud_user_id = t.cloud_user_id
         where t.tenant_id = \(listener.tenant)
           and t.track_id = any (\(keys))
        """
    }

    static func playlists(_ keys: [Int64], _ listener: Listener) -> SQL {
        """
        select p.playlist_id, p.urn, p.title, p.description, p.kind, p.label_name, p.genre, p.is_public, p.track_count,
               p.duration_ms, p.made_at, p.permalink_url, p.artwork_url, u.urn as user_urn, u.username,
               u.permalink_url as user_permalink, u.avatar_url,
               exists (select 1
                         from app.cloud_like l
                        where l.tenant_id = \(listener.tenant)
                          and l.user_id = \(listener.account)
                          and l.playlist_id = p.playlist_id) as is_liked
          from app.cloud_playlist p
          join app.cloud_user u on u.tenant_id = \(listener.tenant) and u.cloud_user_id = p.cloud_user_id
         where p.tenant_id = \(listener.tenant)
           and p.playlist_id = any (\(keys))
        """
    }

    static func users(_ keys: [Int64], _ listener: Listener) -> SQL {
        """
        select cloud_user_id, urn as user_urn, username, permalink_url as user_permalink, avatar_url
          from app.cloud_user
         where tenant_id = \(listener.tenant)
           and cloud_user_id = any (\(keys))
        """
    }

    /// Returns the key of a user, or `nil` if this tenant has not stored the user. Throws a database error.
    func userKey(_ urn: CloudURN, in tenant: TenantID) async throws -> Int64? {
        try await database.rows(in: tenant, urn.selection(in: tenant)).first.map { try $0("id", as: Int64.self) }
    }
}
