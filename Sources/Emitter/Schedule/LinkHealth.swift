import Multicast

/// Whether the packets of one tenant get out, judged by what the system says of each packet and of the interface, and by what
/// comes back through multicast loopback. The clock is passed in.
struct LinkHealth: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// How long packets may fail before the lease is given up. A standby then has the rest of the two seconds.
    static let tolerance = Duration.seconds(1)
    /// How many packets a judgement needs at least: a process that was stopped for a while has sent none.
    private static let leastPackets = 5

    enum Fault: Sendable, Hashable {
        /// The system refuses the packets, with errno.
        case refused(code: Int32)
        /// The interface cannot send, whatever sendto(2) says.
        case interface(InterfaceCondition)
        /// Nothing of the own group comes back: no receiver of this machine hears it, and perhaps none beyond.
        case unheard
    }

    private var refusal: (since: Instant, code: Int32, count: Int)?
    private var condition: (since: Instant, InterfaceCondition)?
    private var silence: (since: Instant, count: Int)?

    /// The system took a packet.
    mutating func sent(at now: Instant) {
        refusal = nil
        silence = (silence?.since ?? now, (silence?.count ?? 0) + 1)
    }

    /// The system refused a packet.
    mutating func refused(code: Int32, at now: Instant) {
        refusal = (refusal?.since ?? now, code, (refusal?.count ?? 0) + 1)
        silence = nil
    }

    /// A packet of the own group came in.
    mutating func heard() { silence = nil }

    /// The interface was looked at.
    mutating func saw(_ condition: InterfaceCondition, at now: Instant) {
        guard condition != .working else { return self.condition = nil }
        self.condition = (self.condition?.since ?? now, condition)
    }

    /// What is wrong, from the first sign on; `nil` for a sound link.
    func fault(at now: Instant) -> Fault? {
        if let condition { return .interface(condition.1) }
        if let refusal { return .refused(code: refusal.code) }
        guard let silence, silence.count >= Self.leastPackets, now - silence.since >= Self.tolerance else { return nil }
        return .unheard
    }

    /// The fault that has lasted so long that the lease is to be given up, whoever may take it. A link that is merely unheard
    /// may reach the hall all the same: that one is given up only where a standby could do better.
    func breakdown(at now: Instant) -> Fault? {
        if let condition, now - condition.since >= Self.tolerance { return .interface(condition.1) }
        if let refusal, refusal.count >= Self.leastPackets, now - refusal.since >= Self.tolerance {
            return .refused(code: refusal.code)
        }
        return nil
    }
}
