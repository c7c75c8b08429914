import Postgres
import SoundCloud

extension PlayContexts {
    /// Returns the items of these tracks, in no particular order. The `index` of an item has no meaning. Tracks that this server has not
    /// stored are omitted.
    public func items(of tracks: [CloudURN], for listener: Listener) async throws -> [PlayItem] {
        guard !tracks.isEmpty else { return [] }
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select track_id
              from app.cloud_track
             where tenant_id = \(listener.tenant)
               and urn = any (\(tracks))
            """)
        let keys = try rows.map { try $0("track_id", as: Int64.self) }
        return try await items(keys[...], for: listener)
    }
}
