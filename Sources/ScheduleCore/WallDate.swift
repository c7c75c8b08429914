/// A day of the Gregorian calendar on a wall, without a time zone.
public struct WallDate: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01; negative before.
    public let daysSince1970: Int

    public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    public static func < (left: WallDate, right: WallDate) -> Bool { left.daysSince1970 < right.daysSince1970 }
}
