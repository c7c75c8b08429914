import FoundationEssentials
import Postgres
import SoundCloud
import Tenancy
import Web

/// A page of a list, with the cursor of the next page.
package struct CursorPage<Row: Sendable>: Sendable {
    package let rows: [Row]
    /// The cursor of the next page, opaque to clients; `nil` on the last page.
    package let next: String?
}

/// A reader of pages of the stored SoundCloud lists. A page begins after the position of the `cursor` in the request's fields or, without a cursor,
/// at the beginning of the list. Each method throws 422 for a cursor that is not valid for its list.
package struct CloudLists: Sendable {
    private let database: TenantDatabase

    package init(database: TenantDatabase) { self.database = database }

    /// The order of a list of followed users: by name, or most recently followed first.
    package enum FollowingOrder: String, Sendable, CaseIterable { case name, recent }

    /// The part of the stream to list (spec L5).
    package enum StreamSelection: String, Sendable, CaseIterable { case all, posts, reposts }

    /// Returns a page of the keys of the users whom the listener follows, each with the time at which this server first saw the follow (spec L27).
    package func followings(
        by order: FollowingOrder, _ fields: FormFields, limit: Int, of listener: Listener
    ) async throws -> CursorPage<(user: Int64, firstSeenAt: Instant)> {
        let list = "followings.\(order.rawValue)"
        let statement: SQL
        switch order {
        case .name:
            let after: (String, Int64)? = try fields.position(in: list) { cursor in
                guard cursor.values.count == 2, let id = cursor.number(1) else { return nil }
                return (cursor.values[0], id)
            }
            statement = CloudListSQL.followings(
                afterName: after?.0 ?? "", after?.1 ?? 0, limit: limit + 1, of: listener)
        case .recent:
            let after = try fields.position(in: list) { RankPosition($0) } ?? .first
            statement = CloudListSQL.followings(afterRank: after.rank, after.id, limit: limit + 1, of: listener)
        }
        let page = ListPage(try await database.rows(in: listener.tenant, statement), limit: limit)
        let next = try page.next.map { row -> String in
            let value = order == .name ? try row("name_key", as: String.self) : "\(try row("rank", as: Int64.self))"
            return ListCursor(list, [value, "\(try row("cloud_user_id", as: Int64.self))"]).description
        }
        return CursorPage(
            rows: try page.rows.map {
                (try $0("cloud_user_id"), Instant(try $0("first_seen_at", as: Date.self)))
            }, next: next)
    }

    /// Returns a page of the stream, newest entries first (spec L4, L5).
    package func stream(
        _ include: StreamSelection, _ fields: FormFields, limit: Int, of listener: Listener
    ) async throws -> CursorPage<StreamEntry> {
        let after = try fields.position(in: "stream") { TimePosition($0) } ?? .first
        let rows: [StreamEntry] = try await database.all(
            in: listener.tenant,
            CloudListSQL.stream(
                posts: include != .reposts, reposts: include != .posts, before: after.microseconds, after.id,
                limit: limit + 1, of: listener))
        let page = ListPage(rows, limit: limit)
        return CursorPage(rows: page.rows, next: page.next?.position.cursor("stream").description)
    }

    /// Returns a page of the keys of the account's own playlists, in SoundCloud's order (spec L31).
    package func ownPlaylists(
        _ fields: FormFields, limit: Int, of listener: Listener
    ) async throws -> CursorPage<Int64> {
        let after = try fields.position(in: "playlists") { RankPosition($0) } ?? .first
        let rows = try await database.rows(
            in: listener.tenant, CloudListSQL.ownPlaylists(after: after.rank, after.id, limit: limit + 1, of: listener))
        let page = ListPage(
            try rows.map { RankPosition(rank: try $0("rank"), id: try $0("playlist_id")) }, limit: limit)
        return CursorPage(rows: page.rows.map(\.id), next: page.next?.cursor("playlists").description)
    }

    /// Returns a page of the keys of a user's stored uploads: uploads without a known time, then the others, newest first (spec L29).
    package func uploads(
        of user: Int64, _ fields: FormFields, limit: Int, in tenant: TenantID
    ) async throws -> CursorPage<Int64> {
        let list = "tracks.of.\(user)"
        let after: UploadPosition? = try fields.position(in: list) { UploadPosition($0) }
        let rows = try await database.batch(
            in: tenant, CloudListSQL.uploads(of: user, after: after, limit: limit + 1, in: tenant))
        let page = ListPage(try rows.joined().map { try UploadPosition(row: $0) }, limit: limit)
        return CursorPage(rows: page.rows.map(\.id), next: page.next?.cursor(list).description)
    }

    /// Returns a page of the keys of a user's stored playlists that are public or the listener's own, in descending order.
    package func playlists(
        of user: Int64, _ fields: FormFields, limit: Int, for listener: Listener
    ) async throws -> CursorPage<Int64> {
        let list = "playlists.of.\(user)"
        let before = try fields.position(in: list) { $0.values.count == 1 ? $0.number(0) : nil } ?? .max
        let rows = try await database.rows(
            in: listener.tenant, CloudListSQL.playlists(of: user, before: before, limit: limit + 1, for: listener))
        let page = ListPage(try rows.map { try $0("playlist_id", as: Int64.self) }, limit: limit)
        return CursorPage(rows: page.rows, next: page.next.map { ListCursor(list, ["\($0)"]).description })
    }

    /// Returns a page of the positions and keys of a playlist's tracks, in playlist order.
    package func tracks(
        in playlist: Int64, _ fields: FormFields, limit: Int, in tenant: TenantID
    ) async throws -> CursorPage<(position: Int64, track: Int64)> {
        let list = "playlist.\(playlist)"
        let after = try fields.position(in: list) { $0.values.count == 1 ? $0.number(0) : nil } ?? -1
        let rows = try await database.rows(
            in: tenant, CloudListSQL.tracks(in: playlist, after: after, limit: limit + 1, in: tenant))
        let page = ListPage(
            try rows.map {
                (position: Int64(try $0("position", as: Int32.self)), track: try $0("track_id", as: Int64.self))
            }, limit: limit)
        return CursorPage(rows: page.rows, next: page.next.map { ListCursor(list, ["\($0.position)"]).description })
    }
}
