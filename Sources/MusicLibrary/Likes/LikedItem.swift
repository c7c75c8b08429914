import FoundationEssentials
import Postgres
import Web

/// A liked track or playlist with its position in each order (spec L16, M6.5).
package struct LikedItem: Sendable, Hashable, RowDecodable {
    package let position: Position
    let firstSeenAt: Instant
    package let track: Int64?
    package let playlist: Int64?

    package init(row: Row) throws(PostgresError) {
        position = try Position(row: row)
        firstSeenAt = Instant(try row("first_seen_at", as: Date.self))
        track = try row.optional("track_id")
        playlist = try row.optional("playlist_id")
    }

    /// The order of a list of likes (spec L17-L19).
    package enum Order: String, Sendable, Hashable, CaseIterable, Codable {
        /// Newest like first, in SoundCloud's order.
        case recent
        case title
        /// By uploader, and within an uploader the newest like first.
        case user
        /// By true artist, then by title.
        case artist
        case duration
    }

    /// The kind of liked items to list.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case all, track, playlist
    }

    /// The position of a like: the values of the like by which the orders sort.
    package struct Position: Sendable, Hashable, RowDecodable {
        var rank = Int64.max
        var id = Int64.max
        var title = ""
        var user = ""
        var userID: Int64 = 0
        var artist = ""
        var durationMs: Int64 = -1

        /// Returns the position before the first row of an order.
        package static func first(in order: Order) -> Position {
            switch order {
            case .recent, .user: Position()
            case .title, .artist, .duration: Position(id: 0)
            }
        }

        package init(
            rank: Int64 = .max, id: Int64 = .max, title: String = "", user: String = "", userID: Int64 = 0,
            artist: String = "", durationMs: Int64 = -1
        ) {
            (self.rank, self.id, self.title, self.user) = (rank, id, title, user)
            (self.userID, self.artist, self.durationMs) = (userID, artist, durationMs)
        }

        package init(row: Row) throws(PostgresError) {
            rank = try row("rank")
            id = try row("like_id")
            title = try row("title_key")
            user = try row("user_key")
            userID = try row("cloud_user_id")
            artist = try row("artist_key")
            durationMs = try row("duration_ms")
        }

        /// Parses a cursor written by `cursor(_:in:)`. Returns `nil` if the cursor is not valid.
        package init?(_ cursor: ListCursor, in order: Order) {
            self = .first(in: order)
            let values = cursor.values
            let count =
                switch order {
                case .recent, .title, .duration: 2
                case .artist: 3
                case .user: 4
                }
            guard values.count == count, let id = cursor.number(count - 1) else { return nil }
            self.id = id
            switch order {
            case .recent:
                guard let rank = cursor.number(0) else { return nil }
                self.rank = rank
            case .title: title = values[0]
            case .user:
                guard let userID = cursor.number(1), let rank = cursor.number(2) else { return nil }
                (user, self.userID, self.rank) = (values[0], userID, rank)
            case .artist: (artist, title) = (values[0], values[1])
            case .duration:
                guard let durationMs = cursor.number(0) else { return nil }
                self.durationMs = durationMs
            }
        }

        /// Returns the cursor of the page after this position. `list` is the name of the list, which must include the order, so that the cursor is
        /// not valid for another order.
        package func cursor(_ list: String, in order: Order) -> ListCursor {
            let values: [String] =
                switch order {
                case .recent: ["\(rank)", "\(id)"]
                case .title: [title, "\(id)"]
                case .user: [user, "\(userID)", "\(rank)", "\(id)"]
                case .artist: [artist, title, "\(id)"]
                case .duration: ["\(durationMs)", "\(id)"]
                }
            return ListCursor(list, values)
        }
    }
}

/// A user whose tracks or playlists the listener likes, with the numbers of liked tracks and playlists (spec L19).
package struct LikedUser: Sendable, Hashable, RowDecodable {
    package let position: Position
    package let tracks: Int64
    package let playlists: Int64

    /// A position in the list of liked users, which is sorted by name.
    package struct Position: Sendable, Hashable {
        package var key = ""
        package var id: Int64 = 0

        package init(key: String = "", id: Int64 = 0) {
            self.key = key
            self.id = id
        }
    }

    package init(row: Row) throws(PostgresError) {
        position = Position(key: try row("user_key"), id: try row("cloud_user_id"))
        tracks = try row("tracks")
        playlists = try row("playlists")
    }
}
