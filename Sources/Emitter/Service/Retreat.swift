/// How long an emitter that gave a lease up leaves it to others.
///
/// After a fault that cannot be seen to be mended, each retreat is twice as long as the last one: every lease uses up a
/// block of counts. The clock is passed in.
struct Retreat: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The longest of all: a hall without any other emitter is silent for so long after the fault is mended.
    private static let longest = Duration.seconds(30)
    /// How long an emitter that did not hear itself is no better than another one.
    private static let suspicion = Duration.seconds(60)

    private var end: Instant?
    private var suspicionEnd: Instant?
    private var last: (length: Duration, begin: Instant)?
    /// Whether the sockets are to be opened anew before the next lease.
    var needsSockets = false

    /// The lease was given up.
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

    /// The interface does not work: as soon as it does, the retreat is over.
    mutating func interfaceFailed() {
        (end, last) = (nil, nil)
        needsSockets = true
    }

    func isOver(at now: Instant) -> Bool { end.map { now >= $0 } ?? true }

    /// Whether it did not hear itself a short while ago: then a holder in trouble should not let go in its favour.
    func isSuspect(at now: Instant) -> Bool { suspicionEnd.map { now < $0 } ?? false }
}
