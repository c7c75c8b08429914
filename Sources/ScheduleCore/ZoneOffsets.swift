/// The UTC offsets of a time zone over a period. The caller supplies the offsets, so this module needs no time zone database.
public struct ZoneOffsets: Sendable, Hashable {
    /// A change of the offset.
    public struct Transition: Sendable, Hashable {
        /// The first instant of the new offset, in milliseconds since 1970.
        public let at: Int64
        /// The new offset, in seconds east of UTC.
        public let offset: Int

        public init(at: Int64, offset: Int) {
            self.at = at
            self.offset = offset
        }
    }

    /// The offset before the first transition, in seconds east of UTC.
    public let first: Int
    /// The transitions in ascending order.
    public let transitions: [Transition]

    public init(first: Int, transitions: [Transition] = []) {
        self.first = first
        self.transitions = transitions.sorted { $0.at < $1.at }
    }

    public static let utc = ZoneOffsets(first: 0)

    /// Returns the offset at an instant in milliseconds since 1970, in seconds east of UTC. Costs O(log n) for n transitions.
    public func offset(at instant: Int64) -> Int {
        let count = transitionsUntil(instant)
        return count == 0 ? first : transitions[count - 1].offset
    }

    /// Returns the local day at an instant in milliseconds since 1970. Costs O(log n) for n transitions.
    public func date(at instant: Int64) -> WallDate {
        let seconds = Int(WallDate.floorDivide(Int(instant), by: 1000).quotient) + offset(at: instant)
        return WallDate(daysSince1970: WallDate.floorDivide(seconds, by: 86_400).quotient)
    }

    /// Returns the instant of a local day and time, in milliseconds since 1970, and whether the local time exists. Costs O(log n) for n transitions.
    ///
    /// A local time that occurs twice means its first occurrence. A local time that does not exist moves forward by the length of the gap (RFC 5545
    /// §3.3.5).
    public func instant(of date: WallDate, _ time: WallTime) -> (milliseconds: Int64, exists: Bool) {
        let wall = Int64(date.daysSince1970) * 86_400_000 + Int64(time.secondsAfterMidnight) * 1000
        // Offsets from UTC are less than 36 hours.
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

    private func transitionsUntil(_ instant: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
