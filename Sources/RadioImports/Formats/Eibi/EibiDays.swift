/// The conversion of an EiBi row's days to a recurrence rule (RFC 5545 §3.3.10).
///
/// EiBi's file description defines the forms: empty for every day; "Mo", "MoTh", "Tu,Fr"; "Mo-Fr" and "Sa-Th"; "1357" with 1 for Monday; "1.Sa" and
/// "L.Su", the first Saturday and the last Sunday of a month; "21st"; "25Dec". Days are UTC days. Broadcasts without fixed days are refused.
enum EibiDays {
    /// The weekdays, Monday first. RFC 5545 uses the same names in capitals.
    private static let week = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    static func isWeekday(_ text: some StringProtocol) -> Bool { week.contains { $0 == text } }

    /// Returns the recurrence rule for the days of a row. Throws `EibiRefusal` if the form of the text is unknown, or if the text marks a signal
    /// without fixed days, such as an irregular, planned or test broadcast.
    static func recurrence(_ text: String) throws(EibiRefusal) -> String {
        switch text.lowercased() {
        // Some rows contain the transmitter's mode.
        case "", "daily", "lsb", "usb", "am", "drm": return "FREQ=DAILY"
        case "irr": throw EibiRefusal("Days", "the broadcast is irregular (irr): its times are not known in advance")
        case "alt": throw EibiRefusal("Days", "the frequency is an alternative (alt) that is usually silent")
        case "tent": throw EibiRefusal("Days", "the broadcast is tentative (tent) and may not be on air")
        case "test", "tests": throw EibiRefusal("Days", "the broadcast is a test (test) that may end on any day")
        case "plan", "plans": throw EibiRefusal("Days", "the broadcast is planned (plan) and not yet on air")
        case "harm", "imod", "spur":
            throw EibiRefusal("Days", "the signal is a spurious emission (harm, imod or spur), not a broadcast")
        case "ram", "haj":
            throw EibiRefusal(
                "Days", "the broadcast is for Ramadan or the Hajj only (Ram or Haj); the file does not give the dates")
        default: break
        }
        if let days = weekdays(text) {
            return days.count == 7 ? "FREQ=DAILY" : "FREQ=WEEKLY;BYDAY=" + names(days)
        }
        if let rule = ordinal(text) ?? dayOfMonth(text) ?? date(text) { return rule }
        throw EibiRefusal(
            "Days",
            "the days must be written as EiBi's file description defines, such as Mo-Fr, 1.Sa or 25Dec, found \"\(text)\""
        )
    }

    /// Returns the weekdays in a list, a range or digits, sorted, with 0 for Monday; `nil` for other text.
    private static func weekdays(_ text: String) -> [Int]? {
        if text.utf8.allSatisfy({ (0x31...0x37).contains($0) }) {
            return Set(text.utf8.map { Int($0) - 0x31 }).sorted()
        }
        var days: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            if ends.count == 2 {
                guard let first = day(ends[0]), let last = day(ends[1]) else { return nil }
                days.formUnion((0...(last - first + 7) % 7).map { (first + $0) % 7 })
            } else {
                guard ends.count == 1, let joined = joinedDays(part) else { return nil }
                days.formUnion(joined)
            }
        }
        return days.sorted()
    }

    /// Returns the weekdays in joined names, such as "SaSu"; `nil` for other text.
    private static func joinedDays(_ text: Substring) -> [Int]? {
        var rest = text
        var days: [Int] = []
        while !rest.isEmpty {
            guard let day = day(rest.prefix(2)) else { return nil }
            days.append(day)
            rest = rest.dropFirst(2)
        }
        return days.isEmpty ? nil : days
    }

    private static func day(_ name: Substring) -> Int? { week.firstIndex { $0 == name } }

    private static func names(_ days: [Int]) -> String { days.map { week[$0].uppercased() }.joined(separator: ",") }

    /// Returns the rule for ordinal weekdays, such as "1.Sa" or "L.Su"; `nil` for other text.
    private static func ordinal(_ text: String) -> String? {
        var terms: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = part.split(separator: ".", omittingEmptySubsequences: false)
            guard halves.count == 2, let day = day(halves[1]),
                let place = halves[0].lowercased() == "l" ? -1 : DraftText.number(String(halves[0]), in: 1...5)
            else { return nil }
            terms.append("\(place)\(week[day].uppercased())")
        }
        return "FREQ=MONTHLY;BYDAY=" + terms.joined(separator: ",")
    }

    /// Returns the rule for a day of the month, such as "01st"; `nil` for other text.
    private static func dayOfMonth(_ text: String) -> String? {
        guard ["st", "nd", "rd", "th"].contains(where: { text.hasSuffix($0) }),
            let day = DraftText.number(String(text.dropLast(2)), in: 1...31)
        else { return nil }
        return "FREQ=MONTHLY;BYMONTHDAY=\(day)"
    }

    /// Returns the rule for a date, such as "25Dec"; `nil` for other text.
    private static func date(_ text: String) -> String? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard text.utf8.count == digits.utf8.count + 3, let month = WallClockText.month(text.dropFirst(digits.count)),
            let day = DraftText.number(String(digits), in: 1...lengths[month - 1])
        else { return nil }
        return "FREQ=YEARLY;BYMONTH=\(month);BYMONTHDAY=\(day)"
    }
}
