/// A reader of the three date forms of HTTP (RFC 9110 §5.6.7). The text must end with the date. Any letters are accepted as the name of the day.
struct DateReader {
    private let text: Bytes
    private var position = 0

    init(_ text: Bytes) { self.text = text }

    /// Reads an IMF-fixdate, such as "Sun, 06 Nov 1994 08:49:37 GMT", and returns its seconds since 1970; `nil` for other text.
    mutating func fixdate() -> Int64? {
        guard text.count == HTTPDate.length, skipDayName(3), skip(", "), let day = number(2), skip(" "),
            let month = month(), skip(" "), let year = number(4), skip(" "), let time = time(), skip(" GMT")
        else { return nil }
        return instant(year, month, day, time)
    }

    /// Reads an RFC 850 date, such as "Sunday, 06-Nov-94 08:49:37 GMT", and returns its seconds since 1970; `nil` for other text.
    ///
    /// - Parameters:
    ///   - dayNameLength: the number of letters before the comma.
    ///   - thisYear: the current year. The result's year is at most 50 years later.
    mutating func rfc850(dayNameLength: Int, thisYear: Int64) -> Int64? {
        guard (6...9).contains(dayNameLength), skipDayName(dayNameLength), skip(", "), let day = number(2), skip("-"),
            let month = month(), skip("-"), let short = number(2), skip(" "), let time = time(), skip(" GMT"),
            position == text.count
        else { return nil }
        var year = thisYear - thisYear % 100 + 100 + short
        while year > thisYear + 50 { year -= 100 }
        return instant(year, month, day, time)
    }

    /// Reads an asctime date, such as "Sun Nov  6 08:49:37 1994", and returns its seconds since 1970; `nil` for other text.
    mutating func asctime() -> Int64? {
        guard text.count == 24, skipDayName(3), skip(" "), let month = month(), skip(" ") else { return nil }
        let isShort = skip(" ")
        guard let day = number(isShort ? 1 : 2), skip(" "), let time = time(), skip(" "), let year = number(4)
        else { return nil }
        return instant(year, month, day, time)
    }

    private func instant(_ year: Int64, _ month: Int64, _ day: Int64, _ time: Int64) -> Int64? {
        let date = HTTPDate.days(year: year, month: month, day: day)
        guard HTTPDate.civil(date) == (year, month, day) else { return nil }
        return date * 86_400 + time
    }

    private mutating func skip(_ expected: StaticString) -> Bool {
        let count = expected.utf8CodeUnitCount
        guard position + count <= text.count else { return false }
        for offset in 0..<count where text[position + offset] != expected.utf8Start[offset] { return false }
        position += count
        return true
    }

    private mutating func skipDayName(_ count: Int) -> Bool {
        guard position + count <= text.count else { return false }
        for index in position..<(position + count) where ASCII.lowered(text[index]) &- 0x61 >= 26 { return false }
        position += count
        return true
    }

    private mutating func number(_ digits: Int) -> Int64? {
        guard position + digits <= text.count,
            let value = Bytes(rebasing: text[position..<(position + digits)]).decimal
        else { return nil }
        position += digits
        return Int64(value)
    }

    private mutating func month() -> Int64? {
        guard position + 3 <= text.count else { return nil }
        let names = HTTPDate.monthNames.utf8Start
        for month in 0..<12 {
            let name = UnsafeBufferPointer(start: names + month * 3, count: 3)
            if name.elementsEqual(text[position..<(position + 3)]) {
                position += 3
                return Int64(month + 1)
            }
        }
        return nil
    }

    /// Reads a time of day and returns its seconds since midnight; `nil` for other text. Second 60 is the first second of the next minute.
    private mutating func time() -> Int64? {
        guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }
}
