import Postgres

/// A condition that selects the likes after a position in a list, as a range of an index.
enum LikeCondition {
    case behind(LikedItem.Position, LikedItem.Order)
    /// The remaining likes of the same uploader's items, newest first.
    case sameUser(LikedItem.Position)
    case laterUsers(LikedItem.Position)

    /// Returns the conditions whose concatenated results are the likes after a position. The order by uploader mixes ascending and descending columns
    /// and therefore has two ranges of the index, unless all rows are read and sorted (`isSorted`).
    static func along(_ order: LikedItem.Order, after position: LikedItem.Position, isSorted: Bool) -> [LikeCondition] {
        order == .user && !isSorted ? [.sameUser(position), .laterUsers(position)] : [.behind(position, order)]
    }
}

extension LikedItem.Order {
    /// The SQL columns of the order, for `order by`.
    var columns: StaticString {
        switch self {
        case .recent: "rank desc, like_id desc"
        case .title: "title_key, like_id"
        case .user: "user_key, cloud_user_id, rank desc, like_id desc"
        case .artist: "artist_key, title_key, like_id"
        case .duration: "duration_ms, like_id"
        }
    }
}

extension SQL.StringInterpolation {
    mutating func appendInterpolation(_ condition: LikeCondition) {
        switch condition {
        case .behind(let position, .recent):
            appendInterpolation("rank, like_id", .descending, position.rank, position.id)
        case .behind(let position, .title):
            appendInterpolation("title_key, like_id", .ascending, position.title, position.id)
        case .behind(let position, .artist):
            appendInterpolation(
                "artist_key, title_key, like_id", .ascending, position.artist, position.title, position.id)
        case .behind(let position, .duration):
            appendInterpolation("duration_ms, like_id", .ascending, position.durationMs, position.id)
        case .behind(let position, .user):
            appendLiteral("(")
            appendInterpolation(LikeCondition.laterUsers(position))
            appendLiteral(" or ")
            appendInterpolation(LikeCondition.sameUser(position))
            appendLiteral(")")
        case .sameUser(let position):
            appendLiteral("user_key = ")
            appendInterpolation(position.user)
            appendLiteral(" and cloud_user_id = ")
            appendInterpolation(position.userID)
            appendLiteral(" and ")
            appendInterpolation("rank, like_id", .descending, position.rank, position.id)
        case .laterUsers(let position):
            appendInterpolation("user_key, cloud_user_id", .ascending, position.user, position.userID)
        }
    }

    /// Appends the condition for a kind of likes. `all` and `track` differ only in a bound value, so that both share one query plan.
    mutating func appendInterpolation(_ kind: LikedItem.Kind) {
        guard kind != .playlist else { return appendLiteral("playlist_id is not null") }
        appendLiteral("(track_id is not null or ")
        appendInterpolation(kind == .all)
        appendLiteral(")")
    }
}
