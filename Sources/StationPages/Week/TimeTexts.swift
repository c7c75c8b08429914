import ScheduleCore
import Web

/// The texts for dates, times and durations on station pages.
enum TimeTexts {
    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Returns the name of a weekday, such as "Wednesday".
    static func name(_ weekday: Weekday) -> String { weekdays[weekday.rawValue - 1] }

    /// Returns the short name of a weekday, such as "Wed".
    static func short(_ weekday: Weekday) -> String { String(name(weekday).prefix(3)) }

    /// Returns a day and month, such as "3 June".
    static func dayAndMonth(_ date: WallDate) -> String { "\(date.civil.day) \(months[date.civil.month - 1])" }

    /// Returns a full date, such as "Wednesday 3 June 2026".
    static func long(_ date: WallDate) -> String { "\(name(date.weekday)) \(dayAndMonth(date)) \(date.civil.year)" }

    /// Returns a short date, such as "Wed 3 June".
    static func short(_ date: WallDate) -> String { "\(short(date.weekday)) \(dayAndMonth(date))" }

    /// Returns a range of days, such as "1 to 7 June 2026".
    static func range(_ first: WallDate, _ last: WallDate) -> String {
        let (from, to) = (first.civil, last.civil)
        if from.year != to.year { return "\(dayAndMonth(first)) \(from.year) to \(dayAndMonth(last)) \(to.year)" }
        if from.month != to.month { return "\(dayAndMonth(first)) to \(dayAndMonth(last)) \(to.year)" }
        return "\(from.day) to \(dayAndMonth(last)) \(to.year)"
    }

    /// Returns a duration, such as "1 h 30 min", "45 s" or, for less than a second, "0 min".
    static func length(_ milliseconds: Int64) -> String {
        let seconds = Int(milliseconds / 1000)
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
        let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return said.isEmpty ? "0 min" : said.joined(separator: " ")
    }

    /// Returns a time difference, such as "+10 min" or "−5 min".
    static func shift(_ milliseconds: Int64) -> String {
        (milliseconds < 0 ? "−" : "+") + length(abs(milliseconds))
    }

    /// Returns the field text for a duration in minutes, such as "90" or "4.5".
    static func minutes(_ milliseconds: Int64) -> String {
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
        guard rest > 0 else { return String(whole) }
        let decimals = String(1_000_000 + rest * 1_000_000 / 60_000).dropFirst()
        return "\(whole)." + String(decimals.reversed().drop { $0 == "0" }.reversed())
    }

    /// Returns the milliseconds of a number of minutes, rounded to a second; `nil` unless the text has 1 to 12 characters: digits, and at most one
    /// point or comma.
    static func milliseconds(minutes text: String) -> Int64? {
        let bytes = text.utf8
        guard (1...12).contains(bytes.count),
            bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2C }),
            let minutes = Double(text.replacing(",", with: "."))
        else { return nil }
        return Int64((minutes * 60).rounded()) * 1000
    }
}

extension WeekClock {
    /// Returns the day and local time at an instant, such as "Wed 3 June, 08:00", or only the time if the day is `date`. The midnight at the end of
    /// `date` is "24:00".
    func text(_ instant: Int64, beside date: WallDate? = nil) -> String {
        let (day, time) = (self.date(at: instant), time(at: instant))
        if day == date { return time.description }
        if let date, day == date + 1, time == .midnight { return "24:00" }
        return "\(TimeTexts.short(day)), \(time)"
    }

    /// Returns the day and times of a period, such as "Wed 3 June, 08:00 to 09:00".
    func text(_ period: Range<Int64>) -> String {
        let day = date(at: period.lowerBound)
        return "\(text(period.lowerBound)) to \(text(period.upperBound, beside: day))"
    }
}
