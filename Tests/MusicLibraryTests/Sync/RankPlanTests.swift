import Testing

@testable import MusicLibrary
@testable import SoundCloud

struct RankPlanTests {
    private func isDescending(_ ranks: [Int64]) -> Bool { zip(ranks, ranks.dropFirst()).allSatisfy { $0 > $1 } }

    @Test func itemsOfANewListAreRankedInStepsFromTheTop() throws {
        let plan = try #require(RankPlan(known: [nil, nil, nil], above: 10 * RankPlan.step, below: nil))
        #expect(plan.ranks == [9, 8, 7].map { $0 * RankPlan.step } && plan.kept == 0)
    }

    @Test func knownItemsInOrderKeepTheirRanks() throws {
        let plan = try #require(RankPlan(known: [nil, 500, 400, nil, 300], above: 5000, below: 100))
        #expect(plan.kept == 3 && plan.ranks[1] == 500 && plan.ranks[2] == 400 && plan.ranks[4] == 300)
        #expect(isDescending(plan.ranks))
    }

    @Test func aRankPlanGivesANewRankToAsFewItemsAsPossible() throws {
        // 100 was liked again and is now at the top.
        let plan = try #require(RankPlan(known: [100, 500, 400, 300, 200], above: 5000, below: 50))
        #expect(plan.kept == 4 && plan.ranks.dropFirst() == [500, 400, 300, 200] && plan.ranks[0] > 500)
        let reversed = try #require(RankPlan(known: [1000, 2000, 3000], above: 90_000, below: nil))
        #expect(reversed.kept == 1 && isDescending(reversed.ranks))
    }

    @Test func newItemsAtTheEndRankAboveTheItemBelow() throws {
        let plan = try #require(RankPlan(known: [900, nil, nil], above: 1000, below: 890))
        #expect(isDescending([1000] + plan.ranks + [890]))
    }

    @Test func aRankPlanIsNotPossibleWithoutFreeRanks() {
        #expect(RankPlan(known: [500, nil, 499], above: 1000, below: nil) == nil)
        #expect(RankPlan(known: [nil], above: 500, below: 499) == nil)
    }

    @Test func ranksOutsideTheBoundsAreReplaced() throws {
        let plan = try #require(RankPlan(known: [9000, 700, 20], above: 1000, below: 100))
        #expect(plan.kept == 1 && plan.ranks[1] == 700 && isDescending([1000] + plan.ranks + [100]))
    }
}
