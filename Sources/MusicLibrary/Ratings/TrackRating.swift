/// A listener's rating of a track: one to five stars.
public struct TrackRating: Sendable, Hashable {
    /// The number of stars, from 1 to 5.
    public let stars: Int

    /// The numbers of stars that a rating may have.
    public static let range = 1...5

    /// Creates a rating; `nil` if the number of stars is outside `range`.
    public init?(stars: Int) {
        guard Self.range.contains(stars) else { return nil }
        self.stars = stars
    }
}
