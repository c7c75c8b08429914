import Postgres
import SoundCloud

extension PlayContexts {
    /// Returns the items of these tracks, in no particular order. The `index` of an item has no meaning. Tracks that this server has not stored are
    /// omitted. Throws a database error.
    public func items(of tracks: [CloudURN], for listener: Listener) async throws -> [PlayItem] {
        guard !tracks.isEmpty else { return [] }
        let rows = try await database.rows(in: listener.tenant, Self.items(of: tracks, listener))
        return try rows.map { try PlayItem(index: 0, row: $0) }
    }

    /// Returns the statement that selects tracks by URN, with the same columns as `items(_:_:)`, so that the keys need not be read first.
    static func items(of tracks: [CloudURN], _ listener: Listener) -> SQL {
        """
        select t.track_id, t.urn, t.title as uploaded_title, t.metadata_artist, t.duration_ms, t.access, t.is_streamable,
               t.permalink_url, t.artwork_url, u.urn as user_urn, u.username, x.title, x.version, x.artist_text,
               x.shelf, x.confidence, al.title as album, l.name as label
          from app.cloud_track t
          join app.cloud_user u on u.tenant_id = \(listener.tenant) and u.cloud_user_id = t.cloud_user_id
          left join app.library_track x
            on x.tenant_id = \(listener.tenant) and x.user_id = \(listener.account) and x.track_id = t.track_id
          left join app.library_album al
            on al.tenant_id = x.tenant_id and al.user_id = x.user_id and al.album_id = x.album_id
          left join app.library_label l
            on l.tenant_id = x.tenant_id and l.user_id = x.user_id and l.label_id = x.label_id
         where t.tenant_id = \(listener.tenant)
           and t.urn = any (\(tracks))
        """
    }
}
