import Testing
import Web

@testable import Radio

struct PlayedCutTests {
    private let noon = instant("2026-06-15T12:00:00Z")

    private func ends(_ cuts: [Cut], _ airings: [Airing] = []) -> [Int64] {
        PlayedCut.all(cuts, airings: airings).map { ($0.endsAt.milliseconds - noon.milliseconds) / 1000 }
    }

    @Test func aCutEndsAfterItsDuration() { #expect(ends([.at(noon, 1, durationMs: 200_000)]) == [200]) }

    @Test func aCutEndsAtTheNextCut() {
        let next = Cut.at(noon.advanced(byMs: 90_000), 2, durationMs: 1000)
        #expect(ends([next, .at(noon, 1, durationMs: 200_000)]) == [90, 91])
        #expect(ends([next, .at(noon, 1)]) == [90, 91])
    }

    @Test func aCutWithoutADurationEndsAfterTenMinutes() { #expect(ends([.at(noon, 1)]) == [600]) }

    @Test func aCutWithoutADurationEndsWithItsBroadcast() {
        let airing = Airing.from(noon.advanced(byMs: -1000), to: noon.advanced(byMs: 120_000), 1)
        #expect(ends([.at(noon, 1)], [airing]) == [120])
        #expect(ends([.at(noon, 1, durationMs: 200_000)], [airing]) == [200])
    }

    @Test func aCutWithoutADurationEndsWhenABroadcastBegins() {
        #expect(ends([.at(noon, 1)], [.from(noon.advanced(byMs: 60_000), to: noon.advanced(byMs: 120_000), 1)]) == [60])
    }

    @Test func aCutWithoutAStartNeverPlays() {
        #expect(ends([.at(nil, 1, durationMs: 200_000, airing: Airing.ID(rawValue: 1))]).isEmpty)
    }
}
