import Glibc

@testable import HTTP

/// `HTTPDate`: three forms are read and one is written; all are compared with the C library's calendar.
enum DateProperties {
    /// 2023-11-14.
    private static let now: Int64 = 1_700_000_000
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    @Sendable static func check(_ input: [UInt8]) throws {
        let read = parse(input)
        try expectEqual(read, naive(input), "the date \(NaiveGrammar.text(input))")
        if let read, (0...253_402_300_799).contains(read) { try checkForms(of: read) }
        if input.count >= 8 {
            let number = input.prefix(8).reduce(0) {
                Int64(truncatingIfNeeded: UInt64(bitPattern: $0) << 8 | UInt64($1))
            }
            let clamped = min(max(number, 0), 253_402_300_799)
            try expectEqual(HTTPDate.format(number), HTTPDate.format(clamped), "a date out of range")
            try checkForms(of: clamped)
            try checkForms(of: Int64(number.magnitude % 253_402_300_800))
        }
    }

    /// Every written form of an instant is read as the same instant.
    private static func checkForms(of seconds: Int64) throws {
        var time = time_t(seconds)
        var date = tm()
        gmtime_r(&time, &date)
        func two(_ number: Int32, _ fill: Character = "0") -> String { number < 10 ? "\(fill)\(number)" : "\(number)" }
        let day = days[Int(date.tm_wday)]
        let month = months[Int(date.tm_mon)]
        let clock = "\(two(date.tm_hour)):\(two(date.tm_min)):\(two(date.tm_sec))"
        let digits = String(10_000 + Int(date.tm_year) + 1900).dropFirst()
        let fixdate = "\(day.prefix(3)), \(two(date.tm_mday)) \(month) \(digits) \(clock) GMT"
        try expectEqual(HTTPDate.format(seconds), fixdate, "written")
        try expectEqual(parse(Array(fixdate.utf8)), seconds, fixdate)
        let asctime = "\(day.prefix(3)) \(month) \(two(date.tm_mday, " ")) \(clock) \(digits)"
        try expectEqual(parse(Array(asctime.utf8)), seconds, asctime)
        // In 2023, a two-digit year means a year from 49 years ago to 50 years ahead.
        guard (1974...2073).contains(date.tm_year + 1900) else { return }
        let rfc850 = "\(day), \(two(date.tm_mday))-\(month)-\(digits.suffix(2)) \(clock) GMT"
        try expectEqual(parse(Array(rfc850.utf8)), seconds, rfc850)
    }

    private static func parse(_ text: [UInt8]) -> Int64? {
        withExactBytes(text) { HTTPDate.parse($0, now: now) }
    }

    /// RFC 9110 §5.6.7, parsed by splitting at the spaces.
    private static func naive(_ input: [UInt8]) -> Int64? {
        let words = input.split(separator: 0x20, omittingEmptySubsequences: false).map { Array($0) }
        func isName(_ word: [UInt8]?, _ lengths: ClosedRange<Int>) -> Bool {
            word.map { lengths.contains($0.count) && $0.allSatisfy(NaiveGrammar.letters.contains) } ?? false
        }
        if words.count == 6, words[0].last == UInt8(ascii: ","), isName(words[0].dropLast(), 3...3) {
            guard words[5] == Array("GMT".utf8) else { return nil }
            return instant(day: words[1], 2, month: words[2], year: words[3], 4, clock: words[4])
        }
        if words.count == 4, words[0].last == UInt8(ascii: ","), isName(words[0].dropLast(), 6...9) {
            let parts = words[1].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map { Array($0) }
            guard parts.count == 3, words[3] == Array("GMT".utf8) else { return nil }
            return instant(day: parts[0], 2, month: parts[1], year: parts[2], 2, clock: words[2])
        }
        // A one-digit day has a space instead of the first digit.
        if words.count == 6, words[2].isEmpty, isName(words[0], 3...3) {
            return instant(day: words[3], 1, month: words[1], year: words[5], 4, clock: words[4])
        }
        if words.count == 5, isName(words[0], 3...3) {
            return instant(day: words[2], 2, month: words[1], year: words[4], 4, clock: words[3])
        }
        return nil
    }

    private static func instant(
        day: [UInt8], _ dayDigits: Int, month: [UInt8], year: [UInt8], _ yearDigits: Int, clock: [UInt8]
    ) -> Int64? {
        func number(_ digits: [UInt8], _ count: Int, _ range: ClosedRange<Int>) -> Int? {
            guard digits.count == count, let number = NaiveGrammar.number(digits), range.contains(number.value) else {
                return nil
            }
            return number.value
        }
        let times = clock.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { Array($0) }
        guard times.count == 3, let hour = number(times[0], 2, 0...23), let minute = number(times[1], 2, 0...59),
            let second = number(times[2], 2, 0...60), let month = months.firstIndex(of: NaiveGrammar.text(month)),
            let day = number(day, dayDigits, 1...31), var year = number(year, yearDigits, 0...9999)
        else { return nil }
        if yearDigits == 2 { year += year <= 73 ? 2000 : 1900 }
        var date = tm()
        date.tm_year = Int32(year - 1900)
        date.tm_mon = Int32(month)
        date.tm_mday = Int32(day)
        let midnight = timegm(&date)
        // The C library converts 31 February to a day in March.
        guard date.tm_mday == Int32(day) else { return nil }
        return Int64(midnight) + Int64(hour * 3600 + minute * 60 + second)
    }
}
