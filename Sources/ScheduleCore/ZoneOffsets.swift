/// How far a wall clock is from UTC, over a stretch of time: what a time zone is once its files are read. Whoever has
/// time zones makes one; the calendar needs no more of them.
public struct ZoneOffsets: Sendable, Hashable {
    /// A change of the clock.
    public struct Transition: Sendable, Hashable {
        /// Milliseconds since 1970, UTC: the first instant of the new offset.
        public let at: Int64
        /// Seconds east of UTC from then on.
        public let offset: Int

        public init(at: Int64, offset: Int) {
            self.at = at
            self.offset = offset
        }
    }

    /// Seconds east of UTC before the first transition.
    public let first: Int
    /// Ascending.
    public let transitions: [Transition]

    public init(first: Int, transitions: [Transition] = []) {
        self.first = first
        self.transitions = transitions.sorted { $0.at < $1.at }
    }

    /// A clock that shows UTC.
    public static let utc = ZoneOffsets(first: 0)

    /// Seconds east of UTC at an instant. Costs the logarithm of the transitions.
    public func offset(at instant: Int64) -> Int {
        let count = transitionsUntil(instant)
        return count == 0 ? first : transitions[count - 1].offset
    }

    /// What the wall shows at an instant: the day.
    public func date(at instant: Int64) -> WallDate {
        let seconds = Int(WallDate.floorDivide(Int(instant), by: 1000).quotient) + offset(at: instant)
        return WallDate(daysSince1970: WallDate.floorDivide(seconds, by: 86_400).quotient)
    }

    /// When the wall shows a day and a time, in milliseconds since 1970.
    ///
    /// A time that exists twice is its first one. A time that is skipped is told by the offset before the gap, hence as
    /// much later as clocks are put forward (RFC 5545 §3.3.5).
    ///
    /// - Returns: the instant, and whether the wall ever shows that.
    public func instant(of date: WallDate, _ time: WallTime) -> (milliseconds: Int64, exists: Bool) {
        let wall = Int64(date.daysSince1970) * 86_400_000 + Int64(time.secondsAfterMidnight) * 1000
        // No zone is a day and a half from UTC.
        var next = transitionsUntil(wall - 129_600_000)
        var (offset, before) = (next == 0 ? first : transitions[next - 1].offset, nil as Int?)
        while true {
            let candidate = wall - Int64(offset) * 1000
            if let before, candidate < transitions[next - 1].at { return (wall - Int64(before) * 1000, false) }
            guard next < transitions.count, candidate >= transitions[next].at else { return (candidate, true) }
            before = offset
            offset = transitions[next].offset
            next += 1
        }
    }

    /// How many transitions there were until then.
    private func transitionsUntil(_ instant: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
