import ConcertNotes
import Emitter

/// What must hold at every moment of a concert. The first violation is kept.
struct ConcertInvariants {
    private(set) var violation: String?
    private var places = Places()
    private var lastCounts: [Int64: Int32] = [:]
    private var packets: [Int64: Int] = [:]
    private var acknowledged: [Int64: DatabaseModel.Change] = [:]
    private var presses: [String: Int64] = [:]
    /// The revisions of lost moves, by their keys.
    private var lostPresses: [String: Int64] = [:]
    private var lostAt: Int64?
    /// The time by which the database's clock was set forward since the loss, in milliseconds.
    private var skipped: Int64 = 0
    private var losses = 0
    private var leader = LiveArbiter.Leader.person

    mutating func fail(_ text: String, at now: Int64) {
        if violation == nil { violation = "\(now) ms: \(text)" }
    }

    /// Returns the number of a place that is read from a packet or an event.
    mutating func number(ofPlace name: String) -> Int { places.number(of: name) }

    /// Returns the number of the place of a change.
    mutating func number(ofPlaceIn change: DatabaseModel.Change) -> Int {
        places.number(of: "\(change.position.piece); \(change.position.measure)")
    }

    /// The text of the place with a number.
    func name(ofPlace number: Int) -> String { places.names[number] }

    /// Takes a committed change: a press counts once, and a held concert moves only by a person.
    mutating func committed(
        _ change: DatabaseModel.Change, after before: DatabaseModel.Change, arbiter: LiveArbiter, at now: Int64
    ) {
        places.isSet[number(ofPlaceIn: change)] = true
        if presses.updateValue(change.position.revision, forKey: change.key) != nil {
            fail("the press \(change.key) counts twice", at: now)
        }
        if before.position.state == .held, change.position.source == .auto || change.position.source == .follower {
            fail("a program moves a held concert", at: now)
        }
    }

    /// Takes a change of the database's clock, in milliseconds.
    mutating func clockJumped(by change: Int64) { skipped += max(0, change) }

    /// Takes the state of the arbiter: after a loss, the follower leads again no sooner than after the doubled probation. The arbiter measures the
    /// probation by the database's clock, so that a clock that is set forward shortens the wait.
    ///
    /// - Parameter isReset: whether a person has decided.
    mutating func arbiter(_ arbiter: LiveArbiter, isReset: Bool, at now: Int64) {
        if isReset { (lostAt, losses) = (nil, 0) }
        if leader == .follower, arbiter.leader != .follower, !isReset {
            (lostAt, skipped, losses) = (now, 0, losses + 1)
        }
        if leader != .follower, arbiter.leader == .follower, let lostAt {
            let (passed, least) = (now - lostAt + skipped, min(30_000, 3000 << Int64(min(losses, 8))))
            if passed < least {
                fail("the follower leads again \(passed) ms after loss \(losses), before \(least) ms", at: now)
            }
        }
        leader = arbiter.leader
    }

    /// Takes a packet that is sent: counts rise, an ended epoch is silent, and the packet has the state that the emitter has read.
    mutating func sent(
        _ packet: ReceivedPacket, epoch: Int64, state: Emitter.LivePosition, at now: Int64
    ) {
        if packet.place != number(ofPlace: "\(state.name); \(state.measure)") {
            fail(
                "epoch \(epoch) sends \"\(name(ofPlace: packet.place))\" after it has read \"\(state.name); \(state.measure)\"",
                at: now)
        }
        if let last = lastCounts[epoch], packet.count <= last {
            fail("epoch \(epoch) sends count \(packet.count) after \(last)", at: now)
        }
        for (other, last) in lastCounts where other < epoch && last >= packet.count {
            fail(
                "epoch \(epoch) sends count \(packet.count), which is not above count \(last) of epoch \(other)",
                at: now)
        }
        for (other, count) in packets where other > epoch && count >= 60 {
            fail("epoch \(epoch) is heard after \(count) packets of epoch \(other)", at: now)
        }
        lastCounts[epoch] = packet.count
        packets[epoch, default: 0] += 1
        if lastCounts.count > 4, let oldest = lastCounts.keys.min() {
            lastCounts[oldest] = nil
            packets[oldest] = nil
        }
    }

    /// Takes what a phone shows: only places that were set.
    mutating func shown(_ place: Int, by phone: @autoclosure () -> String, at now: Int64) {
        if !places.isSet[place] { fail("\(phone()) shows \"\(name(ofPlace: place))\", which nobody has set", at: now) }
    }

    mutating func acknowledged(_ change: DatabaseModel.Change) {
        // The answer may arrive after the loss.
        if lostPresses[change.key] != change.position.revision { acknowledged[change.position.revision] = change }
    }

    /// Takes the changes that a fail-over without synchronous replication has lost, with the leader that the database has now. A lost press may be
    /// pressed again.
    mutating func lost(_ changes: [DatabaseModel.Change], leader: LiveArbiter.Leader) {
        for change in changes {
            presses[change.key] = nil
            lostPresses[change.key] = change.position.revision
            acknowledged[change.position.revision] = nil
        }
        (self.leader, lostAt, losses) = (leader, nil, 0)
    }

    /// Compares the acknowledged steps with the log: none is lost, except by a fail-over without synchronous replication.
    mutating func log(_ log: [DatabaseModel.Change], at now: Int64) {
        for (revision, change) in acknowledged {
            guard let found = log.last(where: { $0.position.revision <= revision }), found.key == change.key else {
                fail("the acknowledged revision \(revision) is lost", at: now)
                return
            }
        }
        acknowledged.removeAll(keepingCapacity: true)
    }

    mutating func begin(_ change: DatabaseModel.Change) { places.isSet[number(ofPlaceIn: change)] = true }
}

/// The places of a concert, numbered in the order in which they are first named. Phones receive millions of packets, and comparing numbers is
/// much faster than comparing texts.
private struct Places {
    private(set) var names: [String] = []
    private var numbers: [String: Int] = [:]
    /// Whether a person or a program has set each place.
    var isSet: [Bool] = []

    mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        numbers[name] = names.count
        names.append(name)
        isSet.append(false)
        return names.count - 1
    }
}
