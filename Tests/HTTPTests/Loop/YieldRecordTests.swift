import Testing

@testable import HTTP

@Suite struct YieldRecordTests {
    private static let short: UInt64 = 30_000
    /// The length of two time slices of the kernel, in nanoseconds.
    private static let long: UInt64 = 8_000_000

    /// Returns the number of rounds without a yield before the next yield.
    private func pause(_ record: inout YieldRecord) -> Int {
        var rounds = 0
        while rounds < 1_000_000, !record.shouldYield() { rounds += 1 }
        return rounds
    }

    @Test func aLoopYieldsItsCoreAgainWhileYieldsFindWork() {
        var record = YieldRecord()
        for found in [0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0] { record.add(absence: Self.short, found: found) }
        record.add(absence: Self.long, found: 512)
        #expect(pause(&record) == 0)
    }

    @Test func yieldingPausesAfterSeveralUnsuccessfulYieldsInARow() {
        var record = YieldRecord()
        for _ in 1..<YieldRecord.failureLimit { record.add(absence: Self.short, found: 0) }
        #expect(pause(&record) == 0)
        record.add(absence: Self.short, found: 0)
        #expect(pause(&record) == Int(YieldRecord.pause))
    }

    /// One or two requests arrive anyway while another process uses the core.
    @Test func eachYieldThatLosesATimeSliceDoublesThePause() {
        var record = YieldRecord()
        var pauses: [Int] = []
        for _ in 0..<12 {
            record.add(absence: Self.long, found: 2)
            pauses.append(pause(&record))
        }
        #expect(pauses.first == Int(YieldRecord.pause))
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $1 == min($0 * 2, Int(YieldRecord.longestPause)) })
        #expect(pauses.last == Int(YieldRecord.longestPause))
        record.add(absence: Self.short, found: 8)
        record.add(absence: Self.long, found: 0)
        #expect(pause(&record) == Int(YieldRecord.pause), "clients are back: the next stranger is a new one")
    }
}
