import Foundation
import Postgres
import SoundCloud
import Tenancy
import Web

/// The store of station feeds: the secret addresses and the content of the feeds. A station has at most one address.
package struct StationFeedStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// The station and listener to which a secret gives access.
    struct Reader: Sendable, Hashable {
        let listener: Listener
        let station: Int64
        let name: String
    }

    /// A track of a station as it appears in the feed.
    struct Item: Sendable, Hashable, RowDecodable {
        let urn: CloudURN
        let title: String
        let artist: String
        let about: String
        let permalink: String
        let artwork: String
        let durationMs: Int32
        let publishedAt: Instant
        /// Whether the uploader allows downloads and the track is playable.
        let isDownloadable: Bool

        init(row: Row) throws(PostgresError) {
            urn = try row("urn")
            let version: String = try row("version")
            let title: String = try row("title")
            self.title = version.isEmpty ? title : "\(title) (\(version))"
            artist = try row("artist_text")
            about = try row("description")
            permalink = try row("permalink_url")
            artwork = try row("artwork_url")
            durationMs = try row("duration_ms")
            publishedAt = Instant(try row("published_at", as: Date.self))
            isDownloadable = try row("is_downloadable")
        }
    }

    /// The maximum number of tracks in a feed; later tracks of the station are omitted.
    static let most: Int64 = 1000

    /// Returns the station and listener of a secret, or `nil` if the secret is unknown or revoked, or if the account is disabled.
    func reader(_ secret: String, in tenant: TenantID) async throws -> Reader? {
        guard let key = SecretKey(secret) else { return nil }
        return try await database.rows(
            in: tenant,
            """
            select f.user_id, f.station_id, s.name
              from app.podcast_feed f
              join app.user_account u on u.tenant_id = \(tenant) and u.user_id = f.user_id and u.disabled_at is null
              join app.podcast_station s
                on s.tenant_id = \(tenant) and s.user_id = f.user_id and s.station_id = f.station_id
             where f.tenant_id = \(tenant)
               and f.token_hash = \(key.hash)
            """
        ).first.map { row in
            Reader(
                listener: Listener(tenant: tenant, account: try row("user_id")), station: try row("station_id"),
                name: try row("name"))
        }
    }

    /// Returns the tracks of a station, in the station's order, at most ``most``. The cost is linear in the number of tracks.
    func items(of reader: Reader) async throws(PostgresError) -> [Item] {
        try await database.all(in: reader.listener.tenant, Self.items(reader))
    }

    private static func items(_ reader: Reader) -> SQL {
        """
        select t.urn, x.title, x.version, x.artist_text, t.description, t.permalink_url, t.artwork_url, t.duration_ms,
               coalesce(t.uploaded_at, x.added_at) as published_at,
               t.is_downloadable and t.access = 'playable' as is_downloadable
          from app.library_track x
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
         where x.tenant_id = \(reader.listener.tenant)
           and x.user_id = \(reader.listener.account)
           and x.station_id = \(reader.station)
         order by x.station_position, x.track_id
         limit \(most)
        """
    }

    /// Returns whether the track is in the station, is playable, and may be downloaded according to the uploader.
    func offers(_ urn: CloudURN, to reader: Reader) async throws(PostgresError) -> Bool {
        try await !database.rows(
            in: reader.listener.tenant,
            """
            select x.track_id
              from app.library_track x
              join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
             where x.tenant_id = \(reader.listener.tenant)
               and x.user_id = \(reader.listener.account)
               and x.station_id = \(reader.station)
               and t.urn = \(urn)
               and t.is_downloadable
               and t.access = 'playable'
            """
        ).isEmpty
    }

    /// Returns the time at which the station's address was created, or `nil` if the listener has no such station or the station has no address.
    package func createdAt(_ station: Int64, of listener: Listener) async throws -> Instant? {
        try await database.rows(
            in: listener.tenant,
            """
            select created_at
              from app.podcast_feed
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
               and station_id = \(station)
            """
        ).first.map { Instant(try $0("created_at", as: Date.self)) }
    }

    /// Creates or replaces the station's address, with a hash of `key`, and records an audit event, in one transaction. Returns `false`, without a
    /// change, if the listener has no such station.
    package func make(
        _ key: SecretKey, for station: Int64, of listener: Listener, at now: Instant, recorded: AuditEvent
    ) async throws -> Bool {
        try await database.transaction(in: listener.tenant) { transaction in
            let made = try await transaction.rows(
                """
                insert into app.podcast_feed (tenant_id, user_id, station_id, token_hash, created_at)
                select tenant_id, user_id, station_id, \(key.hash), \(now.date)
                  from app.podcast_station
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and station_id = \(station)
                    on conflict (tenant_id, user_id, station_id) do update
                   set token_hash = excluded.token_hash, created_at = excluded.created_at
                returning station_id
                """)
            guard !made.isEmpty else { return false }
            _ = try await transaction.rows(recorded.insertion(in: listener.tenant))
            return true
        }
    }

    /// Deletes the station's address and records an audit event, in one transaction. Returns `false`, without an audit event, if the listener has no
    /// such station or the station has no address.
    package func revoke(_ station: Int64, of listener: Listener, recorded: AuditEvent) async throws -> Bool {
        try await database.transaction(in: listener.tenant) { transaction in
            let gone = try await transaction.rows(
                """
                delete from app.podcast_feed
                 where tenant_id = \(listener.tenant)
                   and user_id = \(listener.account)
                   and station_id = \(station)
                returning station_id
                """)
            guard !gone.isEmpty else { return false }
            _ = try await transaction.rows(recorded.insertion(in: listener.tenant))
            return true
        }
    }
}
