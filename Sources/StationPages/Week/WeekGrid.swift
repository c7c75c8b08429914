import ScheduleCore

/// The layout of seven days of a channel. Positions are elapsed seconds since local midnight, so a day with a clock change has its true length.
struct WeekGrid: Sendable, Hashable {
    /// A broadcast, possibly cancelled.
    struct Item: Sendable, Hashable {
        let period: Range<Int64>
        let isCancelled: Bool
    }

    /// The part of a broadcast within one day.
    struct Piece: Sendable, Hashable {
        let item: Int
        let seconds: Range<Int>
        /// Whether the broadcast starts before the day.
        let isContinued: Bool
        /// Whether the broadcast ends after the day.
        let goesOn: Bool
        /// Whether the broadcast is cancelled and this part overlaps a broadcast that is not.
        let isBeside: Bool
    }

    /// A period without a broadcast.
    struct Gap: Sendable, Hashable {
        let seconds: Range<Int>
        let period: Range<Int64>
    }

    /// A full hour of local time.
    struct Mark: Sendable, Hashable {
        let second: Int
        let hour: Int
    }

    /// A day of the grid, with its broadcasts, gaps, full hours and clock changes.
    struct Day: Sendable, Hashable {
        let date: WallDate
        let period: Range<Int64>
        let pieces: [Piece]
        let gaps: [Gap]
        let marks: [Mark]
        let changes: [WeekClock.Change]

        var seconds: Int { Int((period.upperBound - period.lowerBound) / 1000) }

        func second(of instant: Int64) -> Int? {
            period.contains(instant) ? Int((instant - period.lowerBound) / 1000) : nil
        }
    }

    let days: [Day]

    /// The minimum length of a gap in seconds. Imports often leave a second between two broadcasts.
    static let leastGap = 60

    /// Creates the layout. `items` are sorted by time, and only cancelled ones may overlap others.
    init(from first: WallDate, count: Int = 7, clock: WeekClock, _ items: [Item]) {
        days = (0..<count).map { Self.day(first + $0, clock, items) }
    }

    /// The length of the longest day in seconds.
    var seconds: Int { days.map(\.seconds).max() ?? 86_400 }

    /// The height of an hour in quarters of a `rem`: the smallest of four values at which 90 % of the pieces are large enough to click, or else the
    /// largest.
    var hourHeight: Int {
        let lengths = days.flatMap(\.pieces).map(\.seconds.count).sorted()
        guard let short = lengths.isEmpty ? nil : lengths[lengths.count / 10] else { return Self.heights[0] }
        return Self.heights.first { Self.isTarget(seconds: short, hourHeight: $0) }
            ?? Self.heights[Self.heights.count - 1]
    }

    private static let heights = [12, 18, 24, 30]

    /// Returns whether a piece is at least 24 px high (WCAG 2.2 §2.5.8), for a `rem` of 16 px.
    static func isTarget(seconds: Int, hourHeight: Int) -> Bool { seconds * hourHeight * 4 >= 24 * 3600 }

    private static func day(_ date: WallDate, _ clock: WeekClock, _ items: [Item]) -> Day {
        let period = clock.period(of: date)
        func second(_ instant: Int64) -> Int { Int((instant - period.lowerBound) / 1000) }
        let here = items.indices.filter { items[$0].period.overlaps(period) && !items[$0].period.isEmpty }
        let active = here.filter { !items[$0].isCancelled }
        let pieces = here.map { index -> Piece in
            let item = items[index]
            let part = item.period.clamped(to: period)
            return Piece(
                item: index, seconds: second(part.lowerBound)..<second(part.upperBound),
                isContinued: item.period.lowerBound < period.lowerBound,
                goesOn: item.period.upperBound > period.upperBound,
                isBeside: item.isCancelled && active.contains { items[$0].period.overlaps(part) })
        }
        var (gaps, free) = ([] as [Gap], period.lowerBound)
        func gap(until end: Int64) {
            guard second(end) - second(free) >= leastGap else { return }
            gaps.append(Gap(seconds: second(free)..<second(end), period: free..<end))
        }
        for index in active {
            gap(until: min(items[index].period.lowerBound, period.upperBound))
            free = max(free, items[index].period.upperBound)
        }
        gap(until: period.upperBound)
        return Day(
            date: date, period: period, pieces: pieces, gaps: gaps, marks: marks(period, clock),
            changes: clock.changes(in: period))
    }

    /// Returns every full hour of local time. UTC offsets are multiples of 15 minutes.
    private static func marks(_ period: Range<Int64>, _ clock: WeekClock) -> [Mark] {
        stride(from: period.lowerBound, to: period.upperBound, by: 900_000).compactMap { instant in
            let seconds = clock.time(at: instant).secondsAfterMidnight
            guard seconds % 3600 == 0 else { return nil }
            return Mark(second: Int((instant - period.lowerBound) / 1000), hour: seconds / 3600)
        }
    }
}
