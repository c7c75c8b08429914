/// When a packet goes out, and of which kind (spec D3): a slot every 100 ms; a change at once and twice more within
/// 40 ms, as a cheap repair; a PUSH for every nine measure packets while there is a message.
///
/// Changes in quick succession share the packets between the slots: at most `extraBurst` of them in a row and 40 a second, so
/// that a follower that moves hundreds of times a second never makes more than fifty packets of it (RFC 8085 §3.1.3).
/// Every packet carries the newest position, so the last one is always heard.
///
/// A pure state machine: the clock is passed in.
struct EmissionSchedule: Sendable {
    typealias Instant = ContinuousClock.Instant

    enum Turn: Sendable, Hashable {
        case measure, push
    }

    static let slot = Duration.milliseconds(100)
    /// After a change, counted from it.
    static let repairs: [Duration] = [.zero, .milliseconds(20), .milliseconds(40)]
    /// «One out of every 10 or so packets» (spec N23): in steady air that is every tenth slot. Packets are counted
    /// and not slots, since changes add packets between the slots.
    static let measuresBetweenPushes = 9
    /// Between two packets outside of the slots, over a length of time.
    static let extraInterval = Duration.milliseconds(25)
    /// As many may follow each other faster than that: two changes with their repairs.
    static let extraBurst = 6

    private var nextSlot: Instant
    private var nextRepairs: [Instant] = []
    private var measuresSincePush = measuresBetweenPushes
    /// The theoretical arrival time of the generic cell rate algorithm (ITU-T I.371) for packets outside of the slots.
    private var arrival: Instant

    /// The first slot is now.
    init(startingAt now: Instant) {
        nextSlot = now
        arrival = now
    }

    /// When to ask for a turn again.
    var due: Instant {
        guard let repair = nextRepairs.first else { return nextSlot }
        return min(nextSlot, max(repair, arrival - Self.extraInterval * (Self.extraBurst - 1)))
    }

    /// The position has changed.
    mutating func positionChanged(at now: Instant) { nextRepairs = Self.repairs.map { now + $0 } }

    /// There is a new message: its first packet is due now, unless another message had the air within the last
    /// nine packets.
    mutating func messageChanged(at now: Instant) {
        if measuresSincePush >= Self.measuresBetweenPushes { nextSlot = now }
    }

    /// What is to be sent now, or `nil` when it is too early. Turns that were missed are not made up for.
    mutating func turn(at now: Instant, hasMessage: Bool) -> Turn? {
        guard due <= now else { return nil }
        if nextSlot <= now {
            nextSlot = nextSlot + Self.slot > now ? nextSlot + Self.slot : now + Self.slot
            if hasMessage, measuresSincePush >= Self.measuresBetweenPushes {
                measuresSincePush = 0
                return .push
            }
        } else {
            arrival = max(arrival, now) + Self.extraInterval
        }
        nextRepairs.removeAll { $0 <= now }
        measuresSincePush += 1
        return .measure
    }
}
