/// A day of the Gregorian calendar without a time zone. The text formats support the years 1 to 9999.
///
/// The arithmetic follows H. Hinnant, "chrono-compatible low-level date algorithms", so it needs no library.
public struct WallDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number of days since 1970-01-01; negative for earlier days.
    public let daysSince1970: Int

    public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    /// Creates a day of any year; `nil` if the day does not exist, such as 30 February.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else { return nil }
        let (era, yearOfEra) = Self.floorDivide(month <= 2 ? year - 1 : year, by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        daysSince1970 = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Creates a day from the extended format of ISO 8601, such as "2026-03-29"; `nil` if the text is not a valid day.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), year > 0
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Creates a day from the basic format of ISO 8601, such as "20260329"; `nil` if the text is not a valid day.
    public init?(basic text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 8, let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[4..<6]),
            let day = Self.number(bytes[6..<8]), year > 0
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day in the extended format of ISO 8601, such as "2026-03-29".
    public var description: String {
        let civil = civil
        return "\(Self.padded(civil.year, 4))-\(Self.padded(civil.month, 2))-\(Self.padded(civil.day, 2))"
    }

    public var civil: (year: Int, month: Int, day: Int) {
        // Years start on 1 March in this computation, so the leap day is the last day of the year. An era has 400 years.
        let (era, dayOfEra) = Self.floorDivide(daysSince1970 + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    public var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        Weekday(rawValue: Self.floorDivide(daysSince1970 + 3, by: 7).remainder + 1) ?? .monday
    }

    public static func < (left: WallDate, right: WallDate) -> Bool { left.daysSince1970 < right.daysSince1970 }

    /// Returns the day that is `days` days later.
    public static func + (date: WallDate, days: Int) -> WallDate {
        WallDate(daysSince1970: date.daysSince1970 + days)
    }

    /// Returns the day that is `days` days earlier.
    public static func - (date: WallDate, days: Int) -> WallDate { date + -days }

    /// Returns the number of days from `right` to `left`.
    public static func - (left: WallDate, right: WallDate) -> Int { left.daysSince1970 - right.daysSince1970 }

    /// Returns the number of days in a month. `month` must be from 1 to 12.
    public static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the quotient rounded down and the non-negative remainder. The divisor must be positive.
    static func floorDivide(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        return number
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
