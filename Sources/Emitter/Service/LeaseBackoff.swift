/// The time for which an emitter that has given up a lease leaves the lease to other emitters. Repeated pauses because of refused packets become
/// longer, because every lease uses up a block of counts.
struct LeaseBackoff: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The longest pause.
    private static let longest = Duration.seconds(30)
    /// The time for which an emitter that gave up a lease because it did not receive its own packets is not recorded as a standby.
    private static let suspicion = Duration.seconds(60)

    private var end: Instant?
    private var suspicionEnd: Instant?
    private var last: (length: Duration, begin: Instant)?
    /// Whether to open new sockets before the next lease is taken.
    var needsSockets = false

    /// Records that the lease was given up, and begins a pause: one term of a lease after a fault of the interface, otherwise two. After refused
    /// packets, a pause that begins within a minute after the beginning of the last is twice as long as the last, up to `longest`.
    mutating func begin(because fault: LinkHealth.Fault, at now: Instant) {
        needsSockets = true
        switch fault {
        case .interface: end = now + LeaseStore.term
        case .unheard:
            end = now + LeaseStore.term * 2
            suspicionEnd = now + Self.suspicion
        case .refused:
            var length = LeaseStore.term * 2
            if let last, now - last.begin < Self.longest * 2 { length = min(last.length * 2, Self.longest) }
            last = (length, now)
            end = now + length
        }
    }

    /// Records that the interface has failed. The lease can be taken as soon as the interface works again.
    mutating func interfaceFailed() {
        (end, last) = (nil, nil)
        needsSockets = true
    }

    func isOver(at now: Instant) -> Bool { end.map { now >= $0 } ?? true }

    /// Returns whether this emitter recently gave up a lease because it did not receive its own packets, and so is no better than a failing holder.
    func isSuspect(at now: Instant) -> Bool { suspicionEnd.map { now < $0 } ?? false }
}
