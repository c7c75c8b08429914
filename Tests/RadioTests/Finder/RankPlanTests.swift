import TestSupport
import Testing

@testable import Radio

struct RankPlanTests {
    @Test func onlyNewAndMovedItemsGetNewRanks() {
        let changes = RankPlan.changes([(id: 1, rank: 100), (2, nil), (3, 200), (4, 150), (5, 300)])
        #expect(Set(changes.map(\.id)) == [2, 4] || Set(changes.map(\.id)) == [2, 3])
    }

    @Test func allItemsAreRenumberedIfTheRanksHaveNoGapLeft() {
        let changes = RankPlan.changes([(id: 1, rank: 100), (2, nil), (3, 101)])
        #expect(changes.map(\.id) == [1, 2, 3])
    }

    @Test func theRankPlanMakesAnyRanksRiseInListOrder() {
        var random = Seeded(3)
        for _ in 0..<300 {
            let count = Int.random(in: 0...40, using: &random)
            let ordered = (0..<count).map { id in
                (id: id, rank: Bool.random(using: &random) ? Int64.random(in: 1...60, using: &random) : nil)
            }
            let new = Dictionary(uniqueKeysWithValues: RankPlan.changes(ordered).map { ($0.id, $0.rank) })
            let ranks = ordered.map { new[$0.id] ?? $0.rank ?? -1 }
            #expect(
                zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 } && ranks.allSatisfy { $0 > 0 },
                "\(ordered) \(ranks)")
        }
    }
}
