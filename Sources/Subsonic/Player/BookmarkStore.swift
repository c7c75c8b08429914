import FoundationEssentials
import MusicLibrary
import Postgres
import SoundCloud
import Tenancy
import Web

/// A stored position in a track, with the listener's comment.
struct Bookmark: Sendable, Hashable, RowDecodable {
    let track: Int64
    let positionMs: Int64
    let comment: String
    let createdAt: Instant
    let changedAt: Instant

    static let commentLimit = 1_000

    init(row: Row) throws(PostgresError) {
        track = try row("track_id")
        positionMs = try row("position_ms")
        comment = try row("comment")
        createdAt = Instant(try row("created_at", as: Date.self))
        changedAt = Instant(try row("changed_at", as: Date.self))
    }
}

/// The store of bookmarks, at most one per listener and track.
struct BookmarkStore: Sendable {
    let database: TenantDatabase

    /// Returns the bookmarks of a listener, most recently changed first.
    func bookmarks(of listener: Listener) async throws(PostgresError) -> [Bookmark] {
        try await database.all(
            in: listener.tenant,
            """
            select track_id, position_ms, comment, created_at, changed_at
              from app.bookmark
             where tenant_id = \(listener.tenant)
               and user_id = \(listener.account)
             order by changed_at desc, track_id
            """)
    }

    /// Creates or changes the bookmark of a track. Returns `false` if the track is not stored.
    func set(
        _ track: CloudURN, positionMs: Int64, comment: String, of listener: Listener
    ) async throws(PostgresError) -> Bool {
        try await !database.rows(
            in: listener.tenant,
            """
            insert into app.bookmark as b (tenant_id, user_id, track_id, position_ms, comment)
            select t.tenant_id, \(listener.account), t.track_id, \(positionMs), \(comment)
              from app.cloud_track t
             where t.tenant_id = \(listener.tenant)
               and t.urn = \(track)
                on conflict (tenant_id, user_id, track_id) do update
               set position_ms = excluded.position_ms, comment = excluded.comment, changed_at = now()
            returning track_id
            """
        ).isEmpty
    }

    /// Deletes the bookmark of a track and returns whether there was one.
    func delete(_ track: CloudURN, of listener: Listener) async throws(PostgresError) -> Bool {
        try await !database.rows(
            in: listener.tenant,
            """
            delete from app.bookmark b
             using app.cloud_track t
             where b.tenant_id = \(listener.tenant)
               and b.user_id = \(listener.account)
               and t.tenant_id = b.tenant_id
               and t.track_id = b.track_id
               and t.urn = \(track)
            returning b.track_id
            """
        ).isEmpty
    }
}
