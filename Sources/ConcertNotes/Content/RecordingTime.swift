/// A time in the reference recording of a piece, in whole milliseconds from its start.
///
/// Folders and old XML write seconds with at most three decimal places (spec I10). The time is never a `Double`, which could change "1.512".
public struct RecordingTime: Sendable, Hashable, Comparable {
    public let milliseconds: Int32

    /// The longest allowed time: one day, which is longer than any piece and does not overflow `Int32`.
    public static let longest = RecordingTime(milliseconds: 86_400_000)

    public init(milliseconds: Int32) { self.milliseconds = milliseconds }

    /// Creates a time from a text with seconds such as "77.512", up to one day; `nil` for any other text. `Double(_:)` would accept "1e3", "+5" and
    /// "nan", and round.
    public init?(decimalSeconds text: some StringProtocol) {
        var milliseconds: Int32 = 0
        var places: Int?
        var digits = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), places == nil, digits > 0 {
                places = 0
                continue
            }
            guard byte >= 0x30, byte <= 0x39, places ?? 0 < 3, milliseconds <= Self.longest.milliseconds else {
                return nil
            }
            milliseconds = milliseconds * 10 + Int32(byte - 0x30)
            digits += 1
            places = places.map { $0 + 1 }
        }
        guard digits > 0, places != 0 else { return nil }
        for _ in (places ?? 0)..<3 {
            guard milliseconds <= Self.longest.milliseconds else { return nil }
            milliseconds *= 10
        }
        guard milliseconds <= Self.longest.milliseconds else { return nil }
        self.milliseconds = milliseconds
    }

    /// The time in seconds with as few decimal places as possible: "77", "77.5", "77.512" (spec I10).
    public var decimalSeconds: String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest != 0 else { return String(seconds) }
        var places = String(rest + 1000).dropFirst()
        while places.last == "0" { places.removeLast() }
        return "\(seconds).\(places)"
    }

    /// The nearest whole second, with halves rounded up, for clients that read only integers (spec I10).
    public var nearestSecond: Int32 { (milliseconds + 500) / 1000 }

    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// Returns the absolute difference of two times, in milliseconds.
    public func distance(to other: Self) -> Int32 { abs(milliseconds - other.milliseconds) }
}
