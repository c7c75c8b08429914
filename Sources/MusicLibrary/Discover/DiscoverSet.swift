import Foundation
import Postgres
import Web

/// The tracks related to one seed, kept until another seed is chosen (spec L23-L26), and where listening stopped.
struct DiscoverSet: Sendable, Hashable, RowDecodable {
    /// Where listening stopped.
    struct Resume: Sendable, Hashable {
        /// A place among the tracks, from 0.
        var index: Int32 = 0
        var positionMs: Int32 = 0
    }

    let seed: CloudURN
    let seedKey: Int64
    let fetchedAt: Instant
    let resume: Resume
    /// Greater with every change; 0 stands for a listener who has chosen nothing yet.
    let revision: Int32
    /// Their keys, in upstream's order.
    let tracks: [Int64]

    init(row: Row) throws(PostgresError) {
        seed = try row("urn")
        seedKey = try row("seed_id")
        fetchedAt = Instant(try row("fetched_at", as: Date.self))
        resume = Resume(index: try row("resume_index"), positionMs: try row("resume_position_ms"))
        revision = try row("revision")
        tracks = try row("tracks")
    }
}

/// The validator of a listener's set: it names the tenant and the account, so that what one has kept answers no other's
/// question, and the revision. An answer adds a digest of itself, since what it says of its tracks (liked, added) changes without
/// the set; a change is held to the revision alone.
enum DiscoverTag {
    /// Of a revision.
    static func text(_ revision: Int32, of listener: Listener, digest: String = "") -> String {
        "\"\(listener.tenant).\(listener.account).\(revision)\(digest.isEmpty ? "" : "-" + digest)\""
    }

    /// - Throws: 412 unless what the client knew is this revision.
    static func check(_ known: IfMatch, _ revision: Int32, of listener: Listener) throws(APIError) {
        guard let tags = known.tags else { return }
        let revisions = tags.split(separator: ",").map { tag -> String in
            guard let end = tag.lastIndex(of: "-") else { return String(tag) }
            return tag[..<end] + "\""
        }
        try IfMatch(revisions.joined(separator: ",")).check(text(revision, of: listener))
    }
}
