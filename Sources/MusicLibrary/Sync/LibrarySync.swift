import Postgres
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run that brings a listener's SoundCloud up to date (spec L3).
struct LibrarySync: Sendable, Hashable {
    struct ID: NumberedID, PostgresCodable { let rawValue: Int64 }

    enum State: String, Sendable, Hashable, Codable, PostgresCodable {
        case queued, running, done, failed
    }

    /// What came of one part.
    struct Part: Sendable, Hashable {
        let part: SyncPart
        let state: State
        /// Where it stands: a `PartState` in its text form; empty before the first page.
        let place: String
        let pages: Int32
        let seen: Int32
        let added: Int32
        let changed: Int32
        let removed: Int32
        /// At most a hundred of them.
        let faults: [CloudFault]
        let faultCount: Int32
        let fault: String
    }

    /// What came of a part when it was done last.
    struct LatestPart: Sendable, Hashable, RowDecodable {
        let part: Part
        /// When that run ended; `nil` while it goes on.
        let finishedAt: Instant?

        init(row: Row) throws(PostgresError) {
            part = try Part(row: row)
            finishedAt = try row.optional("finished_at", as: Date.self).map { Instant($0) }
        }
    }

    let id: ID
    let state: State
    let fault: String
    let createdAt: Instant
    let startedAt: Instant?
    let finishedAt: Instant?
    var parts: [Part] = []
}

extension LibrarySync: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = try row("sync_id")
        state = try row("state")
        fault = try row("fault")
        createdAt = Instant(try row("created_at", as: Date.self))
        startedAt = try row.optional("started_at", as: Date.self).map { Instant($0) }
        finishedAt = try row.optional("finished_at", as: Date.self).map { Instant($0) }
    }
}

extension LibrarySync.Part: RowDecodable {
    init(row: Row) throws(PostgresError) {
        let name: String = try row("part")
        guard let part = SyncPart(rawValue: name) else {
            throw .decoding(
                column: "part",
                reason: "is \"\(name)\", not likedTracks, likedPlaylists, playlists, followings or stream")
        }
        self.part = part
        state = try row("state")
        place = try row("cursor")
        pages = try row("pages")
        seen = try row("seen")
        added = try row("added")
        changed = try row("changed")
        removed = try row("removed")
        let text: String = try row("faults")
        faults = (try? JSONDecoder().decode([CloudFault].self, from: Data(text.utf8))) ?? []
        faultCount = try row("faulty")
        fault = try row("fault")
    }
}

/// Where a walk through a list stands: written with each page, so that a walk that ends anywhere goes on from there.
struct PartState: Sendable, Hashable, Codable {
    /// Where the list goes on; `nil` at its top.
    var cursor: String?
    /// The rank of what was placed last: everything that follows stands below it.
    var above: Int64
    /// Whether the list is walked to its end, whatever is known of it.
    var isFull: Bool
    /// Whether known ranks are passed over, since they had no room left.
    var isFresh = false
    /// How many items upstream says that there are.
    var upstreamCount: Int64?
    /// By how much that number and ours differed when the list was last walked to its end.
    var difference: Int64?
    /// How often the walk began again, since its cursor was no longer good.
    var restarts = 0

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    init(above: Int64, isFull: Bool) {
        self.above = above
        self.isFull = isFull
    }

    /// `nil` for the empty text of a part that has not begun.
    init?(_ text: String) {
        guard let state = try? JSONDecoder().decode(PartState.self, from: Data(text.utf8)) else { return nil }
        self = state
    }
}
