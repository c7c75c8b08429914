import Web

/// A page of a show's episode list: the on-demand rows, then the airings, both in ascending order of time (spec R42).
public struct EpisodeList: Sendable {
    public let rows: [EpisodeRow]
    /// The index of the first row that is on air; `nil` if there is none on this page.
    public let anchorIndex: Int?
    /// The cursor for the earlier rows; `nil` if there are none or this page is empty.
    public let before: Cursor?
    /// The cursor for the later rows; `nil` if there are none or this page is empty.
    public let after: Cursor?

    /// A position in the list, in which all on-demand rows precede all airings.
    public struct Cursor: Sendable, Hashable, CustomStringConvertible {
        let isAiring: Bool
        /// The time by which the row is sorted, in microseconds since 1970.
        let microseconds: Int64
        let id: Int64

        init(isAiring: Bool, microseconds: Int64, id: Int64) {
            self.isAiring = isAiring
            self.microseconds = microseconds
            self.id = id
        }

        init?(_ cursor: ListCursor) {
            guard cursor.values.count == 3, ["a", "e"].contains(cursor.values[0]), let microseconds = cursor.number(1),
                let id = cursor.number(2), TimePosition.range.contains(microseconds), id > 0
            else { return nil }
            self.init(isAiring: cursor.values[0] == "a", microseconds: microseconds, id: id)
        }

        public var description: String {
            ListCursor(EpisodeListQuery.list, [isAiring ? "a" : "e", "\(microseconds)", "\(id)"]).description
        }
    }
}

/// A row for an on-demand episode or for an airing. An episode that is on demand and airs again has several rows.
public struct EpisodeRow: Sendable, Hashable {
    /// The state of the row at the time of the request.
    public enum Kind: String, Sendable, Hashable {
        case onDemand = "aod"
        /// An airing that has started: either it is not over, or its start is still in the buffer (spec R31).
        case now
        case upcoming
    }

    public let kind: Kind
    public let cursor: EpisodeList.Cursor
    public let title: String
    public let summary: String
    /// The episode; `nil` if unknown.
    public let episode: Episode.ID?
    public let part: Int32?
    public let art: FinderArt?
    /// The start of the airing; for an on-demand row, the publication or the opening of the on-demand window, whichever is earlier.
    public let startsAt: Instant
    /// The end of the airing; `nil` for on-demand rows.
    public let endsAt: Instant?
    public let airing: Airing.ID?
    public let channel: Channel.ID?
    public let isOnAir: Bool
    public let isLive: Bool
    public let isRepeat: Bool
    /// The duration of the episode's longest available recording, in milliseconds; `nil` for airings and if unknown.
    public let durationMs: Int64?
    /// When the episode stops being on demand; `nil` if it stays, and for airings.
    public let availableUntil: Instant?

    /// The app's action when the row is selected (spec R43).
    var selectAction: String { kind == .upcoming ? "set-alert" : "play" }
}

/// A query for a part of an episode list.
public struct EpisodeListQuery: Sendable, Hashable {
    /// The rows to return: those around the first airing that is not over, or those before or after a cursor.
    public enum Position: Sendable, Hashable {
        /// The rows around the first airing that is not over, or the last rows of the list if there is none.
        case centre
        case before(EpisodeList.Cursor)
        case after(EpisodeList.Cursor)
    }

    public var filter: FinderFilter
    public var position: Position
    public var limit: Int

    /// The allowed numbers of rows.
    public static let limits = 1...200

    static let list = "episodes"

    public init(filter: FinderFilter = .all, position: Position = .centre, limit: Int = 50) {
        self.filter = filter
        self.position = position
        self.limit = limit
    }

    /// Creates a query from query parameters. Throws `APIError` 400 for a repeated parameter, 422 for an invalid value.
    init(_ fields: FormFields) throws(APIError) {
        filter = try fields.finderFilter()
        limit = try fields.pageSize(most: Self.limits.upperBound)
        let before = try fields.position(in: Self.list, "before") { EpisodeList.Cursor($0) }
        let after = try fields.position(in: Self.list, "after") { EpisodeList.Cursor($0) }
        guard before == nil || after == nil else {
            throw .invalid("before", "cannot be combined with \"after\": send only one of them")
        }
        position = before.map { .before($0) } ?? after.map { .after($0) } ?? .centre
    }
}
