import Postgres

/// An index condition that selects the likes after a position.
enum LikeCondition {
    case behind(LikedItem.Position, LikedItem.Order)
    /// The remaining likes of the same uploader's items, newest first.
    case sameUser(LikedItem.Position)
    case laterUsers(LikedItem.Position)

    /// Returns the conditions whose concatenated results are the likes after a position.
    ///
    /// The order by uploader mixes ascending and descending columns. The likes after a position are then two ranges of the index: the
    /// remaining likes of the same uploader's items, and the likes of all later uploaders' items.
    ///
    /// - Parameter isSorted: whether all rows are read and sorted, so that one condition is enough.
    static func along(_ order: LikedItem.Order, after place: LikedItem.Position, isSorted: Bool) -> [LikeCondition] {
        order == .user && !isSorted ? [.sameUser(place), .laterUsers(place)] : [.behind(place, order)]
    }
}

extension LikedItem.Order {
    /// The columns of the order, for `order by`.
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
    mutating func appendInterpolation(_ position: LikeCondition) {
        switch position {
        case .behind(let place, .recent): appendInterpolation("rank, like_id", .descending, place.rank, place.id)
        case .behind(let place, .title): appendInterpolation("title_key, like_id", .ascending, place.title, place.id)
        case .behind(let place, .artist):
            appendInterpolation("artist_key, title_key, like_id", .ascending, place.artist, place.title, place.id)
        case .behind(let place, .duration):
            appendInterpolation("duration_ms, like_id", .ascending, place.durationMs, place.id)
        case .behind(let place, .user):
            appendLiteral("(")
            appendInterpolation(LikeCondition.laterUsers(place))
            appendLiteral(" or ")
            appendInterpolation(LikeCondition.sameUser(place))
            appendLiteral(")")
        case .sameUser(let place):
            appendLiteral("user_key = ")
            appendInterpolation(place.user)
            appendLiteral(" and cloud_user_id = ")
            appendInterpolation(place.userID)
            appendLiteral(" and ")
            appendInterpolation("rank, like_id", .descending, place.rank, place.id)
        case .laterUsers(let place):
            appendInterpolation("user_key, cloud_user_id", .ascending, place.user, place.userID)
        }
    }

    /// Appends the condition for a kind of likes. A bound value distinguishes `all` from `track`, so that one plan serves both.
    mutating func appendInterpolation(_ kind: LikedItem.Kind) {
        guard kind != .playlist else { return appendLiteral("playlist_id is not null") }
        appendLiteral("(track_id is not null or ")
        appendInterpolation(kind == .all)
        appendLiteral(")")
    }
}
