/// The ranks of a page's items in a list that SoundCloud orders but does not date. A higher rank is nearer the top. Known ranks
/// are kept where possible.
///
/// Gaps between ranks let an item that appears later in the middle (soundcloud/api#255) get a rank without changes to its neighbours (spec M1.5).
package struct RankPlan: Sendable, Hashable {
    /// The usual gap between the ranks of two consecutive items; smaller where a new item is placed between known items.
    package static let step: Int64 = 1 << 20
    /// The gap that a walk leaves above all stored items, with room for a million new ones.
    static let headroom: Int64 = step << 20

    /// The rank of each item, in the order of the page.
    let ranks: [Int64]
    /// The number of known items that keep their ranks.
    let kept: Int

    /// Assigns the ranks in O(n log n). Returns `nil` if there is no room between two neighbours; the list must then be ranked again from its top.
    ///
    /// `known` has the current ranks in the order of the page, `nil` for new items. `above` and `below` are the ranks around the page; `below` is
    /// `nil` if no rank limits the page from below.
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

    /// Returns the positions of the longest descending subsequence of known ranks, so that the fewest items move.
    private static func longestDescent(_ known: [Int64?], between below: Int64?, and above: Int64) -> [Int] {
        // Patience sorting keeps, for each length, the subsequence with the greatest last rank, and for each item its predecessor.
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: known.count)
        for (position, rank) in known.enumerated() {
            guard let rank, rank < above, below.map({ rank > $0 }) ?? true else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if let last = known[ends[middle]], last > rank { low = middle + 1 } else { high = middle }
            }
            before[position] = low > 0 ? ends[low - 1] : nil
            if low < ends.count { ends[low] = position } else { ends.append(position) }
        }
        var run: [Int] = []
        var position = ends.last
        while let current = position {
            run.append(current)
            position = before[current]
        }
        return run.reversed()
    }
}
