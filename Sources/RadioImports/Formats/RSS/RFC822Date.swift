import Web

/// A parser for dates in feeds: RFC 822 §5.1 with years of two or four digits, ISO 8601, and C's `asctime`. The weekday, the time and the zone may be
/// missing, the month may come first, as in "May 01 2026", and the date may have hyphens, as in "01-May-2026". The default zone is UTC, and years of
/// two digits are from 1970 to 2069. Other text gives `nil`.
enum RFC822Date {
    static func instant(_ text: String?) -> Instant? {
        let line = DraftText.line(text, atMost: 100)
        if let (instant, _) = ISO8601Text.instant(line) { return instant }
        var words = line.replacing(",", with: " ").split(separator: " ").flatMap(hyphened)
        if let first = words.first, !first.utf8.contains(where: { (0x30...0x39).contains($0) }),
            WallClockText.month(first) == nil
        {
            words.removeFirst()
        }
        guard words.count >= 3 else { return nil }
        // The order of the United States: "May 01 2026".
        if WallClockText.month(words[0]) != nil { words.swapAt(0, 1) }
        // "Sat Sep  3 09:19:24 2016", possibly with a zone before or after the year.
        if words[2].contains(":"), let year = words[3...].firstIndex(where: { self.year(String($0)) != nil }) {
            words.insert(words.remove(at: year), at: 2)
        }
        guard let day = DraftText.number(String(words[0]), in: 1...31), let month = WallClockText.month(words[1]),
            let year = year(String(words[2]))
        else { return nil }
        var time = (hour: 0, minute: 0, second: 0)
        var zone = words.dropFirst(3)
        if let clock = zone.first, clock.contains(":") {
            let digits = clock.prefix { $0 != "+" && $0 != "-" }
            guard let read = Self.time(digits) else { return nil }
            time = read
            zone = [clock.dropFirst(digits.count)] + zone.dropFirst()
        }
        // "GMT +1" is a single zone, and "+0100 (CET)" has a comment.
        let name = zone.prefix { !$0.hasPrefix("(") }.joined()
        guard let east = name.isEmpty ? 0 : WallClockText.east(name) else { return nil }
        return WallClockText.instant(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second, east: east)
    }

    /// Splits a date such as "01-May-2026" into three words. Any other word stays whole.
    private static func hyphened(_ word: Substring) -> [Substring] {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 3 && WallClockText.month(parts[1]) != nil ? parts : [word]
    }

    private static func year(_ word: String) -> Int? {
        guard let year = DraftText.number(word, in: 0...9998) else { return nil }
        return word.utf8.count == 2 ? (year < 70 ? 2000 + year : 1900 + year) : word.utf8.count == 4 ? year : nil
    }

    private static func time(_ word: Substring) -> (hour: Int, minute: Int, second: Int)? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = DraftText.number(String(parts[0]), in: 0...24),
            let minute = DraftText.number(String(parts[1]), in: 0...59)
        else { return nil }
        guard parts.count == 3 else { return (hour, minute, 0) }
        guard let second = DraftText.number(String(parts[2].prefix { $0 != "." }), in: 0...60) else { return nil }
        return (hour, minute, second)
    }
}
