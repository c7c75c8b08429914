/// A day, counted from a known day without the arithmetic of `WallDate`.
struct OracleDay: CustomStringConvertible {
    let year: Int
    let month: Int
    let day: Int
    /// The weekday, from 0 for Monday to 6 for Sunday.
    let weekday: Int
    let daysOfMonth: Int

    var description: String { "\(year)-\(month)-\(day)" }

    /// Returns consecutive days, starting with Sunday 26 March 2023.
    static func from2023March26(count: Int) -> [OracleDay] {
        var (year, month, day, weekday) = (2023, 3, 26, 6)
        return (0..<count).map { _ in
            let lengths = [31, year % 4 == 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            let today = OracleDay(year: year, month: month, day: day, weekday: weekday, daysOfMonth: lengths[month - 1])
            weekday = (weekday + 1) % 7
            day += 1
            if day > lengths[month - 1] { (day, month) = (1, month + 1) }
            if month > 12 { (month, year) = (1, year + 1) }
            return today
        }
    }
}

/// Implements EiBi's description of the column of days, one day at a time.
enum EibiOracle {
    private static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    /// Returns whether an expression includes a day, or `nil` for an invalid expression.
    static func isOn(_ text: String, _ day: OracleDay) -> Bool? {
        if text.isEmpty || text == "LSB" || text == "USB" { return true }
        let characters = Array(text)
        if characters.allSatisfy({ "1234567".contains($0) }) {
            return characters.contains(Character(String(day.weekday + 1)))
        }
        if characters.count > 2, characters[1] == ".", let place = Int(String(characters[0])) {
            return names[day.weekday] == String(characters[2...]) && (day.day + 6) / 7 == place
        }
        if ["st", "nd", "rd", "th"].contains(where: text.hasSuffix), let number = Int(text.dropLast(2)) {
            return day.day == number
        }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        if let month = months.firstIndex(where: text.hasSuffix), let number = Int(text.dropLast(3)) {
            return day.day == number && day.month == month + 1
        }
        if characters.count == 5, characters[2] == "-", let first = names.firstIndex(of: String(characters[0...1])),
            let last = names.firstIndex(of: String(characters[3...4]))
        {
            return first <= last
                ? (first...last).contains(day.weekday) : day.weekday >= first || day.weekday <= last
        }
        let joined = text.filter { $0 != "," }
        let pairs = stride(from: 0, to: joined.count, by: 2).map {
            String(Array(joined)[$0..<min($0 + 2, joined.count)])
        }
        guard pairs.allSatisfy(names.contains) else { return nil }
        return pairs.contains(names[day.weekday])
    }
}

/// A recurrence of RFC 5545 §3.3.10, as far as EiBi's expressions need it, evaluated one day at a time.
struct RecurrenceText {
    private var parts: [String: [String]] = [:]

    init(_ text: String) {
        for part in text.split(separator: ";") {
            let sides = part.split(separator: "=")
            parts[String(sides[0])] = sides[1].split(separator: ",").map(String.init)
        }
    }

    func contains(_ day: OracleDay) -> Bool {
        if let months = parts["BYMONTH"], !months.contains(String(day.month)) { return false }
        if let days = parts["BYMONTHDAY"], !days.contains(String(day.day)) { return false }
        guard let days = parts["BYDAY"] else { return ["DAILY", "MONTHLY", "YEARLY"].contains(parts["FREQ"]?.first) }
        let name = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][day.weekday]
        let fromEnd = -((day.daysOfMonth - day.day) / 7 + 1)
        return days.contains(parts["FREQ"] == ["WEEKLY"] ? name : "\((day.day - 1) / 7 + 1)\(name)")
            || (parts["FREQ"] == ["MONTHLY"] && days.contains("\(fromEnd)\(name)"))
    }
}
