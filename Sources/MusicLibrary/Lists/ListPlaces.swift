import FoundationEssentials
import Postgres
import Web

/// A place in a list that goes by rank, the greatest first.
struct RankPlace: Sendable, Hashable {
    let rank: Int64
    let id: Int64

    static let first = RankPlace(rank: .max, id: .max)

    init(rank: Int64, id: Int64) {
        self.rank = rank
        self.id = id
    }

    init?(_ cursor: ListCursor) {
        guard cursor.values.count == 2, let rank = cursor.number(0), let id = cursor.number(1) else { return nil }
        self.init(rank: rank, id: id)
    }

    func cursor(_ list: String) -> ListCursor { ListCursor(list, ["\(rank)", "\(id)"]) }
}

/// A place in a list that goes by time, the newest first.
struct TimePlace: Sendable, Hashable {
    /// Since 1970.
    let microseconds: Int64
    let id: Int64

    /// What the database can hold as an instant, with room.
    private static let range: ClosedRange<Int64> = -62_000_000_000_000_000...253_000_000_000_000_000

    static let first = TimePlace(microseconds: range.upperBound, id: .max)

    init(microseconds: Int64, id: Int64) {
        self.microseconds = microseconds
        self.id = id
    }

    init?(_ cursor: ListCursor) {
        guard cursor.values.count == 2, let time = cursor.number(0), Self.range.contains(time),
            let id = cursor.number(1)
        else { return nil }
        self.init(microseconds: time, id: id)
    }

    func cursor(_ list: String) -> ListCursor { ListCursor(list, ["\(microseconds)", "\(id)"]) }
}

/// What somebody whom the listener follows has posted or passed on.
struct StreamEntry: Sendable, Hashable, RowDecodable {
    let place: TimePlace
    /// post or repost.
    let via: String
    let track: Int64?
    let playlist: Int64?
    let reposter: Int64?
    let happenedAt: Instant

    init(row: Row) throws(PostgresError) {
        place = TimePlace(microseconds: try row("at_us"), id: try row("entry_id"))
        via = try row("via")
        track = try row.optional("track_id")
        playlist = try row.optional("playlist_id")
        reposter = try row.optional("reposter_id")
        happenedAt = Instant(try row("happened_at", as: Date.self))
    }
}
