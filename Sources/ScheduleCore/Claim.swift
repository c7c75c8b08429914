/// Somebody who wants a stretch of a channel's time.
struct Claim<Owner: Hashable & Comparable & Sendable>: Sendable {
    let owner: Owner
    let stretch: Range<Int64>
    /// Said for this one day by somebody; goes before every rule.
    let isOrdered: Bool
    let priority: Int
    /// At a time that the wall never shows that day.
    let isDoubtful: Bool

    init(
        _ owner: Owner, _ stretch: Range<Int64>, isOrdered: Bool = false, priority: Int = 0, isDoubtful: Bool = false
    ) {
        self.owner = owner
        self.stretch = stretch
        self.isOrdered = isOrdered
        self.priority = priority
        self.isDoubtful = isDoubtful
    }

    /// Whether it is served before another: an order, then the higher priority, then the later start, since what
    /// begins ends what is on, then a time that there is, then the owner. Never both ways, whatever the order given in.
    func goesBefore(_ other: Claim) -> Bool {
        if isOrdered != other.isOrdered { return isOrdered }
        if priority != other.priority { return priority > other.priority }
        if stretch.lowerBound != other.stretch.lowerBound { return stretch.lowerBound > other.stretch.lowerBound }
        if isDoubtful != other.isDoubtful { return other.isDoubtful }
        return owner < other.owner
    }
}

/// Who has which time, where several want it.
enum Claims {
    /// What is left of a claim must be a minute, or all of it.
    static let leastMs: Int64 = 60_000

    /// Serves claims one after the other: each has what is free of its stretch, in one piece, the longest, of equals
    /// the first; where that is too little it has nothing. Nothing granted overlaps anything granted or taken.
    ///
    /// Costs, for n of them, n log n and the moving of a sorted array.
    static func granted<Owner>(_ claims: [Claim<Owner>], taken: [Range<Int64>]) -> [Owner: Range<Int64>] {
        var granted: [Owner: Range<Int64>] = [:]
        granted.reserveCapacity(claims.count)
        var busy = BusyTime(taken)
        for claim in claims.sorted(by: { $0.goesBefore($1) }) where !claim.stretch.isEmpty {
            guard let piece = busy.longestFree(in: claim.stretch),
                piece.upperBound - piece.lowerBound >= min(leastMs, claim.stretch.upperBound - claim.stretch.lowerBound)
            else { continue }
            busy.insert(piece)
            granted[claim.owner] = piece
        }
        return granted
    }
}

/// Stretches that are taken, ascending and apart.
struct BusyTime {
    private(set) var stretches: [Range<Int64>] = []

    /// Of any stretches; those that meet or overlap become one.
    init(_ taken: [Range<Int64>]) {
        for stretch in taken.sorted(by: { $0.lowerBound < $1.lowerBound }) where !stretch.isEmpty {
            if let last = stretches.last, last.upperBound >= stretch.lowerBound {
                stretches[stretches.count - 1] = last.lowerBound..<max(last.upperBound, stretch.upperBound)
            } else {
                stretches.append(stretch)
            }
        }
    }

    /// The longest piece of a stretch that nobody has; of equals the first.
    func longestFree(in stretch: Range<Int64>) -> Range<Int64>? {
        var (start, best) = (stretch.lowerBound, nil as Range<Int64>?)
        func consider(_ end: Int64) {
            guard end > start else { return }
            if let found = best, end - start <= found.upperBound - found.lowerBound { return }
            best = start..<end
        }
        var index = firstEndingAfter(stretch.lowerBound)
        while index < stretches.count, stretches[index].lowerBound < stretch.upperBound {
            consider(stretches[index].lowerBound)
            start = max(start, stretches[index].upperBound)
            index += 1
        }
        consider(stretch.upperBound)
        return best
    }

    /// Adds a piece that is free.
    mutating func insert(_ piece: Range<Int64>) { stretches.insert(piece, at: firstEndingAfter(piece.lowerBound)) }

    private func firstEndingAfter(_ instant: Int64) -> Int {
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].upperBound > instant { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
