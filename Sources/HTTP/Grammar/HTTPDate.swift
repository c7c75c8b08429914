/// HTTP dates (RFC 9110 §5.6.7), written as IMF-fixdate and read in all three forms. A date is a number of seconds since 1970.
enum HTTPDate {
    /// The length in bytes of an IMF-fixdate, such as "Sun, 06 Nov 1994 08:49:37 GMT".
    static let length = 29

    /// Returns the IMF-fixdate of an instant. Instants outside the years 1970 to 9999 are clamped.
    static func format(_ seconds: Int64) -> String {
        String(unsafeUninitializedCapacity: length) { buffer in
            write(seconds, to: buffer)
            return length
        }
    }

    /// Writes the `length` bytes of an IMF-fixdate, clamped like the result of `format`.
    static func write(_ seconds: Int64, to buffer: UnsafeMutableBufferPointer<UInt8>) {
        let clamped = min(max(seconds, 0), 253_402_300_799)
        let (days, time) = clamped.quotientAndRemainder(dividingBy: 86_400)
        let date = civil(days)
        var position = 0
        func put(_ text: StaticString, at index: Int = 0, _ count: Int) {
            for offset in 0..<count { buffer[position + offset] = text.utf8Start[index * count + offset] }
            position += count
        }
        func put(_ number: Int64, digits: Int) {
            var rest = number
            for offset in stride(from: digits - 1, through: 0, by: -1) {
                buffer[position + offset] = ASCII.zero + UInt8(rest % 10)
                rest /= 10
            }
            position += digits
        }
        put("ThuFriSatSunMonTueWed", at: Int(days % 7), 3)
        put(", ", 2)
        put(date.day, digits: 2)
        put(" ", 1)
        put(monthNames, at: Int(date.month - 1), 3)
        put(" ", 1)
        put(date.year, digits: 4)
        put(" ", 1)
        put(time / 3600, digits: 2)
        put(":", 1)
        put(time / 60 % 60, digits: 2)
        put(":", 1)
        put(time % 60, digits: 2)
        put(" GMT", 4)
    }

    /// Returns the instant of a date in any of the three forms, in seconds since 1970; `nil` for other text.
    ///
    /// - Parameter now: the current time, in seconds since 1970. A two-digit year stands for the latest matching year that is at most 50 years ahead.
    static func parse(_ text: Bytes, now: Int64) -> Int64? {
        var reader = DateReader(text)
        guard let comma = text.firstIndex(of: ASCII.comma) else { return reader.asctime() }
        return comma == 3 ? reader.fixdate() : reader.rfc850(dayNameLength: comma, thisYear: civil(now / 86_400).year)
    }

    static var monthNames: StaticString { "JanFebMarAprMayJunJulAugSepOctNovDec" }

    /// Returns the proleptic Gregorian date of a day counted from 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date algorithms").
    static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// Returns the day of a Gregorian date, counted from 1970-01-01.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
