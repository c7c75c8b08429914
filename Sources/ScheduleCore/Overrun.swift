/// The rules for moving the broadcasts after an overrun (spec R45).
///
/// A delayed broadcast starts when the previous one ends. It keeps its planned end if at least its minimum length remains; otherwise it is shortened
/// to that length and delays the next broadcast.
public enum Overrun {
    /// A broadcast after the overrun.
    public struct Follower: Sendable, Hashable {
        public let key: Int64
        /// The planned times in milliseconds since 1970.
        public let planned: Range<Int64>
        /// The recorded actual times, which never move; `nil` if there are none.
        public let stated: Range<Int64>?

        public init(key: Int64, planned: Range<Int64>, stated: Range<Int64>? = nil) {
            self.key = key
            self.planned = planned
            self.stated = stated
        }
    }

    /// The reason why the following broadcasts cannot absorb the overrun.
    public enum Obstacle: Error, Sendable, Hashable {
        /// The recorded times of a broadcast, in milliseconds since 1970, overlap the overrun or an earlier broadcast.
        case stated(key: Int64, at: Range<Int64>)
        /// The last broadcast would still end later than planned.
        case notMadeUp
    }

    /// Returns the minimum length of a shortened broadcast in milliseconds: half of the planned length, or five minutes if that is longer, but never
    /// more than the planned length.
    public static func leastLength(of planned: Range<Int64>) -> Int64 {
        let length = planned.upperBound - planned.lowerBound
        return min(length, max(length / 2, 300_000))
    }

    /// Returns the times of the followers that have no recorded times, moved or not, by key, in milliseconds since 1970.
    ///
    /// - Parameters:
    ///   - followers: The broadcasts after the overrun, sorted by planned times without overlaps.
    ///   - end: The end of the overrunning broadcast, in milliseconds since 1970.
    public static func arranged(_ followers: [Follower], after end: Int64) throws(Obstacle) -> [Int64: Range<Int64>] {
        var arranged: [Int64: Range<Int64>] = [:]
        var (free, isLate) = (end, false)
        for follower in followers {
            if let stated = follower.stated {
                guard stated.lowerBound >= free else { throw .stated(key: follower.key, at: stated) }
                (free, isLate) = (stated.upperBound, false)
                continue
            }
            let start = max(follower.planned.lowerBound, free)
            let isMoved = start > follower.planned.lowerBound
            let end =
                isMoved
                ? max(follower.planned.upperBound, start + leastLength(of: follower.planned))
                : follower.planned.upperBound
            arranged[follower.key] = start..<end
            (free, isLate) = (end, end > follower.planned.upperBound)
        }
        if isLate { throw .notMadeUp }
        return arranged
    }
}
