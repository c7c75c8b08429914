/// A local time of day with a resolution of one second. 24:00 is the end of the day.
public struct WallTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number of seconds after midnight, from 0 to 86,400.
    public let secondsAfterMidnight: Int

    public static let midnight = WallTime()

    private init() { secondsAfterMidnight = 0 }

    /// Creates a time; `nil` unless the number of seconds is from 0 to 86,400.
    public init?(secondsAfterMidnight: Int) {
        guard (0...86_400).contains(secondsAfterMidnight) else { return nil }
        self.secondsAfterMidnight = secondsAfterMidnight
    }

    /// Creates a time from "08:00" or "08:00:30"; `nil` for another format, and for 24:00.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5 || bytes.count == 8, bytes[2] == UInt8(ascii: ":"),
            let hour = WallDate.number(bytes[0..<2]), let minute = WallDate.number(bytes[3..<5]), hour < 24, minute < 60
        else { return nil }
        var second = 0
        if bytes.count == 8 {
            guard bytes[5] == UInt8(ascii: ":"), let read = WallDate.number(bytes[6..<8]), read < 60 else { return nil }
            second = read
        }
        secondsAfterMidnight = hour * 3600 + minute * 60 + second
    }

    /// The time as "08:00", or "08:00:30" if the seconds are not zero.
    public var description: String {
        let (hour, minute, second) = (
            secondsAfterMidnight / 3600, secondsAfterMidnight / 60 % 60, secondsAfterMidnight % 60
        )
        let minutes = "\(WallDate.padded(hour, 2)):\(WallDate.padded(minute, 2))"
        return second == 0 ? minutes : "\(minutes):\(WallDate.padded(second, 2))"
    }

    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.secondsAfterMidnight < right.secondsAfterMidnight
    }
}
