import Multicast

/// The health of the link for one tenant's packets, judged by sending, by the interface, and by packets received back (multicast loopback).
struct LinkHealth: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The time for which packets may fail before the lease is given up. Packets must resume within two seconds.
    static let tolerance = Duration.seconds(1)
    /// The minimum number of packets from which the link is judged; a process that was suspended has sent too few.
    private static let leastPackets = 5

    enum Fault: Sendable, Hashable {
        /// The kernel refuses packets, most recently with this errno.
        case refused(code: Int32)
        /// The interface cannot send, although sendto(2) may succeed.
        case interface(InterfaceCondition)
        /// No packets of the emitter's own group are received, so receivers on this machine, and perhaps elsewhere, get none.
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

    /// Returns the current fault; `nil` for none. `unheard` counts only after `tolerance` and `leastPackets`, the others at once.
    func fault(at now: Instant) -> Fault? {
        if let condition { return .interface(condition.1) }
        if let refusal { return .refused(code: refusal.code) }
        guard let silence, silence.count >= Self.leastPackets, now - silence.since >= Self.tolerance else { return nil }
        return .unheard
    }

    /// Returns the fault that has lasted for `tolerance`, so that the lease must be given up even without a standby; `nil` for none. Never `unheard`,
    /// as the packets may still reach the audience.
    func breakdown(at now: Instant) -> Fault? {
        if let condition, now - condition.since >= Self.tolerance { return .interface(condition.1) }
        if let refusal, refusal.count >= Self.leastPackets, now - refusal.since >= Self.tolerance {
            return .refused(code: refusal.code)
        }
        return nil
    }
}
