import Foundation
import Postgres
import SoundCloud
import Web

/// The tracks related to a starting track, stored until the listener chooses another, and the listening position (spec L23-L26).
package struct DiscoverSet: Sendable, Hashable, RowDecodable {
    /// The position at which the listener stopped: a track and a time in milliseconds.
    struct Resume: Sendable, Hashable {
        /// The index of the track in the Discover set, from 0.
        var index: Int32 = 0
        var positionMs: Int32 = 0
    }

    let seed: CloudURN
    package let seedKey: Int64
    let fetchedAt: Instant
    let resume: Resume
    /// The revision of the set, which starts at 1 and increases with every change. Views and entity tags use 0 if there is no set.
    let revision: Int32
    /// The keys of the set's tracks, in SoundCloud's order.
    package let tracks: [Int64]

    package init(row: Row) throws(PostgresError) {
        seed = try row("urn")
        seedKey = try row("seed_id")
        fetchedAt = Instant(try row("fetched_at", as: Date.self))
        resume = Resume(index: try row("resume_index"), positionMs: try row("resume_position_ms"))
        revision = try row("revision")
        tracks = try row("tracks")
    }
}

/// The entity tag of a listener's set, with the tenant and the account, so that a cached response is never valid for another listener. Responses add
/// a digest of their content, because marks of tracks change independently of the set; `If-Match` ignores the digest.
enum DiscoverTag {
    /// Returns the entity tag of a revision. An empty digest is omitted.
    static func text(_ revision: Int32, of listener: Listener, digest: String = "") -> String {
        "\"\(listener.tenant).\(listener.account).\(revision)\(digest.isEmpty ? "" : "-" + digest)\""
    }

    /// Checks the precondition of a change. A request without `If-Match` passes. Throws 412 if `known` does not contain the tag of this revision.
    static func check(_ known: IfMatch, _ revision: Int32, of listener: Listener) throws(APIError) {
        guard let tags = known.tags else { return }
        let revisions = tags.split(separator: ",").map { tag -> String in
            guard let end = tag.lastIndex(of: "-") else { return String(tag) }
            return tag[..<end] + "\""
        }
        try IfMatch(revisions.joined(separator: ",")).check(text(revision, of: listener))
    }
}
