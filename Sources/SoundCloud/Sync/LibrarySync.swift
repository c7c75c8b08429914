import Postgres
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A run that updates a listener's data from SoundCloud (spec L3).
package struct LibrarySync: Sendable, Hashable {
    struct ID: NumberedID, PostgresCodable { let rawValue: Int64 }

    /// The state of a run or of one of its parts.
    package enum State: String, Sendable, Hashable, Codable, PostgresCodable {
        case queued, running, done, failed
    }

    /// The progress or the result of one part of a run.
    package struct Part: Sendable, Hashable {
        package let part: SyncPart
        package let state: State
        /// The position of the walk as the text of a `PartState`; empty before the first page.
        let position: String
        let pages: Int32
        /// The number of items read, including items that could not be decoded.
        package let seen: Int32
        /// The number of items that are new in the list.
        package let added: Int32
        /// The number of known items whose rank has changed.
        package let changed: Int32
        /// The number of items removed from the list; for the stream, of old entries beyond the limit.
        package let removed: Int32
        /// The faults of the first items that could not be read, at most `faultLimit`.
        package let faults: [CloudFault]
        /// The number of all items that could not be read.
        package let faultCount: Int32
        package let fault: String

        /// The number of items that this walk will see; `nil` if the count is unknown, or if the walk can stop at known items.
        package var expected: Int? {
            guard let state = PartState(position), state.isFull, let count = state.upstreamCount, count > 0 else {
                return nil
            }
            return max(Int(count), Int(seen))
        }

        /// The maximum number of stored faults.
        static let faultLimit = 100
    }

    /// The progress or the result of a part in the last run that includes it.
    package struct LatestPart: Sendable, Hashable, RowDecodable {
        package let part: Part
        /// The time at which the run ended; `nil` while the run is in progress.
        package let finishedAt: Instant?

        package init(row: Row) throws(PostgresError) {
            part = try Part(row: row)
            finishedAt = try row.optional("finished_at", as: Date.self).map { Instant($0) }
        }
    }

    let id: ID
    package let state: State
    package let fault: String
    package let createdAt: Instant
    let startedAt: Instant?
    package let finishedAt: Instant?
    var parts: [Part] = []
}

extension LibrarySync: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        id = try row("sync_id")
        state = try row("state")
        fault = try row("fault")
        createdAt = Instant(try row("created_at", as: Date.self))
        startedAt = try row.optional("started_at", as: Date.self).map { Instant($0) }
        finishedAt = try row.optional("finished_at", as: Date.self).map { Instant($0) }
    }
}

extension LibrarySync.Part: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        let name: String = try row("part")
        guard let part = SyncPart(rawValue: name) else {
            throw .decoding(
                column: "part",
                reason: "must be likedTracks, likedPlaylists, playlists, followings or stream, found \"\(name)\"")
        }
        self.part = part
        state = try row("state")
        position = try row("cursor")
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

/// The position of a walk through a list, stored with each page, so that an interrupted walk can resume.
struct PartState: Sendable, Hashable, Codable {
    /// The cursor of the next page; `nil` for the first page.
    var cursor: String?
    /// The rank of the last placed item, at first a rank above all stored items. Later items get lower ranks. In a walk through the stream, the
    /// number of entries read so far.
    var above: Int64
    /// Whether the walk continues to the end of the list, past known items.
    var isFull: Bool
    /// Whether all items get new ranks, because there was no room between the known ranks.
    var isFresh = false
    /// The number of items according to SoundCloud; `nil` if SoundCloud sends none.
    var upstreamCount: Int64?
    /// The difference between SoundCloud's count and the number of stored items after the last complete walk; `nil` if unknown.
    var difference: Int64?
    /// The number of restarts caused by an invalid cursor.
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

    /// Parses a state. Returns `nil` for the empty text of a part that has not started, and for any other text that is not a state.
    init?(_ text: String) {
        guard let state = try? JSONDecoder().decode(PartState.self, from: Data(text.utf8)) else { return nil }
        self = state
    }
}
