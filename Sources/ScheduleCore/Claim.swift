/// A request for a period of a channel's time, in milliseconds since 1970.
struct Claim<Owner: Hashable & Comparable & Sendable>: Sendable {
    let owner: Owner
    let period: Range<Int64>
    /// Whether an exception sets the start or the duration. Such a claim precedes every claim without such an exception.
    let isOrdered: Bool
    let priority: Int
    /// Whether the local start time does not exist on its day because of a clock change, so that the start was moved (RFC 5545 §3.3.5).
    let isDoubtful: Bool

    init(
        _ owner: Owner, _ period: Range<Int64>, isOrdered: Bool = false, priority: Int = 0, isDoubtful: Bool = false
    ) {
        self.owner = owner
        self.period = period
        self.isOrdered = isOrdered
        self.priority = priority
        self.isDoubtful = isDoubtful
    }

    /// Returns whether this claim takes precedence over another. The criteria are, in this order: `isOrdered`, the higher priority, the later start
    /// (because a new broadcast ends the current one), a start that is not `isDoubtful`, and the smaller owner. The order is strict and total.
    func precedes(_ other: Claim) -> Bool {
        if isOrdered != other.isOrdered { return isOrdered }
        if priority != other.priority { return priority > other.priority }
        if period.lowerBound != other.period.lowerBound { return period.lowerBound > other.period.lowerBound }
        if isDoubtful != other.isDoubtful { return other.isDoubtful }
        return owner < other.owner
    }
}

/// The allocation of time to overlapping claims.
enum Claims {
    /// The minimum length of a granted period in milliseconds: one minute. A claim to a shorter period is granted only as a whole.
    static let leastMs: Int64 = 60_000

    /// Grants each claim, in order of precedence, the longest part of its period that is still free, or nothing if that part is too short
    /// (`leastMs`). The periods in `taken` are not free.
    ///
    /// Costs O(n²) for n claims in the worst case. Owners must be distinct; owners that get nothing are missing from the result.
    static func granted<Owner>(_ claims: [Claim<Owner>], taken: [Range<Int64>]) -> [Owner: Range<Int64>] {
        var granted: [Owner: Range<Int64>] = [:]
        granted.reserveCapacity(claims.count)
        var busy = BusyTime(taken)
        for claim in claims.sorted(by: { $0.precedes($1) }) where !claim.period.isEmpty {
            guard let piece = busy.longestFree(in: claim.period),
                piece.upperBound - piece.lowerBound >= min(leastMs, claim.period.upperBound - claim.period.lowerBound)
            else { continue }
            busy.insert(piece)
            granted[claim.owner] = piece
        }
        return granted
    }
}

/// The occupied periods, in ascending order and without overlaps.
struct BusyTime {
    private(set) var periods: [Range<Int64>] = []

    /// Creates the occupied periods from `taken`, merging periods that touch or overlap.
    init(_ taken: [Range<Int64>]) {
        for period in taken.sorted(by: { $0.lowerBound < $1.lowerBound }) where !period.isEmpty {
            if let last = periods.last, last.upperBound >= period.lowerBound {
                periods[periods.count - 1] = last.lowerBound..<max(last.upperBound, period.upperBound)
            } else {
                periods.append(period)
            }
        }
    }

    /// Returns the longest free part of a period, the first of several of equal length, or `nil` if nothing is free.
    func longestFree(in period: Range<Int64>) -> Range<Int64>? {
        var (start, best) = (period.lowerBound, nil as Range<Int64>?)
        func consider(_ end: Int64) {
            guard end > start else { return }
            if let found = best, end - start <= found.upperBound - found.lowerBound { return }
            best = start..<end
        }
        var index = firstEndingAfter(period.lowerBound)
        while index < periods.count, periods[index].lowerBound < period.upperBound {
            consider(periods[index].lowerBound)
            start = max(start, periods[index].upperBound)
            index += 1
        }
        consider(period.upperBound)
        return best
    }

    /// Adds a period, which must be free. O(n).
    mutating func insert(_ piece: Range<Int64>) { periods.insert(piece, at: firstEndingAfter(piece.lowerBound)) }

    private func firstEndingAfter(_ instant: Int64) -> Int {
        var (low, high) = (0, periods.count)
        while low < high {
            let middle = (low + high) / 2
            if periods[middle].upperBound > instant { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
