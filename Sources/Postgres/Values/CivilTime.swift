/// An instant in the text form of `timestamptz` in ISO style: proleptic Gregorian calendar, UTC, microseconds.
struct CivilTime: Equatable {
    /// The time in microseconds since 1970-01-01 00:00:00 UTC.
    var microseconds: Int64

    private static let perSecond: Int64 = 1_000_000
    private static let perDay: Int64 = 86_400 * perSecond

    init(microseconds: Int64) { self.microseconds = microseconds }

    /// Reads `2013-05-06 19:30:00.123456+02`, also with `+05:30` or `+00:19:32` and a trailing ` BC`; `nil` for other text and for `infinity`.
    ///
    /// The offset is required, because text without an offset is a `timestamp`, which is not an instant.
    init?(text: Span<UInt8>) {
        guard let read = text.withUnsafeBufferPointer({ Self.read(DigitReader(text: $0)) }) else { return nil }
        microseconds = read
    }

    private static func read(_ start: DigitReader) -> Int64? {
        var reader = start
        guard var year = reader.number(digits: 4...6), reader.skip("-"),
            let month = reader.number(digits: 2...2), reader.skip("-"),
            let day = reader.number(digits: 2...2), reader.skip(" "),
            let hour = reader.number(digits: 2...2), reader.skip(":"),
            let minute = reader.number(digits: 2...2), reader.skip(":"),
            let second = reader.number(digits: 2...2)
        else { return nil }
        var fraction: Int64 = 0
        if reader.skip(".") {
            guard let read = reader.fraction() else { return nil }
            fraction = read
        }
        guard let offset = reader.offset() else { return nil }
        if reader.skip(" ") {
            guard reader.skip("B"), reader.skip("C") else { return nil }
            year = 1 - year
        }
        guard reader.isAtEnd, (1...12).contains(month), (1...days(in: month, of: year)).contains(day), hour < 24,
            minute < 60, second < 60
        else { return nil }
        let seconds = days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
        return (seconds - offset) * perSecond + fraction
    }

    /// The time as text, such as `2013-05-06 17:30:00.123456+00`, always with six fraction digits. A time before the year 1 ends in ` BC`.
    var text: String {
        let day = Self.floorDivide(microseconds, Self.perDay)
        let rest = microseconds - day * Self.perDay
        let (year, month, dayOfMonth) = Self.date(day: day)
        let seconds = rest / Self.perSecond
        var text = Self.padded(year > 0 ? year : 1 - year, 4)
        text += "-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2)) "
        text +=
            "\(Self.padded(seconds / 3_600, 2)):\(Self.padded(seconds / 60 % 60, 2)):\(Self.padded(seconds % 60, 2))"
        text += ".\(Self.padded(rest % Self.perSecond, 6))+00"
        if year <= 0 { text += " BC" }
        return text
    }

    /// Returns the number of days from 1970-01-01 to a date (H. Hinnant, "chrono-compatible low-level date algorithms").
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : (value + 1) / divisor - 1
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
