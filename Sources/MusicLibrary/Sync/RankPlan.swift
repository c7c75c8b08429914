/// Where the items of a page stand in a list that upstream orders and does not date: each gets a rank, greater the nearer
/// it is to the top, and what was known keeps its own wherever the order allows. Pure.
///
/// Ranks leave room between each other, so that what turns up late in the middle (soundcloud/api#255) finds its place
/// without a word to its neighbours.
/// Spec M1.5.
struct RankPlan: Sendable, Hashable {
    /// The room between two items that follow each other.
    static let step: Int64 = 1 << 20
    /// What a walk leaves above everything that is there: room for a million new items.
    static let headroom: Int64 = step << 20

    /// Of each item, in the order of the page.
    let ranks: [Int64]
    /// How many of them are known and stand where they stood.
    let kept: Int

    /// `nil` where there is no room left between two neighbours: the list has to be ranked anew from its top.
    ///
    /// O(n log n).
    ///
    /// - Parameters:
    ///   - known: the rank that each item has, in the order of the page; `nil` for a new one.
    ///   - above: the rank of whatever stands over the page.
    ///   - below: the rank of whatever stands under it; `nil` for nothing.
    init?(known: [Int64?], above: Int64, below: Int64?) {
        var ranks = [Int64](repeating: 0, count: known.count)
        let anchors = Self.longestDescent(known, between: below, and: above)
        kept = anchors.count
        var (high, from) = (above, 0)
        for anchor in anchors + [known.count] {
            let low = anchor < known.count ? known[anchor] : below
            let count = Int64(anchor - from)
            if count > 0 {
                let room = low.map { ((high - $0) / (count + 1)) } ?? Self.step
                let step = min(Self.step, room)
                guard step >= 1 else { return nil }
                for offset in 0..<(anchor - from) { ranks[from + offset] = high - step * Int64(offset + 1) }
            }
            if anchor < known.count, let rank = known[anchor] {
                ranks[anchor] = rank
                high = rank
            }
            from = anchor + 1
        }
        self.ranks = ranks
    }

    /// The places of the longest run of known ranks that falls from one to the next: the fewest items move.
    private static func longestDescent(_ known: [Int64?], between below: Int64?, and above: Int64) -> [Int] {
        // Patience sorting: for each length the run whose last rank is greatest, and who came before.
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: known.count)
        for (place, rank) in known.enumerated() {
            guard let rank, rank < above, below.map({ rank > $0 }) ?? true else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if let last = known[ends[middle]], last > rank { low = middle + 1 } else { high = middle }
            }
            before[place] = low > 0 ? ends[low - 1] : nil
            if low < ends.count { ends[low] = place } else { ends.append(place) }
        }
        var run: [Int] = []
        var place = ends.last
        while let current = place {
            run.append(current)
            place = before[current]
        }
        return run.reversed()
    }
}
