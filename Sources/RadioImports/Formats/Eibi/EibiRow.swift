/// A row of an EiBi schedule, with columns separated by semicolons.
///
/// In a row without semicolons, commas separate the columns, so a list of days ("Tu,Fr"), a station ("WMLK Bethel, PA") or a list of languages
/// ("F,E") takes several columns. Two columns with a distinctive form show where the others are: the country, in capitals, and the persistence, a
/// single digit.
struct EibiRow: Hashable {
    let frequency: String
    let span: String
    let days: String
    let country: String
    let station: String
    /// The language codes, separated by commas. Codes with "-" denote other content, such as "-MX" for music.
    let language: String
    let target: String
    let site: String
    let persistence: Int
    /// The first day as day and month, such as "2603" for 26 March; empty for the start of the season. A spreadsheet may have removed a leading zero.
    let start: String
    /// The last day as day and month, without the month of the last report ("[0523]"); empty for the end of the season.
    let stop: String

    init(_ line: String) throws(EibiRefusal) {
        let separator = line.utf8.contains(UInt8(ascii: ";")) ? UInt8(ascii: ";") : UInt8(ascii: ",")
        let fields = line.utf8.split(separator: separator, omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        guard fields.count >= 9 else {
            throw EibiRefusal(
                "", "the row has too few columns (\(fields.count)); at least 9 of the 11 columns are required")
        }
        var next = 3
        var days = fields[2]
        while separator == UInt8(ascii: ","), next < fields.count, EibiDays.isWeekday(fields[next]) {
            days += "," + fields[next]
            next += 1
        }
        guard next < fields.count, Self.isCountry(fields[next]) else {
            let found = next < fields.count ? DraftText.line(fields[next], atMost: 20) : ""
            throw EibiRefusal("ITU", "the country must be a code of one to three capital letters, found \"\(found)\"")
        }
        let last = separator == UInt8(ascii: ",") ? next + 9 : next + 5
        let digits = (next + 5)...max(next + 5, min(last, fields.count - 1))
        guard let digit = digits.first(where: { $0 < fields.count && Self.isDigit(fields[$0]) }) else {
            let found = next + 5 < fields.count ? DraftText.line(fields[next + 5], atMost: 20) : ""
            throw EibiRefusal(
                "P", "the persistence code in the column P must be one digit, such as 1, found \"\(found)\"")
        }
        let texts = fields[(next + 1)..<(digit - 2)]
        var firstLanguage = texts.endIndex - 1
        while firstLanguage > texts.startIndex + 1, Self.isLanguage(texts[firstLanguage - 1]) { firstLanguage -= 1 }

        frequency = try Self.kilohertz(fields[0])
        span = DraftText.line(fields[1], atMost: 20)
        self.days = DraftText.line(days, atMost: 60)
        country = fields[next]
        station = DraftText.line(texts[..<firstLanguage].joined(separator: ","), atMost: 100)
        language = DraftText.line(texts[firstLanguage...].joined(separator: ","), atMost: 40)
        target = DraftText.line(fields[digit - 2], atMost: 20)
        site = DraftText.line(fields[digit - 1], atMost: 20)
        persistence = Int(fields[digit]) ?? 0
        start = Self.date(digit + 1 < fields.count ? fields[digit + 1] : "")
        stop = Self.date(digit + 2 < fields.count ? fields[digit + 2] : "")
        guard !station.isEmpty else { throw EibiRefusal("Station", "the row has no station; each row must have one") }
    }

    /// Returns the start in minutes after midnight UTC and the length in minutes. An end before the start is on the next day. Throws `EibiRefusal` if
    /// the column does not contain two times of day, or if both are the same.
    func time() throws(EibiRefusal) -> (start: Int, minutes: Int) {
        let parts = span.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2, let start = Self.minute(parts[0]), let end = Self.minute(parts[1]), start < 1440 else {
            throw EibiRefusal(
                "Time(UTC)",
                "the time must be two times of day, as in 0800-0930 or 0800-2400, found \"\(span)\"")
        }
        guard start != end else {
            throw EibiRefusal(
                "Time(UTC)", "the end must differ from the start, found \"\(span)\"; write 0000-2400 for the whole day")
        }
        return (start, end > start ? end - start : end + 1440 - start)
    }

    private static func minute(_ digits: Substring.UTF8View) -> Int? {
        guard digits.count == 4, digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(Substring(digits)),
            number <= 2400, number % 100 < 60
        else { return nil }
        return number / 100 * 60 + number % 100
    }

    /// Returns a frequency in kilohertz without trailing zeros in the decimals, so that "5790.0" equals "5790". Throws `EibiRefusal` for text other
    /// than a decimal number below 1,000,000.
    private static func kilohertz(_ field: String) throws(EibiRefusal) -> String {
        let text = DraftText.line(field, atMost: 20)
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }),
            let whole = Int(Substring(parts[0])), whole < 1_000_000, text.utf8.count <= 12
        else {
            throw EibiRefusal(
                "kHz",
                "the frequency must be a number of kilohertz below 1000000, as in 9610 or 18.1, "
                    + "found \"\(text)\"")
        }
        let decimals = parts.count == 2 ? Substring(parts[1]) : ""
        guard let end = decimals.lastIndex(where: { $0 != "0" }) else { return String(whole) }
        return "\(whole).\(decimals[...end])"
    }

    private static func date(_ field: String) -> String {
        String(DraftText.line(field, atMost: 30).prefix { $0 != "[" })
    }

    private static func isCountry(_ field: String) -> Bool {
        (1...3).contains(field.utf8.count) && field.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }

    private static func isDigit(_ field: String) -> Bool {
        field.utf8.count == 1 && field.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns whether a field has the form of a language code: one to three capitals, possibly after "-". "x45" does not have this form: in "Beijing
    /// Volmet x15,x45", it belongs to the station.
    private static func isLanguage(_ field: String) -> Bool {
        let code = field.utf8.first == UInt8(ascii: "-") ? field.utf8.dropFirst() : field.utf8[...]
        return (1...3).contains(code.count) && code.allSatisfy { (0x41...0x5A).contains($0) }
    }
}
