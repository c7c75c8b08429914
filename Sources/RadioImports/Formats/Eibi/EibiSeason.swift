import ScheduleCore

/// A broadcasting season in the name of an EiBi file: "sked-a23.csv" is the summer of 2023, from the last Sunday of March to the day before the last
/// Sunday of October, and "sked-b23.csv" the following winter.
struct EibiSeason: Hashable {
    let isSummer: Bool
    /// The first day of the season, in days since 1970.
    let first: Int
    let last: Int
    private let year: Int

    /// Creates the season from a file name; `nil` if the name contains no season.
    init?(fileName: String) {
        let words = fileName.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        guard
            let word = words.first(where: { word in
                word.utf8.count == 3 && (word.hasPrefix("a") || word.hasPrefix("b"))
                    && word.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
            }), let number = Int(word.dropFirst())
        else { return nil }
        year = 2000 + number
        isSummer = word.hasPrefix("a")
        first = isSummer ? Self.lastSunday(year, 3) : Self.lastSunday(year, 10)
        last = (isSummer ? Self.lastSunday(year, 10) : Self.lastSunday(year + 1, 3)) - 1
    }

    /// Returns the periods of the season between two dates, in days since 1970. `start` and `stop` are a day and a month, such as "2603" for 26
    /// March; an empty `start` stands for the first day of the season, and an empty `stop` for the last. The dates recur every year, so there may be
    /// two periods. If only one date is given and it is outside the season, the result is the whole season.
    ///
    /// Throws `EibiRefusal` if a date is invalid, or if both are given and no day between them is in this season.
    func windows(from start: String, to stop: String) throws(EibiRefusal) -> [ClosedRange<Int>] {
        let from = try Self.dayAndMonth(start, column: "Start")
        let to = try Self.dayAndMonth(stop, column: "Stop")
        var windows: [ClosedRange<Int>] = []
        switch (from, to) {
        case (nil, nil): windows = [first...last]
        case (let from?, nil):
            let starts = (year...year + 1).map { from.day(in: $0) }
            windows = [(starts.first { (first...last).contains($0) } ?? first)...last]
        case (nil, let to?):
            let stops = (year...year + 1).map { to.day(in: $0) }
            windows = [first...(stops.first { (first...last).contains($0) } ?? last)]
        case (let from?, let to?):
            for year in (year - 1)...(year + 1) {
                let start = from.day(in: year)
                let end = to.day(in: year) < start ? to.day(in: year + 1) : to.day(in: year)
                if start <= last, end >= first { windows.append(max(start, first)...min(end, last)) }
            }
        }
        guard !windows.isEmpty else {
            throw EibiRefusal(
                "Start", "no day from \(start) to \(stop) (day and month) is in the season that the file name gives")
        }
        return windows
    }

    private struct DayAndMonth {
        let day: Int
        let month: Int

        /// Returns the day in a year, in days since 1970. In common years, 28 February replaces 29 February.
        func day(in year: Int) -> Int {
            let date = WallDate(year: year, month: month, day: day)
            return (date ?? WallDate(year: year, month: month, day: 28))?.daysSince1970 ?? 0
        }
    }

    private static func dayAndMonth(_ text: String, column: String) throws(EibiRefusal) -> DayAndMonth? {
        guard !text.isEmpty else { return nil }
        guard (3...4).contains(text.utf8.count), let number = DraftText.number(text, in: 101...3112),
            WallDate(year: 2024, month: number % 100, day: number / 100) != nil
        else {
            throw EibiRefusal(
                column, "the date must be a day and a month, as in 2603 for 26 March, found \"\(text)\"")
        }
        return DayAndMonth(day: number / 100, month: number % 100)
    }

    /// Returns the last Sunday of a month with 31 days, in days since 1970-01-01, a Thursday.
    private static func lastSunday(_ year: Int, _ month: Int) -> Int {
        let end = WallDate(year: year, month: month, day: 31)?.daysSince1970 ?? 0
        return end - (end + 4) % 7
    }
}
