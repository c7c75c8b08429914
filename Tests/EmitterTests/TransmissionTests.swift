import Testing

@testable import Emitter

@Suite struct TransmissionTests {
    private let start = ContinuousClock.now
    private let first = LivePosition(name: "Brahms, Symphony No. 4: 1", measure: 1)
    private let second = LivePosition(name: "Brahms, Symphony No. 4: 1", measure: 2)
    private let grant = LeaseGrant(epoch: 3, reserved: 30_000)

    @Test func anEmitterWithoutALeaseSendsNoPackets() {
        var transmission = Transmission(now: start)
        transmission.show(LiveState(position: first), at: start)
        #expect(transmission.due == nil)
        let packet = transmission.packet(at: start)
        #expect(packet == nil)
    }

    @Test func noPacketsAreSentForAConcertOffTheAir() {
        var transmission = Transmission(now: start)
        transmission.leaseTaken(grant, term: at(1200), at: start)
        #expect(transmission.due == nil)
        transmission.show(LiveState(position: first), at: start)
        #expect(!packets(&transmission, 0...200).isEmpty)
        transmission.show(LiveState(position: nil, messages: [message(1)]), at: at(201))
        #expect(transmission.due == nil)
        #expect(packets(&transmission, 201...1000).isEmpty)
    }

    /// Spec N19.
    @Test func packetsAreCountedFromTheFirstReservedCountOfTheLease() {
        var transmission = onAir()
        #expect(
            packets(&transmission, 0...100) == [
                "Brahms, Symphony No. 4: 1; 1 : 20001", "Brahms, Symphony No. 4: 1; 1 : 20002",
                "Brahms, Symphony No. 4: 1; 1 : 20003", "Brahms, Symphony No. 4: 1; 1 : 20004",
            ])
    }

    @Test func everyPacketAfterAChangeHasTheNewPosition() {
        var transmission = onAir()
        _ = packets(&transmission, 0...250)
        transmission.show(LiveState(position: second), at: at(255))
        #expect(transmission.due == at(255))
        #expect(packets(&transmission, 255...1000).allSatisfy { $0.contains("; 2 : ") })
    }

    @Test func aPositionInANotificationIsSentAtOnceAndNotReplacedByAnOlderReading() {
        var transmission = onAir()
        _ = packets(&transmission, 0...250)
        let mark = transmission.readingMark
        transmission.notified(PositionNotice(revision: 2, position: second, showsPosition: true), at: at(255))
        #expect(transmission.due == at(255))
        #expect(packets(&transmission, 255...255).allSatisfy { $0.contains("; 2 : ") })
        // The reading was under way, and has the position before the move.
        transmission.show(LiveState(revision: 1, position: first), readSince: mark, at: at(256))
        #expect(packets(&transmission, 256...1000).allSatisfy { $0.contains("; 2 : ") })
    }

    @Test func aBlackoutInANotificationStopsThePackets() {
        var transmission = onAir()
        _ = packets(&transmission, 0...250)
        transmission.notified(PositionNotice(revision: 2, position: first, showsPosition: false), at: at(255))
        #expect(packets(&transmission, 255...1000).isEmpty)
        transmission.notified(PositionNotice(revision: 3, position: first, showsPosition: true), at: at(1005))
        #expect(packets(&transmission, 1005...1005).count == 1)
    }

    @Test func readingTheSameStateAgainAddsNoPackets() {
        var transmission = onAir()
        _ = packets(&transmission, 0...250)
        transmission.show(LiveState(position: first), at: at(255))
        #expect(transmission.due == at(300))
    }

    @Test func aMessageIsSentAgainUnchangedUntilItEnds() {
        var transmission = onAir()
        _ = packets(&transmission, 0...50)
        transmission.show(LiveState(position: first, messages: [message(1, validity: .milliseconds(2500))]), at: at(60))
        let all = packets(&transmission, 60...6000)
        let pushes = all.filter { $0.hasPrefix("PUSH") }
        #expect(pushes == ["PUSH|1|b|AUTO||", "PUSH|1|b|AUTO||", "PUSH|1|b|AUTO||"])
    }

    @Test func messagePacketsDoNotUseUpCounts() {
        var transmission = onAir()
        transmission.show(LiveState(position: first, messages: [message(1)]), at: start)
        let counts = packets(&transmission, 0...3000).compactMap { MeasurePacket.count(in: Array($0.utf8)) }
        #expect(counts == Array(20_001..<20_001 + Int32(counts.count)))
    }

    @Test func severalValidMessagesAreSentInTurn() {
        var transmission = onAir()
        transmission.show(LiveState(position: first, messages: [message(1), message(2), message(3)]), at: start)
        let all = packets(&transmission, 0...12_000).filter { $0.hasPrefix("PUSH") }
        #expect(all.count == 13)
        for number in 1...3 { #expect((4...5).contains(all.count { $0 == "PUSH|\(number)|b|AUTO||" })) }
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func aNewMessageIsSentThreeTimesBeforeOlderMessagesFollow() {
        var transmission = onAir()
        transmission.show(LiveState(position: first, messages: [message(1)]), at: start)
        _ = packets(&transmission, 0...5000)
        transmission.show(LiveState(position: first, messages: [message(1), message(2)]), at: at(5001))
        let all = packets(&transmission, 5001...12_000).filter { $0.hasPrefix("PUSH") }
        #expect(all.prefix(3) == ["PUSH|2|b|AUTO||", "PUSH|2|b|AUTO||", "PUSH|2|b|AUTO||"])
        #expect(all.dropFirst(3).contains("PUSH|1|b|AUTO||"))
    }

    /// A link of 40 s, then a notice of 3 s: the notice is sent first, and then the link again.
    @Test func aLongMessageContinuesAfterAShorterNewerMessage() {
        var transmission = onAir()
        transmission.show(
            LiveState(position: first, messages: [message(1, validity: .seconds(40))]), at: start)
        _ = packets(&transmission, 0...4500)
        let both = [
            message(1, validity: .milliseconds(35_500)), message(2, validity: .seconds(3)),
        ]
        transmission.show(LiveState(position: first, messages: both), at: at(4501))
        let all = packets(&transmission, 4501...60_000).filter { $0.hasPrefix("PUSH") }
        #expect(all.count { $0 == "PUSH|2|b|AUTO||" } == 3)
        #expect(all.prefix(3).allSatisfy { $0 == "PUSH|2|b|AUTO||" })
        #expect(all.dropFirst(3).count { $0 == "PUSH|1|b|AUTO||" } > 25)
    }

    @Test func aShortMessageIsSentThreeTimesEvenIfItEndsEarlier() {
        var transmission = onAir()
        let short = (1...4).map { message(Int64($0), validity: .milliseconds(500)) }
        transmission.show(LiveState(position: first, messages: short), at: start)
        let over = (1...4).map { message(Int64($0), validity: .zero) }
        _ = packets(&transmission, 0...600)
        transmission.show(LiveState(position: first, messages: over), at: at(600))
        let all = packets(&transmission, 601...30_000).filter { $0.hasPrefix("PUSH") }
        // The first packet of the first message was sent before this span.
        #expect(all.count == 11)
    }

    /// The database was unavailable for longer than the message was valid.
    @Test func aMessageThatExpiredBeforeTheEmitterReadItIsSentThreeTimes() {
        var transmission = onAir()
        _ = packets(&transmission, 0...500)
        let late = [message(1, validity: .zero), message(2, validity: .zero, isWithdrawn: true)]
        transmission.show(LiveState(position: first, messages: late), at: at(501))
        let all = packets(&transmission, 501...20_000).filter { $0.hasPrefix("PUSH") }
        #expect(all == ["PUSH|1|b|AUTO||", "PUSH|1|b|AUTO||", "PUSH|1|b|AUTO||"])
    }

    @Test func aMessageThatExpiredBeforeTheEmitterStartedIsNotSent() {
        var transmission = Transmission(now: start)
        transmission.leaseTaken(grant, term: at(1200), at: start)
        transmission.show(LiveState(position: first, messages: [message(1, validity: .zero)]), at: start)
        transmission.show(LiveState(position: first, messages: [message(1, validity: .zero)]), at: at(400))
        #expect(packets(&transmission, 0...5000).allSatisfy { !$0.hasPrefix("PUSH") })
    }

    @Test func duringABlackoutOnlyMessagesAreSent() {
        var transmission = onAir()
        _ = packets(&transmission, 0...200)
        transmission.show(
            LiveState(position: second, showsPosition: false, messages: [message(1)]), at: at(250))
        let dark = packets(&transmission, 250...5000)
        #expect(Set(dark) == ["PUSH|1|b|AUTO||"])
        #expect(dark.count >= 4)
        transmission.show(LiveState(position: second, messages: [message(1)]), at: at(5001))
        #expect(packets(&transmission, 5001...5010).first?.contains("; 2 : ") == true)
    }

    // MARK: Spec Decided 26

    @Test func anEmitterThatLostItsLeaseSendsUntilItReceivesAPacketOfItsSuccessor() {
        var transmission = onAir()
        _ = packets(&transmission, 0...500)
        transmission.superseded(until: at(1701))
        #expect(transmission.lease == nil)
        #expect(packets(&transmission, 501...900).count == 4)
        let hasEnded = transmission.received(Array("x; 1 : 30001".utf8), at: at(910))
        #expect(hasEnded)
        #expect(packets(&transmission, 910...3000).isEmpty)
    }

    @Test func anEmitterThatLostItsLeaseSendsForAtMostOneTerm() {
        var transmission = onAir()
        _ = packets(&transmission, 0...500)
        transmission.superseded(until: at(1701))
        // Each reading of the lease row repeats this call, which does not change the end.
        transmission.superseded(until: at(9999))
        #expect(packets(&transmission, 501...1700).count == 12)
        #expect(packets(&transmission, 1701...5000).isEmpty)
        #expect(transmission.epoch == nil)
    }

    @Test func aWithdrawnMessageIsNotSentAgain() {
        var transmission = onAir()
        transmission.show(LiveState(position: first, messages: [message(1)]), at: start)
        _ = packets(&transmission, 0...500)
        transmission.show(
            LiveState(position: first, messages: [message(1, validity: .zero, isWithdrawn: true)]), at: at(501))
        #expect(packets(&transmission, 501...4000).allSatisfy { !$0.hasPrefix("PUSH") })
    }

    @Test func anEmitterContinuesToSendAfterTheTermOfItsLease() {
        var transmission = onAir()
        #expect(packets(&transmission, 0...60_000).count > 590)
        #expect(transmission.epoch == 3)
    }

    @Test(arguments: [
        (1100, "x; 1 : 99999", false), (1300, "x; 1 : 99999", true), (1300, "x; 1 : 20001", false),
        (1300, "PUSH|a|b : 99999|AUTO||", false), (1300, "nonsense", false),
    ])
    func receivingAHigherCountEndsALeaseThatIsPastItsTerm(time: Int, datagram: String, ends: Bool) {
        var transmission = onAir()
        _ = packets(&transmission, 0...1000)
        let hasEnded = transmission.received(Array(datagram.utf8), at: at(time))
        #expect(hasEnded == ends)
        #expect(packets(&transmission, time...time + 300).isEmpty == ends)
        #expect((transmission.epoch == nil) == ends)
    }

    @Test func receivingItsOwnPacketsDoesNotEndTheLeaseOfAnEmitter() {
        var transmission = onAir()
        for packet in packets(&transmission, 0...3000) {
            let hasEnded = transmission.received(Array(packet.utf8), at: at(3000))
            #expect(!hasEnded)
        }
    }

    @Test func aRenewalAfterTheEndOfTheLeaseIsIgnored() {
        var transmission = onAir()
        let hasEnded = transmission.received(Array("x; 1 : 99999".utf8), at: at(1300))
        #expect(hasEnded)
        transmission.renewed(LeaseGrant(epoch: 3, reserved: 40_000), term: at(9000))
        #expect(packets(&transmission, 1300...2000).isEmpty)
        transmission.leaseTaken(LeaseGrant(epoch: 7, reserved: 120_000), term: at(9000), at: at(2000))
        #expect(packets(&transmission, 2000...2000) == ["Brahms, Symphony No. 4: 1; 1 : 110001"])
    }

    @Test func receivingAHigherCountDoesNotEndARenewedLease() {
        var transmission = onAir()
        transmission.renewed(LeaseGrant(epoch: 3, reserved: 40_000), term: at(2000))
        let hasEnded = transmission.received(Array("x; 1 : 99999".utf8), at: at(1300))
        #expect(!hasEnded)
    }

    @Test func anEmitterThatGaveUpItsLeaseSendsUntilItReceivesItsSuccessor() {
        var transmission = onAir()
        _ = packets(&transmission, 0...300)
        transmission.relinquish()
        #expect(packets(&transmission, 301...500).count == 2)
        let hasEnded = transmission.received(Array("x; 1 : 30001".utf8), at: at(510))
        #expect(hasEnded)
        #expect(packets(&transmission, 510...900).isEmpty)
    }

    @Test func anotherBlockOfCountsIsRequestedAfterTheFirstPacket() {
        var transmission = onAir()
        #expect(transmission.countsWanted == 0)
        _ = packets(&transmission, 0...0)
        #expect(transmission.countsWanted == 10_000)
        transmission.renewed(LeaseGrant(epoch: 3, reserved: 40_000), term: at(2000))
        #expect(transmission.countsWanted == 0)
    }

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    private func message(
        _ id: Int64, validity: Duration = .seconds(60), isWithdrawn: Bool = false
    ) -> AudienceMessage {
        AudienceMessage(
            id: id, packet: PushPacket(title: "\(id)", body: "b", style: .automatic, repeatNumber: 0),
            validity: validity, isWithdrawn: isWithdrawn)
    }

    /// Returns a transmission that holds a lease with a term of 1.2 s.
    private func onAir() -> Transmission {
        var transmission = Transmission(now: start)
        transmission.leaseTaken(grant, term: at(1200), at: start)
        transmission.show(LiveState(position: first), at: start)
        return transmission
    }

    /// Returns the packets sent in a span, one millisecond at a time.
    private func packets(_ transmission: inout Transmission, _ span: ClosedRange<Int>) -> [String] {
        var packets: [String] = []
        for millisecond in span {
            while let packet = transmission.packet(at: at(millisecond)) {
                packets.append(String(decoding: packet, as: UTF8.self))
            }
        }
        return packets
    }
}
