/// A recurrence rule: the subset of RFC 5545 §3.3.10 that stations need.
///
/// The parts are FREQ from DAILY to YEARLY, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, WKST, and either COUNT or UNTIL with a date.
public struct Recurrence: Sendable, Hashable, CustomStringConvertible {
    /// The unit of the interval between repetitions.
    public enum Frequency: String, Sendable, Hashable, CaseIterable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A value of BYDAY: every such weekday, or only the n-th one of the month or year.
    public struct Day: Sendable, Hashable {
        /// The position in the month or year, from 1 to 53, or from -1 to -53 if counted from the end; `nil` for every occurrence of the weekday.
        public let ordinal: Int?
        public let weekday: Weekday

        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.ordinal = ordinal
            self.weekday = weekday
        }
    }

    /// The end of the recurrence.
    public enum End: Sendable, Hashable {
        case never
        /// The last possible day, inclusive.
        case until(WallDate)
        /// The number of occurrences, from 1 to `numberLimit`.
        case count(Int)
    }

    public let frequency: Frequency
    /// The interval between repeated periods, in units of `frequency`, from 1 to `numberLimit`.
    public let interval: Int
    /// The months from 1 to 12, in ascending order without duplicates. Empty if the rule has no BYMONTH.
    public let months: [Int]
    /// The days of the month in ascending order, from 1 to 31, or from -1 to -31 if counted from the end. Empty if the rule has no BYMONTHDAY.
    public let monthDays: [Int]
    /// The weekdays in ascending order of position and weekday. Empty if the rule has no BYDAY.
    public let days: [Day]
    /// The first day of the week.
    public let weekStart: Weekday
    public let end: End

    init(
        frequency: Frequency, interval: Int = 1, months: Set<Int> = [], monthDays: Set<Int> = [], days: Set<Day> = [],
        weekStart: Weekday = .monday, end: End = .never
    ) {
        self.frequency = frequency
        self.interval = interval
        self.months = months.sorted()
        self.monthDays = monthDays.sorted()
        self.days = days.sorted { ($0.ordinal ?? 0, $0.weekday) < ($1.ordinal ?? 0, $1.weekday) }
        self.weekStart = weekStart
        self.end = end
    }

    /// The canonical RRULE value. Parsing the value gives an equal recurrence.
    public var description: String {
        var parts = ["FREQ=\(frequency.rawValue)"]
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        if !months.isEmpty { parts.append("BYMONTH=\(Self.list(months))") }
        if !monthDays.isEmpty { parts.append("BYMONTHDAY=\(Self.list(monthDays))") }
        if !days.isEmpty {
            let codes = days.map { ($0.ordinal.map(String.init) ?? "") + $0.weekday.code }
            parts.append("BYDAY=\(codes.joined(separator: ","))")
        }
        if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
        switch end {
        case .never: break
        case .until(let date): parts.append("UNTIL=\(date.description.filter { $0 != "-" })")
        case .count(let count): parts.append("COUNT=\(count)")
        }
        return parts.joined(separator: ";")
    }

    private static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }
}
