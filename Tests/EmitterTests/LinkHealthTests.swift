import Multicast
import Testing

@testable import Emitter

@Suite struct LinkHealthTests {
    private let start = ContinuousClock.now

    @Test func aSecondInWhichAllPacketsFailIsABreakdown() {
        var health = LinkHealth()
        health.sent(at: start)
        health.received()
        for tenth in 1...10 { health.refused(code: 101, at: at(tenth * 100)) }
        #expect(health.fault(at: at(1000)) == .refused(code: 101))
        #expect(health.breakdown(at: at(1099)) == nil)
        #expect(health.breakdown(at: at(1100)) == .refused(code: 101))
        health.sent(at: at(1200))
        #expect(health.fault(at: at(1200)) == nil)
        #expect(health.breakdown(at: at(1200)) == nil)
    }

    /// A process that was stopped between two failures has not failed for a whole second.
    @Test func twoFailuresAMinuteApartAreNotABreakdown() {
        var health = LinkHealth()
        health.refused(code: 105, at: start)
        health.refused(code: 105, at: at(60_000))
        #expect(health.breakdown(at: at(60_000)) == nil)
    }

    @Test(arguments: [InterfaceCondition.missing, .down, .noCarrier])
    func anInterfaceThatFailsForASecondIsABreakdown(condition: InterfaceCondition) {
        var health = LinkHealth()
        health.record(condition, at: start)
        health.sent(at: at(500))
        health.record(condition, at: at(1000))
        #expect(health.fault(at: at(100)) == .interface(condition))
        #expect(health.breakdown(at: at(900)) == nil)
        #expect(health.breakdown(at: at(1000)) == .interface(condition))
        health.record(.working, at: at(1400))
        #expect(health.fault(at: at(1400)) != .interface(condition))
    }

    @Test func aSenderThatDoesNotReceiveItsOwnPacketsHasAFaultButNoBreakdown() {
        var health = LinkHealth()
        for tenth in 0...10 { health.sent(at: at(tenth * 100)) }
        #expect(health.fault(at: at(999)) == nil)
        #expect(health.fault(at: at(1000)) == .unheard)
        #expect(health.breakdown(at: at(60_000)) == nil)
        health.received()
        #expect(health.fault(at: at(60_000)) == nil)
    }

    @Test func theConditionOfANetworkInterfaceIsReadFromTheSystem() throws {
        #expect(InterfaceCondition(of: try #require(IPv4Address("127.0.0.1"))) == .working)
        #expect(InterfaceCondition(of: try #require(IPv4Address("192.0.2.1"))) == .missing)
    }

    @Test func thePauseAfterGivingUpALeaseDoublesWithEachFailure() {
        var backoff = LeaseBackoff()
        backoff.begin(because: .refused(code: 1), at: start)
        #expect(!backoff.isOver(at: at(2399)))
        #expect(backoff.isOver(at: at(2400)))
        backoff.begin(because: .refused(code: 1), at: at(4000))
        #expect(!backoff.isOver(at: at(4000 + 4799)))
        #expect(backoff.isOver(at: at(4000 + 4800)))
        backoff.interfaceFailed()
        #expect(backoff.isOver(at: at(4001)))
        backoff.begin(because: .unheard, at: at(9000))
        #expect(backoff.isSuspect(at: at(60_000)))
        #expect(!backoff.isSuspect(at: at(70_000)))
    }

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }
}
