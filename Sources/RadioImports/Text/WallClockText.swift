import ScheduleCore
import Web

/// A parser for parts of dates that several formats share.
enum WallClockText {
    /// Returns the instant of a local time, `east` minutes ahead of UTC; `nil` if it does not exist or the year is not from 1 to 9998. The time
    /// 24:00:00 and the second 60 are allowed; second 60 counts as second 59.
    static func instant(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, east: Int = 0
    ) -> Instant? {
        guard (1...9998).contains(year), let date = WallDate(year: year, month: month, day: day),
            (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            hour < 24 || (minute == 0 && second == 0), abs(east) < 1440
        else { return nil }
        let minutes = Int64(date.daysSince1970 * 1440 + hour * 60 + minute - east)
        return Instant(milliseconds: minutes * 60_000 + Int64(min(second, 59)) * 1000)
    }

    /// Returns the minutes by which a zone is ahead of UTC, negative for a zone behind UTC; `nil` for other text.
    ///
    /// Accepts "+0100", "-01:30" and "GMT+1", the abbreviations of RFC 822 §5.1 except the military letters other than Z, and common European
    /// names.
    static func east(_ text: some StringProtocol) -> Int? {
        let zone = text.uppercased()
        if let minutes = names[zone] { return minutes }
        let rest = ["GMT", "UTC"].first { zone.hasPrefix($0) }.map { zone.dropFirst($0.count) } ?? zone[...]
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        let digits = rest.dropFirst().replacing(":", with: "")
        guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits)
        else { return nil }
        let (hours, minutes) = digits.utf8.count <= 2 ? (number, 0) : (number / 100, number % 100)
        guard hours <= 14, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
    }

    /// Returns the number, from 1 to 12, of the month whose English name begins with the first three letters of the text, as in "Sep" and
    /// "September"; `nil` for none.
    static func month(_ text: some StringProtocol) -> Int? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return months.firstIndex(of: String(text.prefix(3)).lowercased()).map { $0 + 1 }
    }

    private static let names: [String: Int] = [
        "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300,
        "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "BST": 60, "WEST": 60, "CET": 60, "MEZ": 60,
        "CEST": 120, "MESZ": 120, "EET": 120, "EEST": 180, "MSK": 180,
    ]
}
