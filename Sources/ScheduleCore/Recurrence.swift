/// On which days something is on again: the part of RFC 5545 §3.3.10 that stations need.
///
/// FREQ is DAILY, WEEKLY, MONTHLY or YEARLY; INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, WKST, and UNTIL as a date or COUNT.
/// What is of the standard and not of this part is refused with its reason, never passed over.
public struct Recurrence: Sendable, Hashable, CustomStringConvertible {
    /// How long a period is.
    public enum Frequency: String, Sendable, Hashable, CaseIterable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A weekday, or the n-th of its month or year; from the end where negative.
    public struct Day: Sendable, Hashable {
        /// `nil` for every one.
        public let ordinal: Int?
        public let weekday: Weekday

        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.ordinal = ordinal
            self.weekday = weekday
        }
    }

    /// When it is over.
    public enum End: Sendable, Hashable {
        case never
        /// The last day on which it may be.
        case until(WallDate)
        /// After so many days.
        case count(Int)
    }

    public let frequency: Frequency
    /// Every how many periods.
    public let interval: Int
    /// Ascending, without repeats; so are the following.
    public let months: [Int]
    /// Negative ones are counted from the end of the month.
    public let monthDays: [Int]
    public let days: [Day]
    /// What weeks begin with.
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

    /// The one way to write it: parts in a fixed order, what is not needed left out. Reading it gives an equal value.
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
