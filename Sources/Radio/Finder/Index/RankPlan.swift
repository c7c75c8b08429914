/// The assignment of new ranks to items that are out of order. Gaps between ranks leave room for moved items.
enum RankPlan {
    static let step: Int64 = 1 << 20

    /// Returns the ranks to write so that all ranks increase in the given order; `nil` ranks are replaced. If there is no room between two ranks, all
    /// items get new ranks. O(n log n).
    static func changes<ID>(_ ordered: [(id: ID, rank: Int64?)]) -> [(id: ID, rank: Int64)] {
        let kept = longestRising(ordered.map(\.rank))
        var changes: [(id: ID, rank: Int64)] = []
        var index = 0
        var low: Int64 = 0
        while index < ordered.count {
            if kept[index], let rank = ordered[index].rank {
                low = rank
                index += 1
                continue
            }
            let end = ordered[index...].indices.first { kept[$0] } ?? ordered.count
            let count = Int64(end - index)
            let high = end < ordered.count ? ordered[end].rank ?? low : low + step * (count + 1)
            let room = (high - low) / (count + 1)
            guard room > 0 else { return renumbered(ordered) }
            for place in 0..<count {
                changes.append((ordered[index + Int(place)].id, low + room * (place + 1)))
            }
            low += room * count
            index = end
        }
        return changes
    }

    private static func renumbered<ID>(_ ordered: [(id: ID, rank: Int64?)]) -> [(id: ID, rank: Int64)] {
        ordered.enumerated().map { ($1.id, Int64($0 + 1) * step) }
    }

    /// Returns, for each rank, whether it belongs to one longest increasing subsequence of the positive ranks.
    private static func longestRising(_ ranks: [Int64?]) -> [Bool] {
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: ranks.count)
        for (index, rank) in ranks.enumerated() {
            guard let rank, rank > 0 else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if (ranks[ends[middle]] ?? 0) < rank { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var kept = [Bool](repeating: false, count: ranks.count)
        var index = ends.last ?? -1
        while index >= 0 {
            kept[index] = true
            index = previous[index]
        }
        return kept
    }
}
