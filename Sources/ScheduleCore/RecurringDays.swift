/// The days on which a rule has an occurrence: a single day, or the days of a recurrence.
///
/// `contains(_:)` takes constant time. The initialiser takes one step per day to evaluate COUNT, for at most 100 years.
public struct RecurringDays: Sendable, Hashable {
    public let recurrence: Recurrence?
    /// The first possible day. The recurrence decides whether this day is an occurrence.
    public let first: WallDate
    /// The last possible day; `nil` if the rule has no end.
    public let last: WallDate?
    private let start: (year: Int, month: Int, day: Int)

    /// The number of days over which COUNT is evaluated: 100 years. Later occurrences are ignored.
    static let countedDays = 36_525

    /// Creates the days of a recurrence, or only the first day if `recurrence` is `nil`. The last day is the earlier of the recurrence's end
    /// and `last`.
    public init(_ recurrence: Recurrence?, from first: WallDate, until last: WallDate? = nil) {
        self.recurrence = recurrence
        self.first = first
        start = first.civil
        guard let recurrence else {
            self.last = min(first, last ?? first)
            return
        }
        switch recurrence.end {
        case .never: self.last = last
        case .until(let date): self.last = min(date, last ?? date)
        case .count(let count):
            let end = Self.day(number: count, of: recurrence, from: first, start)
            self.last = min(end, last ?? end)
        }
    }

    /// Returns whether a day is an occurrence.
    public func contains(_ date: WallDate) -> Bool {
        guard date >= first, last.map({ date <= $0 }) ?? true else { return false }
        guard let recurrence else { return date == first }
        return Self.fits(date, recurrence, first, start)
    }

    /// Returns the occurrences in a range, in ascending order. Takes one step per day of the range.
    public func days(in range: ClosedRange<WallDate>) -> [WallDate] {
        let from = max(range.lowerBound, first)
        let to = min(range.upperBound, last ?? range.upperBound)
        guard from <= to else { return [] }
        return (from.daysSince1970...to.daysSince1970).lazy.map { WallDate(daysSince1970: $0) }.filter(contains)
    }

    private static func day(
        number count: Int, of recurrence: Recurrence, from first: WallDate, _ start: (year: Int, month: Int, day: Int)
    ) -> WallDate {
        var (date, left) = (first, count)
        while date - first < countedDays {
            if fits(date, recurrence, first, start) {
                left -= 1
                if left == 0 { break }
            }
            date = date + 1
        }
        return date
    }

    /// Returns whether the recurrence includes a day according to the table of RFC 5545 §3.3.10, regardless of the end.
    private static func fits(
        _ date: WallDate, _ recurrence: Recurrence, _ first: WallDate, _ start: (year: Int, month: Int, day: Int)
    ) -> Bool {
        let civil = date.civil
        guard isInPeriod(date, civil, recurrence, first, start) else { return false }
        if !recurrence.months.isEmpty, !recurrence.months.contains(civil.month) { return false }
        if !recurrence.monthDays.isEmpty {
            let fromEnd = civil.day - WallDate.days(in: civil.month, of: civil.year) - 1
            guard recurrence.monthDays.contains(civil.day) || recurrence.monthDays.contains(fromEnd) else {
                return false
            }
        }
        if !recurrence.days.isEmpty { return recurrence.days.contains { isDay($0, date, civil, recurrence) } }
        switch recurrence.frequency {
        case .daily: return true
        case .weekly: return date.weekday == first.weekday
        case .monthly: return !recurrence.monthDays.isEmpty || civil.day == start.day
        case .yearly:
            guard recurrence.monthDays.isEmpty else { return true }
            return civil.day == start.day && (!recurrence.months.isEmpty || civil.month == start.month)
        }
    }

    /// Returns whether the number of periods since the first day is a multiple of `interval`.
    private static func isInPeriod(
        _ date: WallDate, _ civil: (year: Int, month: Int, day: Int), _ recurrence: Recurrence, _ first: WallDate,
        _ start: (year: Int, month: Int, day: Int)
    ) -> Bool {
        guard recurrence.interval > 1 else { return true }
        let periods =
            switch recurrence.frequency {
            case .daily: date - first
            case .weekly: (week(of: date, recurrence.weekStart) - week(of: first, recurrence.weekStart)) / 7
            case .monthly: (civil.year - start.year) * 12 + civil.month - start.month
            case .yearly: civil.year - start.year
            }
        return periods % recurrence.interval == 0
    }

    private static func week(of date: WallDate, _ weekStart: Weekday) -> WallDate {
        date - (date.weekday.rawValue - weekStart.rawValue + 7) % 7
    }

    private static func isDay(
        _ day: Recurrence.Day, _ date: WallDate, _ civil: (year: Int, month: Int, day: Int), _ recurrence: Recurrence
    ) -> Bool {
        guard date.weekday == day.weekday else { return false }
        guard let ordinal = day.ordinal else { return true }
        // The position of the day within its month or year, and the length of that month or year.
        var (place, length) = (civil.day, WallDate.days(in: civil.month, of: civil.year))
        if recurrence.frequency == .yearly, recurrence.months.isEmpty,
            let newYear = WallDate(year: civil.year, month: 1, day: 1)
        {
            place = date - newYear + 1
            length = WallDate.days(in: 2, of: civil.year) == 29 ? 366 : 365
        }
        return ordinal > 0 ? (place - 1) / 7 + 1 == ordinal : (length - place) / 7 + 1 == -ordinal
    }

    public static func == (left: RecurringDays, right: RecurringDays) -> Bool {
        left.recurrence == right.recurrence && left.first == right.first && left.last == right.last
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(recurrence)
        hasher.combine(first)
        hasher.combine(last)
    }
}
