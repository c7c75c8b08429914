import ConcertSimulation
import Testing

/// The live concert in virtual time: random faults, and the invariants of decision 0068.
@Suite struct SimulatedConcertTests {
    @Test func threeHundredShortConcertsBreakNoInvariant() {
        for seed in 1...300 as ClosedRange<UInt64> {
            let concert = SimulatedConcert(seed: seed, seconds: 300)
            #expect(concert.violation == nil, "seed \(seed)")
            if concert.violation != nil { return }
        }
    }

    @Test(arguments: PlantedFault.allCases)
    func aPlantedFaultIsFound(fault: PlantedFault) {
        let isFound = (1...60).contains {
            SimulatedConcert(seed: $0, seconds: 900, planted: fault).violation != nil
        }
        #expect(isFound)
    }

    @Test func aSeedReplaysExactly() {
        #expect(SimulatedConcert(seed: 7, seconds: 600) == SimulatedConcert(seed: 7, seconds: 600))
    }

    @Test func otherSeedsGiveOtherConcerts() {
        #expect(
            SimulatedConcert(seed: 7, seconds: 60).summary != SimulatedConcert(seed: 8, seconds: 60).summary)
    }

    @Test func aFailingSeedReplaysExactly() {
        let concerts = (1...2).map { _ in SimulatedConcert(seed: 1, seconds: 900, planted: .phoneAcceptsOldCount) }
        #expect(concerts[0].violation != nil)
        #expect(concerts[0] == concerts[1])
    }

    @Test func aFailingConcertShrinksToAShortHistory() throws {
        let concert = SimulatedConcert(seed: 1, seconds: 900, planted: .acknowledgedBeforeCommit)
        let found =
            concert.violation == nil
            ? try #require(
                (2...60).lazy.map { SimulatedConcert(seed: $0, seconds: 900, planted: .acknowledgedBeforeCommit) }
                    .first { $0.violation != nil }) : concert
        let history = try #require(found.shrunk())
        #expect(history.lines.count <= 8)
    }
}
