/// A keyset position in a list sorted by descending rank, then by descending ID.
public struct RankPosition: Sendable, Hashable {
    public let rank: Int64
    public let id: Int64

    /// The position before all rows.
    public static let first = RankPosition(rank: .max, id: .max)

    public init(rank: Int64, id: Int64) {
        self.rank = rank
        self.id = id
    }

    /// Reads the position in a cursor. Returns `nil` unless the cursor has two whole numbers.
    public init?(_ cursor: ListCursor) {
        guard cursor.values.count == 2, let rank = cursor.number(0), let id = cursor.number(1) else { return nil }
        self.init(rank: rank, id: id)
    }

    /// Returns the position as a cursor of the list with this name (`ListCursor.list`).
    public func cursor(_ list: String) -> ListCursor { ListCursor(list, ["\(rank)", "\(id)"]) }
}

/// A keyset position in a list sorted by descending time, then by descending ID.
public struct TimePosition: Sendable, Hashable {
    /// The time in microseconds since 1970.
    public let microseconds: Int64
    public let id: Int64

    /// The accepted times in microseconds since 1970, which the database can store.
    public static let range: ClosedRange<Int64> = -62_000_000_000_000_000...253_000_000_000_000_000

    /// The position before all rows.
    public static let first = TimePosition(microseconds: range.upperBound, id: .max)

    public init(microseconds: Int64, id: Int64) {
        self.microseconds = microseconds
        self.id = id
    }

    /// Reads the position in a cursor. Returns `nil` unless the cursor has two whole numbers, the first in `range`.
    public init?(_ cursor: ListCursor) {
        guard cursor.values.count == 2, let time = cursor.number(0), Self.range.contains(time),
            let id = cursor.number(1)
        else { return nil }
        self.init(microseconds: time, id: id)
    }

    /// Returns the position as a cursor of the list with this name (`ListCursor.list`).
    public func cursor(_ list: String) -> ListCursor { ListCursor(list, ["\(microseconds)", "\(id)"]) }
}
