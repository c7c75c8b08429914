/// An instant, in milliseconds since 1970-01-01T00:00:00Z.
public struct PlayerTime: Codable, Sendable, Hashable, Comparable {
    public let milliseconds: Int64

    /// Creates an instant, clamped to 2^54 milliseconds before or after 1970, so that the difference of two instants never overflows.
    public init(milliseconds: Int64) { self.milliseconds = min(max(milliseconds, -Self.limit), Self.limit) }

    private static let limit: Int64 = 1 << 54

    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// Returns the time since an earlier instant, in milliseconds, or 0 if the clock was set back in between.
    func milliseconds(since earlier: Self) -> Int64 { max(0, milliseconds - earlier.milliseconds) }

    func advanced(byMs duration: Int64) -> Self { Self(milliseconds: milliseconds + duration) }

    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
