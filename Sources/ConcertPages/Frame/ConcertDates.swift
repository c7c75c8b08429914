import Web

/// The texts for days on the pages.
enum ConcertDates {
    /// Returns the text to show for a day: for "2027-01-31", "Sunday 31 January 2027" with the weekday, otherwise "31 January 2027". A text that is
    /// not a day from 1970 on is returned unchanged.
    static func day(_ text: String, withWeekday: Bool = true) -> String {
        guard let number = number(ofDay: text), let month = Int(text.dropFirst(5).prefix(2)),
            let day = Int(text.dropFirst(8))
        else { return text }
        let weekday = withWeekday ? weekdays[(number + 3) % 7] + " " : ""
        return "\(weekday)\(day) \(LocalTimeFormatter.months[month - 1]) \(text.prefix(4))"
    }

    /// Returns the number of days from 1970-01-01 to a day such as "2027-01-31"; `nil` for another text or an earlier day.
    static func number(ofDay text: String) -> Int? {
        guard text.utf8.count == 10, let instant = Instant(rfc3339: "\(text)T00:00:00Z"), instant.milliseconds >= 0
        else { return nil }
        return Int(instant.milliseconds / 86_400_000)
    }

    static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}

/// A month of the calendar, from January 1970 to December 9998.
struct CalendarMonth: Sendable, Hashable, CustomStringConvertible {
    private let number: Int

    /// Creates the month from a day such as "2027-01-31" or a month such as "2027-01"; `nil` for another text, or a year outside 1970 to 9998.
    init?(_ text: String) {
        guard ConcertDates.number(ofDay: text.utf8.count == 7 ? text + "-01" : text) != nil,
            let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)), (1970...9998).contains(year)
        else { return nil }
        number = year * 12 + month - 1
    }

    private init(number: Int) { self.number = number }

    static let first = CalendarMonth(number: 1970 * 12)

    private static func padded(_ number: Int, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }

    /// The month as "2027-01".
    var description: String { "\(Self.padded(number / 12, 4))-\(Self.padded(number % 12 + 1, 2))" }

    /// The month as "January 2027".
    var title: String { "\(LocalTimeFormatter.months[number % 12]) \(number / 12)" }

    var next: CalendarMonth { CalendarMonth(number: min(number + 1, 9998 * 12 + 11)) }
    var previous: CalendarMonth { CalendarMonth(number: max(number - 1, Self.first.number)) }

    /// The days of the month in their order, such as "2027-01-31".
    var days: [String] {
        (1...31).map { "\(self)-\(Self.padded($0, 2))" }.filter { ConcertDates.number(ofDay: $0) != nil }
    }

    /// The column of the first day, from 0 for Monday.
    var firstColumn: Int { ((ConcertDates.number(ofDay: "\(self)-01") ?? 0) + 3) % 7 }
}
