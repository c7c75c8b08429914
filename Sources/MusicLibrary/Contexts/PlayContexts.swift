import Postgres
import SoundCloud
import Tenancy
import Web

/// A reader of a listener's play contexts, for the queues of players.
///
/// Each call of ``window(_:from:limit:for:)`` reads the keys of the whole context in one statement and caches nothing, so the result is always
/// current. A call takes O(n) in the length of the context, wherever the window begins: tens of milliseconds for 50,000 tracks.
public struct PlayContexts: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Returns at most `limit` consecutive tracks of a context, or `nil` if the listener has no such context.
    ///
    /// - Parameter offset: The position of the first track, from 0. A position after the last track gives an empty window.
    /// - Throws: A database error.
    public func window(
        _ context: PlayContext, from offset: Int, limit: Int, for listener: Listener
    ) async throws -> PlayWindow? {
        guard let list = try await list(context, for: listener) else { return nil }
        let items = try await items(list.tracks.dropFirst(offset).prefix(limit), for: listener)
        return PlayWindow(
            context: context, title: list.title, length: list.tracks.count, revision: list.revision, items: items)
    }

    /// Returns the whole context, or `nil` if the listener has no such context. O(n) in the number of tracks. Throws a database error.
    func list(_ context: PlayContext, for listener: Listener) async throws -> PlayList? {
        guard let row = try await database.rows(in: listener.tenant, context.statement(for: listener)).first else {
            return nil
        }
        return PlayList(context, title: try row("title"), tracks: try row("tracks"))
    }

    /// Returns the items of these tracks, in the same order and with their positions in the context. Tracks that are not stored are omitted. Throws a
    /// database error.
    package func items(_ tracks: ArraySlice<Int64>, for listener: Listener) async throws -> [PlayItem] {
        guard !tracks.isEmpty else { return [] }
        let rows = try await database.rows(in: listener.tenant, Self.items(Array(Set(tracks)), listener))
        var found: [Int64: Row] = [:]
        for row in rows { found[try row("track_id")] = row }
        return try zip(tracks.indices, tracks).compactMap { index, track in
            try found[track].map { try PlayItem(index: index, row: $0) }
        }
    }

    static func items(_ tracks: [Int64], _ listener: Listener) -> SQL {
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
           and t.track_id = any (\(tracks))
        """
    }
}
