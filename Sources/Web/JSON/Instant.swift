#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A point in time in whole milliseconds since 1970 UTC, without leap seconds (spec Decided 1). In JSON, an instant is a
/// string in the form of RFC 3339, such as "2026-05-01T19:30:00.000Z".
public struct Instant: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let milliseconds: Int64

    /// Creates an instant from the milliseconds since 1970-01-01T00:00:00Z. RFC 3339 can express only the years 0 to 9999.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Creates an instant from a date, rounded to the nearest millisecond and clamped to the years 0 to 9999. NaN becomes the beginning of 1970.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.isNaN ? 0 : date.timeIntervalSince1970
        let range = -62_167_219_200.0...253_402_300_799.0
        milliseconds = Int64((min(max(seconds, range.lowerBound), range.upperBound) * 1000).rounded())
    }

    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// The current time of the system's clock, in whole milliseconds.
    public static var now: Instant { Instant(Date()) }

    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// The instant as an RFC 3339 string in UTC with milliseconds. A year outside 0 to 9999 gets a sign or more digits.
    public var description: String {
        let (days, within) = milliseconds.quotientAndRemainder(floorDividingBy: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        let sign = date.year < 0 ? "-" : ""
        let year = date.year.magnitude
        let digits = max(4 - sign.utf8.count, String(year).utf8.count)
        return String(unsafeUninitializedCapacity: sign.utf8.count + digits + 20) { text in
            var count = 0
            func put(_ byte: UInt8) {
                text[count] = byte
                count += 1
            }
            func put(_ number: UInt64, _ width: Int) {
                var rest = number
                for place in (count..<count + width).reversed() {
                    text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                count += width
            }
            for byte in sign.utf8 { put(byte) }
            put(UInt64(year), digits)
            put(UInt8(ascii: "-"))
            put(UInt64(date.month), 2)
            put(UInt8(ascii: "-"))
            put(UInt64(date.day), 2)
            put(UInt8(ascii: "T"))
            put(UInt64(within / 3_600_000), 2)
            put(UInt8(ascii: ":"))
            put(UInt64(within / 60_000 % 60), 2)
            put(UInt8(ascii: ":"))
            put(UInt64(within / 1000 % 60), 2)
            put(UInt8(ascii: "."))
            put(UInt64(within % 1000), 3)
            put(UInt8(ascii: "Z"))
            return count
        }
    }
}

extension Instant {
    /// Reads an RFC 3339 §5.6 date-time. Returns `nil` for other text. Decimals after the third are dropped. A leap second becomes the millisecond
    /// before it.
    public init?(rfc3339 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t"), let hour = reader.number(2),
            reader.skip(":"), let minute = reader.number(2), reader.skip(":"), let second = reader.number(2)
        else { return nil }
        var thousandths: Int64 = 0
        if reader.skip(".") {
            guard let fraction = reader.thousandths() else { return nil }
            thousandths = fraction
        }
        guard let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60,
            let offset = reader.offsetMinutes(), reader.isAtEnd
        else { return nil }
        let seconds = date.daysSince1970 * 86_400 + (hour * 60 + minute - offset) * 60 + min(second, 59)
        milliseconds = seconds * 1000 + (second == 60 ? 999 : thousandths)
    }
}

extension Instant: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let instant = Instant(rfc3339: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 date-time")
        }
        self = instant
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ count: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    mutating func thousandths() -> Int64? {
        var number: Int64 = 0
        var count = 0
        while let digit = digit() {
            if count < 3 { number = number * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 3)..<3 { number *= 10 }
        return number
    }

    /// Reads the time zone offset and returns it in minutes, positive east of UTC; `nil` for text of another form.
    mutating func offsetMinutes() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard skip("+") || skip("-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24,
            minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }

    private mutating func digit() -> Int64? {
        guard let byte = rest.first, byte >= 0x30, byte <= 0x39 else { return nil }
        rest.removeFirst()
        return Int64(byte - 0x30)
    }
}
