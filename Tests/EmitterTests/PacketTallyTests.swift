import Testing

@testable import Emitter

@Suite struct PacketTallyTests {
    private let start = ContinuousClock.now

    @Test func theReportOfAMinuteCountsThePacketsSinceThePreviousReport() {
        var tally = PacketTally(since: start)
        for _ in 0..<5 { tally.sent(at: start) }
        tally.dropped()
        let early = tally.report(at: start + .seconds(59))
        let first = tally.report(at: start + .seconds(60))
        let again = tally.report(at: start + .seconds(61))
        tally.sent(at: start)
        let second = tally.report(at: start + .seconds(120))
        #expect(early == nil && again == nil)
        #expect(first?["sent"]?.description == "5" && first?["dropped"]?.description == "1")
        #expect(second?["sent"]?.description == "1" && second?["dropped"]?.description == "0")
    }

    @Test func sendingIsBrokenAfterTenFailuresInARowUntilAPacketIsSent() {
        var tally = PacketTally(since: start)
        for _ in 0..<9 { tally.dropped() }
        tally.sent(at: start)
        for _ in 0..<9 { tally.dropped() }
        #expect(!tally.isBroken)
        tally.dropped()
        #expect(tally.isBroken)
        tally.dropped()
        #expect(tally.isBroken)
        tally.sent(at: start)
        #expect(!tally.isBroken)
    }
}
