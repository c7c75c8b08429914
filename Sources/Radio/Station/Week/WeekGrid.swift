import ScheduleCore

/// Seven days of a channel as a picture: what lies where in which day. Pure; seconds are counted from each day's midnight,
/// by a stopwatch, so that a day on which the clock changes is as much longer or shorter as it is.
struct WeekGrid: Sendable, Hashable {
    /// Something that is on, or was to be.
    struct Item: Sendable, Hashable {
        let stretch: Range<Int64>
        let isCancelled: Bool
    }

    /// What of an item lies in one day.
    struct Piece: Sendable, Hashable {
        /// Which one of those given.
        let item: Int
        let seconds: Range<Int>
        /// Whether it began the day before.
        let isContinued: Bool
        /// Whether it goes on the day after.
        let goesOn: Bool
        /// Whether something else is on in its place, as beside what was cancelled.
        let isBeside: Bool
    }

    /// Time that nothing is on.
    struct Gap: Sendable, Hashable {
        let seconds: Range<Int>
        let stretch: Range<Int64>
    }

    /// A full hour on the wall.
    struct Mark: Sendable, Hashable {
        let second: Int
        let hour: Int
    }

    struct Day: Sendable, Hashable {
        let date: WallDate
        let stretch: Range<Int64>
        let pieces: [Piece]
        let gaps: [Gap]
        let marks: [Mark]
        /// When the clock is put forward or back.
        let changes: [WeekClock.Change]

        var seconds: Int { Int((stretch.upperBound - stretch.lowerBound) / 1000) }

        func second(of instant: Int64) -> Int? {
            stretch.contains(instant) ? Int((instant - stretch.lowerBound) / 1000) : nil
        }
    }

    let days: [Day]

    /// What is shorter is no gap: a second between two imports is nobody's to fill.
    static let leastGap = 60

    /// - Parameters:
    ///   - first: the first of the days.
    ///   - items: in the order of time; those that are not cancelled do not overlap.
    init(from first: WallDate, count: Int = 7, clock: WeekClock, _ items: [Item]) {
        days = (0..<count).map { Self.day(first + $0, clock, items) }
    }

    /// The longest of the days.
    var seconds: Int { days.map(\.seconds).max() ?? 86_400 }

    /// How high an hour is, in quarters of a letter's height: the least of four steps at which nine of ten pieces are
    /// large enough to be hit.
    var hourHeight: Int {
        let lengths = days.flatMap(\.pieces).map(\.seconds.count).sorted()
        guard let short = lengths.isEmpty ? nil : lengths[lengths.count / 10] else { return Self.heights[0] }
        return Self.heights.first { Self.isTarget(seconds: short, hourHeight: $0) }
            ?? Self.heights[Self.heights.count - 1]
    }

    private static let heights = [12, 18, 24, 30]

    /// Whether a piece is high enough to be hit: 24 px (WCAG 2.2 §2.5.8), of which a letter has 16.
    static func isTarget(seconds: Int, hourHeight: Int) -> Bool { seconds * hourHeight * 4 >= 24 * 3600 }

    private static func day(_ date: WallDate, _ clock: WeekClock, _ items: [Item]) -> Day {
        let stretch = clock.stretch(of: date)
        func second(_ instant: Int64) -> Int { Int((instant - stretch.lowerBound) / 1000) }
        let here = items.indices.filter { items[$0].stretch.overlaps(stretch) && !items[$0].stretch.isEmpty }
        let standing = here.filter { !items[$0].isCancelled }
        let pieces = here.map { index -> Piece in
            let item = items[index]
            let part = item.stretch.clamped(to: stretch)
            return Piece(
                item: index, seconds: second(part.lowerBound)..<second(part.upperBound),
                isContinued: item.stretch.lowerBound < stretch.lowerBound,
                goesOn: item.stretch.upperBound > stretch.upperBound,
                isBeside: item.isCancelled && standing.contains { items[$0].stretch.overlaps(part) })
        }
        var (gaps, free) = ([] as [Gap], stretch.lowerBound)
        func gap(until end: Int64) {
            guard second(end) - second(free) >= leastGap else { return }
            gaps.append(Gap(seconds: second(free)..<second(end), stretch: free..<end))
        }
        for index in standing {
            gap(until: min(items[index].stretch.lowerBound, stretch.upperBound))
            free = max(free, items[index].stretch.upperBound)
        }
        gap(until: stretch.upperBound)
        return Day(
            date: date, stretch: stretch, pieces: pieces, gaps: gaps, marks: marks(stretch, clock),
            changes: clock.changes(in: stretch))
    }

    /// Every full hour that the wall shows, the second one of two alike as well. Clocks change by quarters of an hour.
    private static func marks(_ stretch: Range<Int64>, _ clock: WeekClock) -> [Mark] {
        stride(from: stretch.lowerBound, to: stretch.upperBound, by: 900_000).compactMap { instant in
            let seconds = clock.time(at: instant).secondsAfterMidnight
            guard seconds % 3600 == 0 else { return nil }
            return Mark(second: Int((instant - stretch.lowerBound) / 1000), hour: seconds / 3600)
        }
    }
}
