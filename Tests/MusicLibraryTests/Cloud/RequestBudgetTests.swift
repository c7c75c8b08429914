import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

struct RequestBudgetTests {
    private func at(_ seconds: Int64) -> Instant { Instant(milliseconds: 1_800_000_000_000 + seconds * 1000) }

    @Test func eachWindowOfARequestBudgetLimitsTheRequests() throws {
        let budget = RequestBudget([.init(3, in: 600), .init(4, in: 6000)])
        #expect((0..<3).allSatisfy { budget.take(at: at($0)) == nil })
        let opens = try #require(budget.take(at: at(3)))
        #expect(opens >= at(600) && opens <= at(620), "\(opens)")
        #expect(budget.take(at: at(650)) == nil)
        // The longer window is full now.
        let later = try #require(budget.take(at: at(1400)))
        #expect(later >= at(6000) && later <= at(6200), "\(later)")
        #expect(budget.take(at: later) == nil)
    }

    @Test func aClosedRequestBudgetOpensAtTheGivenTime() {
        let budget = RequestBudget([.init(100, in: 600)])
        budget.close(until: at(50))
        #expect(budget.take(at: at(49)) == at(50) && budget.take(at: at(50)) == nil)
    }

    @Test func pausesBetweenRetriesGrowWithARandomPartUpToALimit() {
        let rule = RetryRule()
        #expect(
            rule.wait(after: 1, chance: 0) == .milliseconds(200) && rule.wait(after: 1, chance: 1) == .milliseconds(400)
        )
        #expect(
            rule.wait(after: 3, chance: 1) == .milliseconds(1600)
                && rule.wait(after: 60, chance: 1) == rule.longestPause)
    }
}
