import FoundationEssentials
import Postgres
import Web

/// A post or repost by a user whom the listener follows.
package struct StreamEntry: Sendable, Hashable, RowDecodable {
    package let position: TimePosition
    /// The way in which the entry came into the stream: `post` or `repost`.
    package let via: String
    package let track: Int64?
    package let playlist: Int64?
    package let reposter: Int64?
    package let happenedAt: Instant

    package init(row: Row) throws(PostgresError) {
        position = TimePosition(microseconds: try row("at_us"), id: try row("entry_id"))
        via = try row("via")
        track = try row.optional("track_id")
        playlist = try row.optional("playlist_id")
        reposter = try row.optional("reposter_id")
        happenedAt = Instant(try row("happened_at", as: Date.self))
    }
}
