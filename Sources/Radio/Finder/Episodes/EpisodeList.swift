import Web

/// The episodes of a show on one ascending time axis (spec R42): what is on demand, what is on, what is to come.
public struct EpisodeList: Sendable {
    public let rows: [EpisodeRow]
    /// Where the first row stands that is on the air at this moment; `nil` if nothing is on, or not on this page.
    public let anchorIndex: Int?
    /// Where to go on towards earlier rows; `nil` when there are none.
    public let before: Cursor?
    /// Where to go on towards later rows; `nil` when there are none.
    public let after: Cursor?

    /// A place on the axis. All that is on demand comes before all that is on or to come; each is in order of time.
    public struct Cursor: Sendable, Hashable, CustomStringConvertible {
        let isAiring: Bool
        /// Since 1970.
        let microseconds: Int64
        let id: Int64

        init(isAiring: Bool, microseconds: Int64, id: Int64) {
            self.isAiring = isAiring
            self.microseconds = microseconds
            self.id = id
        }

        init?(_ cursor: ListCursor) {
            guard cursor.values.count == 3, ["a", "e"].contains(cursor.values[0]), let microseconds = cursor.number(1),
                let id = cursor.number(2), TimePlace.range.contains(microseconds), id > 0
            else { return nil }
            self.init(isAiring: cursor.values[0] == "a", microseconds: microseconds, id: id)
        }

        public var description: String {
            ListCursor(EpisodeListQuery.list, [isAiring ? "a" : "e", "\(microseconds)", "\(id)"]).description
        }
    }
}

/// A row: an episode on demand, or an airing. What is on demand and airs again is one row each.
public struct EpisodeRow: Sendable, Hashable {
    /// What a row is at the instant of the question.
    public enum Kind: String, Sendable, Hashable {
        case onDemand = "aod"
        /// On the air, or in the buffer: every airing that began inside the buffer (spec R31), over or not.
        case now
        case upcoming
    }

    public let kind: Kind
    public let cursor: EpisodeList.Cursor
    public let title: String
    public let summary: String
    /// An airing may be of no known episode.
    public let episode: Episode.ID?
    public let part: Int32?
    public let art: FinderArt?
    /// When it was heard first, or when it begins or began.
    public let startsAt: Instant
    /// Of an airing.
    public let endsAt: Instant?
    public let airing: Airing.ID?
    public let channel: Channel.ID?
    /// Whether it has begun and is not over.
    public let isOnAir: Bool
    public let isLive: Bool
    public let isRepeat: Bool
    /// Of what is on demand, where it is known.
    public let durationMs: Int64?
    /// Of what is on demand and does not stay.
    public let availableUntil: Instant?

    /// What selecting it does (spec R43).
    var selectAction: String { kind == .upcoming ? "set-alert" : "play" }
}

/// A part of the list, as it is asked for.
public struct EpisodeListQuery: Sendable, Hashable {
    /// Which part of the list is asked for.
    public enum Place: Sendable, Hashable {
        /// Round what is on now.
        case centre
        case before(EpisodeList.Cursor)
        case after(EpisodeList.Cursor)
    }

    public var filter: FinderFilter
    public var place: Place
    public var limit: Int

    public static let limits = 1...200

    /// The list as its cursors name it.
    static let list = "episodes"

    public init(filter: FinderFilter = .all, place: Place = .centre, limit: Int = 50) {
        self.filter = filter
        self.place = place
        self.limit = limit
    }

    /// As a query of a URL says it.
    ///
    /// - Throws: 422 for a value that cannot be.
    init(_ fields: FormFields) throws(APIError) {
        filter = try fields.finderFilter()
        limit = try fields.pageSize(most: Self.limits.upperBound)
        let before = try fields.place(in: Self.list, "before") { EpisodeList.Cursor($0) }
        let after = try fields.place(in: Self.list, "after") { EpisodeList.Cursor($0) }
        guard before == nil || after == nil else {
            throw .invalid("before", "cannot be combined with \"after\": use only one of them")
        }
        place = before.map { .before($0) } ?? after.map { .after($0) } ?? .centre
    }
}
