import Multicast

/// The health of the link for one tenant's packets, judged by the results of sending, the state of the interface, and the
/// packets received back through multicast loopback. Callers pass the current time.
struct LinkHealth: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The time for which packets may fail before the lease is given up. A standby has the rest of the two seconds after which packets must resume.
    static let tolerance = Duration.seconds(1)
    /// The minimum number of packets for the fault `unheard` and for a breakdown because of refused packets. A process that was suspended has sent
    /// too few packets to judge the link.
    private static let leastPackets = 5

    enum Fault: Sendable, Hashable {
        /// The kernel refuses packets, most recently with this errno.
        case refused(code: Int32)
        /// The interface cannot send, although sendto(2) may succeed.
        case interface(InterfaceCondition)
        /// No packets of the emitter's own group are received, so receivers on this machine, and perhaps elsewhere, get no packets.
        case unheard
    }

    private var refusal: (since: Instant, code: Int32, count: Int)?
    private var condition: (since: Instant, InterfaceCondition)?
    private var silence: (since: Instant, count: Int)?

    /// Records that the kernel accepted a packet, which may still not leave the machine.
    mutating func sent(at now: Instant) {
        refusal = nil
        silence = (silence?.since ?? now, (silence?.count ?? 0) + 1)
    }

    /// Records that the kernel refused a packet.
    mutating func refused(code: Int32, at now: Instant) {
        refusal = (refusal?.since ?? now, code, (refusal?.count ?? 0) + 1)
        silence = nil
    }

    /// Records that a packet of the emitter's own group was received.
    mutating func received() { silence = nil }

    /// Records the state of the interface.
    mutating func record(_ condition: InterfaceCondition, at now: Instant) {
        guard condition != .working else { return self.condition = nil }
        self.condition = (self.condition?.since ?? now, condition)
    }

    /// Returns the current fault; `nil` for none. A fault of the interface and a refused packet count at once. `unheard` counts after `tolerance` and
    /// at least `leastPackets` packets.
    func fault(at now: Instant) -> Fault? {
        if let condition { return .interface(condition.1) }
        if let refusal { return .refused(code: refusal.code) }
        guard let silence, silence.count >= Self.leastPackets, now - silence.since >= Self.tolerance else { return nil }
        return .unheard
    }

    /// Returns the fault that has lasted so long that the lease must be given up, even without a standby; `nil` if there is none. `unheard` is never
    /// returned, because the packets may still reach the hall. With this fault, the lease is given up only to a standby.
    func breakdown(at now: Instant) -> Fault? {
        if let condition, now - condition.since >= Self.tolerance { return .interface(condition.1) }
        if let refusal, refusal.count >= Self.leastPackets, now - refusal.since >= Self.tolerance {
            return .refused(code: refusal.code)
        }
        return nil
    }
}
