import Multicast

/// The health of the link for one tenant's packets, judged by the results of sending, the state of the interface, and the packets
/// that come back through multicast loopback. The clock is passed in.
struct LinkHealth: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The time for which packets may fail before the lease is given up. A standby has the rest of the two seconds.
    static let tolerance = Duration.seconds(1)
    /// The smallest number of packets for a judgement, because a process that was stopped has sent none.
    private static let leastPackets = 5

    enum Fault: Sendable, Hashable {
        /// The kernel refuses packets, with errno.
        case refused(code: Int32)
        /// The interface cannot send, although sendto(2) may succeed.
        case interface(InterfaceCondition)
        /// No packets of the own group come back, so receivers on this machine, and perhaps elsewhere, get none.
        case unheard
    }

    private var refusal: (since: Instant, code: Int32, count: Int)?
    private var condition: (since: Instant, InterfaceCondition)?
    private var silence: (since: Instant, count: Int)?

    /// Records that the kernel accepted a packet.
    mutating func sent(at now: Instant) {
        refusal = nil
        silence = (silence?.since ?? now, (silence?.count ?? 0) + 1)
    }

    /// Records that the kernel refused a packet.
    mutating func refused(code: Int32, at now: Instant) {
        refusal = (refusal?.since ?? now, code, (refusal?.count ?? 0) + 1)
        silence = nil
    }

    /// Records that a packet of the own group was received.
    mutating func heard() { silence = nil }

    /// Records the state of the interface.
    mutating func saw(_ condition: InterfaceCondition, at now: Instant) {
        guard condition != .working else { return self.condition = nil }
        self.condition = (self.condition?.since ?? now, condition)
    }

    /// The current fault, from its first sign on; `nil` if the link works.
    func fault(at now: Instant) -> Fault? {
        if let condition { return .interface(condition.1) }
        if let refusal { return .refused(code: refusal.code) }
        guard let silence, silence.count >= Self.leastPackets, now - silence.since >= Self.tolerance else { return nil }
        return .unheard
    }

    /// The fault that has lasted so long that the lease must be given up, even without a standby. `unheard` is not among them,
    /// because the packets may still reach the hall; that lease is given up only to a standby.
    func breakdown(at now: Instant) -> Fault? {
        if let condition, now - condition.since >= Self.tolerance { return .interface(condition.1) }
        if let refusal, refusal.count >= Self.leastPackets, now - refusal.since >= Self.tolerance {
            return .refused(code: refusal.code)
        }
        return nil
    }
}
