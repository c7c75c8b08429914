import Postgres
import SoundCloud
import Tenancy

/// The picture of an item, or of the item's first track that has a picture.
package struct Cover: Sendable, Hashable {
    /// The URN of the item that has the picture.
    let urn: CloudURN
    /// The picture's address on SoundCloud.
    let address: String

    init(row: Row) throws(PostgresError) {
        urn = try row("cover_urn")
        address = try row("cover_address")
    }

    /// Returns the path of the picture on this server; `nil` if the address is empty.
    package func path(_ size: CoverPath.Size = .row) -> String? {
        CoverPath.path(of: urn.description, at: address, size)
    }
}

/// The SQL for the covers of artists, albums, labels, stations, and playlists without a picture: the first picture among the first 20 tracks.
package struct LibraryCoverStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// A kind of library entry whose cover is the picture of one of its tracks.
    package enum Group: Sendable, Hashable {
        case artists, albums, labels, stations

        /// The column of `library_track` with the key of the entry.
        fileprivate var column: StaticString {
            switch self {
            case .artists: "artist_id"
            case .albums: "album_id"
            case .labels: "label_id"
            case .stations: "station_id"
            }
        }

        /// The column by which an entry's tracks are sorted. The index on `column` has the same order.
        fileprivate var order: StaticString {
            switch self {
            case .artists, .albums, .labels: "title_key"
            case .stations: "station_position"
            }
        }
    }

    /// Returns the covers of these entries by key, read in one round trip. Entries without a cover are absent. Without keys, reads nothing.
    package func covers(
        of group: Group, _ ids: [Int64], for listener: Listener
    ) async throws(PostgresError) -> [Int64: Cover] {
        guard !ids.isEmpty else { return [:] }
        var covers: [Int64: Cover] = [:]
        for row in try await database.rows(in: listener.tenant, Self.covers(group, ids, listener)) {
            covers[try row("id")] = try Cover(row: row)
        }
        return covers
    }

    /// The number of an entry's first tracks that are searched for a picture. An artist can have thousands of tracks without pictures.
    private static let most = 20

    /// Returns the statement that selects, for each entry, the first track with a picture among the entry's first 20 tracks.
    static func covers(_ group: Group, _ ids: [Int64], _ listener: Listener) -> SQL {
        """
        select n.id, c.urn as cover_urn, c.artwork_url as cover_address
          from unnest(\(ids)) as n (id)
         cross join lateral (
               select t.urn, t.artwork_url
                 from (select \(name: group.order) as place, track_id
                         from app.library_track
                        where tenant_id = \(listener.tenant)
                          and user_id = \(listener.account)
                          and \(name: group.column) = n.id
                        order by \(name: group.order), track_id
                        limit \(most)) x
                 join app.cloud_track t on t.tenant_id = \(listener.tenant) and t.track_id = x.track_id
                where t.artwork_url <> ''
                order by x.place, x.track_id
                limit 1) c
        """
    }

    /// Returns the statement that selects, for each of these playlists without a picture, the first track with one among the first 20 tracks.
    static func covers(ofPlaylists ids: [Int64], in tenant: TenantID) -> SQL {
        """
        select p.playlist_id, c.urn as cover_urn, c.artwork_url as cover_address
          from app.cloud_playlist p
         cross join lateral (
               select t.urn, t.artwork_url
                 from (select position, track_id
                         from app.cloud_playlist_track
                        where tenant_id = \(tenant)
                          and playlist_id = p.playlist_id
                        order by position
                        limit \(most)) e
                 join app.cloud_track t on t.tenant_id = \(tenant) and t.track_id = e.track_id
                where t.artwork_url <> ''
                order by e.position
                limit 1) c
         where p.tenant_id = \(tenant)
           and p.playlist_id = any (\(ids))
           and p.artwork_url = ''
        """
    }
}
