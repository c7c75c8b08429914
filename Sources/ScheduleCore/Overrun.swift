/// What happens to those that follow when a broadcast takes longer than planned (spec R45): they begin later and keep their
/// end as long as enough of them is left; from there on they are put back whole, at the least length, until the time is made
/// up. Always told from the plan, so that taking an overrun back leaves nothing of it.
public enum Overrun {
    /// A broadcast that follows.
    public struct Follower: Sendable, Hashable {
        public let key: Int64
        /// Milliseconds since 1970.
        public let planned: Range<Int64>
        /// Times that somebody wrote down, which hold; `nil` where the plan or an overrun says them.
        public let stated: Range<Int64>?

        public init(key: Int64, planned: Range<Int64>, stated: Range<Int64>? = nil) {
            self.key = key
            self.planned = planned
            self.stated = stated
        }
    }

    /// Why followers cannot make room.
    public enum Obstacle: Error, Sendable, Hashable {
        /// One that was written down to begin at a time that would not be free.
        case stated(key: Int64, at: Range<Int64>)
        /// The last of them would still end later than planned.
        case notMadeUp
    }

    /// The least that is left of a broadcast: half of it, but five minutes, or all of a shorter one.
    public static func leastLength(of planned: Range<Int64>) -> Int64 {
        let length = planned.upperBound - planned.lowerBound
        return min(length, max(length / 2, 300_000))
    }

    /// Where each follower is, when what is before them is over at `end`.
    ///
    /// - Parameter followers: in the order of their plan, none overlapping another there.
    public static func laid(_ followers: [Follower], after end: Int64) throws(Obstacle) -> [Int64: Range<Int64>] {
        var laid: [Int64: Range<Int64>] = [:]
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
            laid[follower.key] = start..<end
            (free, isLate) = (end, end > follower.planned.upperBound)
        }
        if isLate { throw .notMadeUp }
        return laid
    }
}
