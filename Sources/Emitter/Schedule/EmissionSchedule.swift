/// The schedule of the times and kinds of packets (spec D3), a pure state machine.
///
/// There is a slot every 100 ms. A change of the position is sent immediately and twice more within 40 ms, in case a packet is lost. While there is
/// a message, the next slot after nine measure packets is for a PUSH packet.
///
/// Packets between the slots are limited, so that frequent changes cause only about fifty packets per second (RFC 8085 §3.1.3).
struct EmissionSchedule: Sendable {
    typealias Instant = ContinuousClock.Instant

    enum Turn: Sendable, Hashable {
        case measure, push
    }

    static let slot = Duration.milliseconds(100)
    /// The times of the packets of a change, relative to the change.
    static let repairs: [Duration] = [.zero, .milliseconds(20), .milliseconds(40)]
    /// The minimum number of measure packets between two PUSH packets: "One out of every 10 or so packets" (spec N23). Packets are counted instead of
    /// slots, because changes add packets between the slots.
    static let measuresBetweenPushes = 9
    /// The shortest average interval between packets outside the slots.
    static let extraInterval = Duration.milliseconds(25)
    /// The number of packets outside the slots that may follow each other faster: those of two changes.
    static let extraBurst = 6

    private var nextSlot: Instant
    private var nextRepairs: [Instant] = []
    private var measuresSincePush = measuresBetweenPushes
    /// The theoretical arrival time of the generic cell rate algorithm (ITU-T I.371) for packets outside the slots.
    private var arrival: Instant

    /// Creates a schedule whose first slot is `now`.
    init(startingAt now: Instant) {
        nextSlot = now
        arrival = now
    }

    /// The time of the next turn.
    var due: Instant {
        guard let repair = nextRepairs.first else { return nextSlot }
        return min(nextSlot, max(repair, arrival - Self.extraInterval * (Self.extraBurst - 1)))
    }

    /// Records a change of the position. Its packets are due at the times in `repairs`, and replace those of an earlier change.
    mutating func positionChanged(at now: Instant) { nextRepairs = Self.repairs.map { now + $0 } }

    /// Records a new message. A PUSH packet is due immediately, unless fewer than nine measure packets have followed the last PUSH packet.
    mutating func messageChanged(at now: Instant) {
        if measuresSincePush >= Self.measuresBetweenPushes { nextSlot = now }
    }

    /// Returns the kind of packet to send now, and counts the packet as sent; `nil` if none is due. Missed slots are skipped. `hasMessage` states
    /// whether there is a message to send.
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
