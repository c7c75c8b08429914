import ConcertNotes
import Emitter
import HTTP

/// A concert of one seed: two servers, two emitters, 50 phones, two operators, a follower and the automatic advance, on modelled machines and
/// in virtual time. The rules are the product's own types. The same seed, length and script give the same concert.
final class ConcertSimulation {
    /// The number of phones of each kind.
    static let phones = 25
    /// The time after which a change must be on every connected phone.
    static let bound: Int64 = 2500
    /// The time after a fault in which leases, streams and requests recover.
    static let recovery: Int64 = 9000

    private let clock = VirtualClock()
    private let database: DatabaseModel
    private let planted: PlantedFault?
    @exclusivity(unchecked)
    private var random: SimulationRandom
    private var servers: [ServerModel] = []
    private var emitters: [EmitterModel] = []
    // Millions of packets are received. Checks of exclusive access to these three properties would take a tenth of the time.
    @exclusivity(unchecked)
    private var packetPhones = [PacketPhone](repeating: PacketPhone(), count: phones)
    private var streamPhones =
        [StreamPhone](repeating: StreamPhone(), count: phones)
        + [StreamPhone](repeating: StreamPhone(isOperator: true), count: 2)
    @exclusivity(unchecked)
    private var invariants = ConcertInvariants()
    /// The servers that had read a revision when a fail-over lost it.
    private var witnesses: [(server: Int, process: Int, revision: Int64)] = []
    private var faultEnd: Int64 = 0
    /// The end of the last fault other than a fail-over that loses moves, which leaves the streams open.
    private var otherFaultEnd: Int64 = 0
    private var lossEnd: Int64 = 0
    private var badUntil: Int64 = 0
    private var badPerMille: Int64 = 0
    private var followerSilentUntil: Int64 = 0
    private var followerUnsureUntil: Int64 = 0
    private var isBusy = [false, false]
    private var presses = 0
    private var personDecided = false
    /// The number of packets, stream events and committed changes.
    private(set) var packets = 0
    private(set) var events = 0
    /// The number of acknowledged or committed moves that fail-overs have lost.
    private(set) var lostMoves = 0
    private var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The first violation; `nil` if every invariant held.
    var violation: String? { invariants.violation }
    /// The result in one line, which is equal for equal concerts.
    var summary: String {
        "\(database.state.log.count) revisions, \(lostMoves) lost moves, \(packets) packets, \(events) events, lease epoch \(database.state.lease.epoch), "
            + "digest \(String(digest, radix: 16))"
    }

    init(seed: UInt64, script: ConcertScript, planted: PlantedFault? = nil) {
        self.planted = planted
        random = SimulationRandom(seed: seed)
        database = DatabaseModel(clock: clock, seed: seed, planted: planted)
        invariants.begin(database.newest)
        let (clock, database) = (clock, database)
        servers = (0...1).map { ServerModel(clock: clock, database: database, index: $0, planted: planted) }
        emitters = (0...1).map { EmitterModel(clock: clock, database: database, index: $0, planted: planted) }
        connect()
        for phone in streamPhones.indices { clock.after(random.below(1000)) { [unowned self] in open(phone) } }
        for line in script.lines { clock.after(line.at) { [unowned self] in apply(line.input) } }
        follow()
        moveNeighbour(to: 1)
        check()
    }

    deinit { clock.stop() }

    /// Runs the concert up to a time, or to the first violation.
    func run(until end: Int64) {
        clock.run(until: end) { invariants.violation == nil }
    }

    private func connect() {
        for (index, server) in servers.enumerated() {
            server.publish = { [unowned self] events in
                let received = read(events)
                for phone in streamPhones.indices where streamPhones[phone].server == index {
                    deliver(received, to: phone)
                }
            }
            server.decided = { [unowned self] in personDecided = true }
            server.ended = { [unowned self] in
                for phone in streamPhones.indices where streamPhones[phone].server == index { drop(phone) }
            }
        }
        for emitter in emitters {
            emitter.send = { [unowned self] in multicast($0, epoch: $1, state: $2) }
        }
        database.notify = { [unowned self] payload in
            for server in servers { clock.after(1 + random.below(3)) { server.notified() } }
            let history = database.history
            for emitter in emitters { clock.after(1 + random.below(3)) { emitter.notified(payload, in: history) } }
        }
        database.lost = { [unowned self] changes in
            lostMoves += changes.count
            invariants.lost(changes, leader: database.state.arbiter.leader)
            personDecided = true
            let remaining = database.newest.position.revision
            for (index, server) in servers.enumerated() where server.isUp && server.feed.revision > remaining {
                witnesses.append((index, server.process, server.feed.revision))
            }
        }
        database.committed = { [unowned self] change in
            let before = database.state.log[max(0, database.state.log.count - 2)]
            invariants.committed(change, after: before, arbiter: database.state.arbiter, at: clock.now)
            if change.position.source == .operator { personDecided = true }
            mix(UInt64(change.ordinal))
        }
    }

    private func mix(_ value: UInt64) { digest = (digest ^ value ^ UInt64(clock.now)) &* 0x100_0000_01B3 }

    // MARK: The network

    private func isLost() -> Bool { random.chance(clock.now < badUntil ? badPerMille : 3) }

    /// Sends a datagram to the phones and emitters: most get it at once, some late, twice or never.
    private func multicast(_ datagram: [UInt8], epoch: Int64, state: Emitter.LivePosition) {
        guard let packet = ReceivedPacket(datagram, numberOfPlace: { invariants.number(ofPlace: $0) }) else { return }
        packets += 1
        mix(UInt64(packet.count))
        invariants.sent(packet, epoch: epoch, state: state, at: clock.now)
        // One bit for each phone that receives the packet at once.
        var prompt: UInt32 = 0
        for phone in 0..<Self.phones where clock.now >= packetPhones[phone].cutUntil && !isLost() {
            if random.chance(10) {
                let copies = random.chance(200) ? 2 : 1
                for _ in 0..<copies {
                    clock.after(3 + random.below(200)) { [unowned self] in receive(packet, at: phone) }
                }
            } else {
                prompt |= 1 << UInt32(phone)
            }
        }
        clock.after(2) { [unowned self] in
            for phone in 0..<Self.phones where prompt & (1 << UInt32(phone)) != 0 { receive(packet, at: phone) }
        }
        for emitter in emitters where !isLost() { clock.after(2) { emitter.receive(datagram) } }
    }

    private func receive(_ packet: ReceivedPacket, at phone: Int) {
        let before = packetPhones[phone].count
        guard packetPhones[phone].receive(packet, acceptsAnyCount: planted == .phoneAcceptsOldCount) else { return }
        if packet.count <= before {
            invariants.fail("packet phone \(phone) accepts count \(packet.count) after \(before)", at: clock.now)
        }
        invariants.shown(packet.place, by: "packet phone \(phone)", at: clock.now)
    }

    /// Returns events as a phone reads them.
    private func read(_ events: [ServerSentEvent]) -> [ReceivedEvent] {
        events.map { ReceivedEvent($0, numberOfPlace: { invariants.number(ofPlace: $0) }) }
    }

    /// Opens the stream of a phone at one of the servers, with its last event.
    private func open(_ phone: Int) {
        let index = Int(random.below(2)), server = servers[index]
        guard streamPhones[phone].server == nil else { return }
        guard clock.now >= streamPhones[phone].cutUntil, server.isUp, server.feed.revision > 0 else {
            return clock.after(200 + random.below(300)) { [unowned self] in open(phone) }
        }
        // A server that is behind its listener reads first, as `getLiveEvents` does.
        guard server.feed.isBehind(streamPhones[phone].lastEventID) else { return connect(phone, to: index) }
        let process = server.process
        server.caughtUp { [unowned self] in
            guard server.isUp, server.process == process, clock.now >= streamPhones[phone].cutUntil else {
                return clock.after(200 + random.below(300)) { [unowned self] in open(phone) }
            }
            connect(phone, to: index)
        }
    }

    private func connect(_ phone: Int, to index: Int) {
        let server = servers[index]
        streamPhones[phone].server = index
        let backlog = read(server.backlog(after: streamPhones[phone].lastEventID))
        let newest = max(streamPhones[phone].revision, backlog.compactMap(\.revision).max() ?? 0)
        if newest < server.feed.revision {
            invariants.fail(
                "stream phone \(phone) resumes with revision \(newest) at a server with \(server.feed.revision)",
                at: clock.now)
        }
        deliver(backlog, to: phone)
    }

    private func deliver(_ received: [ReceivedEvent], to phone: Int) {
        let connection = streamPhones[phone].connection
        for event in received {
            // A lost segment comes later, and with it everything after it.
            let delay = isLost() ? 200 + random.below(800) : 1 + random.below(8)
            let time = max(clock.now + delay, streamPhones[phone].deliveredUntil)
            streamPhones[phone].deliveredUntil = time
            clock.after(time - clock.now) { [unowned self] in
                guard streamPhones[phone].connection == connection else { return }
                events += 1
                streamPhones[phone].receive(event)
                if event.revision != nil, let place = streamPhones[phone].place {
                    invariants.shown(place, by: "stream phone \(phone)", at: clock.now)
                }
            }
        }
    }

    /// Ends the stream of a phone, which reconnects as browsers do.
    private func drop(_ phone: Int) {
        streamPhones[phone].server = nil
        streamPhones[phone].connection += 1
        streamPhones[phone].deliveredUntil = 0
        clock.after(Int64(LiveFeed.retryMilliseconds) + random.below(200)) { [unowned self] in open(phone) }
    }

    /// Notifies the emitters of the moves of another tenant's concert, which share the channel.
    private func moveNeighbour(to measure: Int) {
        clock.after(3700) { [unowned self] in
            let payload = "2,live,\(1_000_000 + measure),\(measure),shown,Neighbour, Piece: 1"
            for emitter in emitters {
                clock.after(1) { [unowned self] in emitter.notified(payload, in: database.history) }
            }
            moveNeighbour(to: measure + 1)
        }
    }

    // MARK: Persons and programs

    /// The ordinal that the orchestra plays: a measure in 2.4 s.
    private var played: Int { Int(min(4800, 1 + clock.now / 2400)) }

    private func press(_ person: Int, _ kind: OperatorRequest.Kind, expected: Int64?) {
        // A person waits for the confirmation of a press.
        guard !isBusy[person] else { return }
        isBusy[person] = true
        presses += 1
        let request = OperatorRequest(
            kind: kind, key: "press-\(presses)", userID: Int64(person + 1), expected: expected)
        attempt(request, person, tries: 12)
    }

    /// Sends a request, and sends it again to either server until it is answered.
    private func attempt(_ request: OperatorRequest, _ person: Int, tries: Int) {
        guard tries > 0 else {
            isBusy[person] = false
            return
        }
        var isAnswered = false
        if !isLost() {
            let server = servers[Int(random.below(2))]
            clock.after(1 + random.below(20)) { [unowned self] in
                server.handle(request) { [unowned self] answer in
                    if isLost() { return }
                    clock.after(1 + random.below(20)) { [unowned self] in
                        guard !isAnswered else { return }
                        isAnswered = true
                        take(answer, of: request, person, tries: tries)
                    }
                }
            }
        }
        clock.after(1500) { [unowned self] in
            guard !isAnswered else { return }
            isAnswered = true
            attempt(request, person, tries: tries - 1)
        }
    }

    private func take(_ answer: OperatorAnswer, of request: OperatorRequest, _ person: Int, tries: Int) {
        switch answer {
        case .failed: clock.after(300) { [unowned self] in attempt(request, person, tries: tries - 1) }
        case .refused: isBusy[person] = false
        case .done(let change):
            isBusy[person] = false
            if let change {
                invariants.acknowledged(change)
                if case .undo(let revision) = request.kind,
                    let undone = database.state.log.first(where: { $0.position.revision == revision }),
                    undone.userID != request.userID
                {
                    invariants.fail(
                        "operator \(request.userID) has undone a step of operator \(undone.userID ?? 0)", at: clock.now)
                }
            }
        }
    }

    /// Sends the readings of the follower, two in a second.
    private func follow() {
        clock.after(500) { [unowned self] in
            if clock.now >= followerSilentUntil, !isLost() {
                let isUnsure = clock.now < followerUnsureUntil
                let server = servers[Int(random.below(2))]
                server.read(played, confidence: isUnsure ? 0.2 : 0.9)
            }
            follow()
        }
    }

    private func apply(_ input: ConcertInput) {
        let now = clock.now
        let known = servers.map(\.feed.revision).max() ?? 0
        if let time = input.faultDuration {
            faultEnd = max(faultEnd, now + time)
            if case .failOverLosingMoves = input {
                lossEnd = max(lossEnd, now + time)
            } else {
                otherFaultEnd = max(otherFaultEnd, now + time)
            }
        }
        switch input {
        case .step(let person, let by): press(person, .step(by), expected: known)
        case .follow(let person):
            if let position = database.timeline.position(of: played) { press(person, .jump(position), expected: nil) }
        case .hold(let person): press(person, .state(.held), expected: nil)
        case .release(let person): press(person, .state(.running), expected: nil)
        case .blackout(let person): press(person, .state(.blackout), expected: nil)
        case .undo(let person): press(person, .undo(known), expected: known)
        case .takeOver(let person): decide(person, .takeOver)
        case .allowFollower(let person): decide(person, .allowFollower)
        case .startAdvance(let person): decide(person, .startAdvance)
        case .pauseAdvance(let person): decide(person, .pauseAdvance)
        case .followerSilent(let time): followerSilentUntil = now + time
        case .followerUnsure(let time): followerUnsureUntil = now + time
        case .databaseDown(let time): database.downUntil = max(database.downUntil, now + time)
        case .databasePaused(let time): database.pausedUntil = max(database.pausedUntil, now + time)
        case .failOver(let time):
            database.failOver(downFor: time)
            invariants.log(database.state.log, at: now)
        case .failOverLosingMoves(let time, let lag):
            invariants.log(database.state.log, at: now)
            database.failOver(downFor: time, lag: lag)
        case .clockJump(let by):
            database.clockOffset += by
            invariants.clockJumped(by: by)
        case .transactionsLost(let time, let perMille):
            (database.lossUntil, database.lossPerMille) = (max(database.lossUntil, now + time), perMille)
        case .notificationsLost(let time, let one) where one < 2:
            servers[one].notificationsLostUntil = now + time
            clock.after(time) { [unowned self] in servers[one].listensAgain() }
        case .notificationsLost(let time, let one):
            emitters[one - 2].notificationsLostUntil = now + time
            clock.after(time) { [unowned self] in emitters[one - 2].listensAgain() }
        case .serverDown(let time, let one): servers[one].stop(for: time)
        case .emitterKilled(let time, let one): emitters[one].kill(for: time)
        case .emitterPaused(let time, let one): emitters[one].pause(for: time)
        case .networkBad(let time, let perMille): (badUntil, badPerMille) = (now + time, perMille)
        case .phonesCut(let time, let tenth):
            for phone in 0..<Self.phones where phone % 10 == tenth {
                packetPhones[phone].cutUntil = now + time
                streamPhones[phone].cutUntil = now + time
                if streamPhones[phone].server != nil { drop(phone) }
            }
        }
    }

    private func decide(_ person: Int, _ kind: OperatorRequest.Kind) {
        press(person, kind, expected: nil)
    }

    // MARK: The invariants

    /// Checks every 100 ms what the arbiter has decided, and every second what the phones show.
    private func check() {
        clock.after(100) { [unowned self] in
            invariants.arbiter(database.state.arbiter, isReset: personDecided, at: clock.now)
            personDecided = false
            if clock.now % 1000 == 0 { checkPhones() }
            check()
        }
    }

    private func checkPhones() {
        let now = clock.now, log = database.state.log
        invariants.log(log, at: now)
        // After a loss alone, the pages are right within the bound.
        guard now > otherFaultEnd + Self.recovery, now > lossEnd + Self.bound, now > Self.recovery else { return }
        // The newest change that must be everywhere, and everything after it.
        guard let first = log.lastIndex(where: { $0.at <= now - Self.bound }) else { return }
        let recent = log[first...]
        for (index, phone) in streamPhones.enumerated()
        where phone.server != nil && !isRecent(phone, in: recent) && !hasUnknownLoss(phone) {
            invariants.fail(
                "\(phone.isOperator ? "operator's page" : "stream phone") \(index) shows revision \(phone.revision), and "
                    + "\(log[first].position.revision) is \(now - log[first].at) ms old",
                at: now)
        }
        guard now > faultEnd + Self.recovery else { return }
        guard !recent.contains(where: { $0.position.state == .blackout || $0.position.state == .ended }) else { return }
        // After a blackout the packets begin again with the change.
        let places = recent.map { invariants.number(ofPlaceIn: $0) }
        for (index, phone) in packetPhones.enumerated() where !places.contains(where: { $0 == phone.place }) {
            invariants.fail(
                "packet phone \(index) shows \"\(phone.place.map { invariants.name(ofPlace: $0) } ?? "")\", and "
                    + "\"\(invariants.name(ofPlace: places[0]))\" is \(now - log[first].at) ms old",
                at: now)
        }
    }

    private func isRecent(_ phone: StreamPhone, in recent: ArraySlice<DatabaseModel.Change>) -> Bool {
        recent.contains { $0.position.revision == phone.revision && invariants.number(ofPlaceIn: $0) == phone.place }
    }

    /// Returns whether a phone shows a lost revision that no running server has read. Nothing can raise the row above this revision, so the phone leaves
    /// it with a later move. The page of an operator keeps only a revision that another move has again.
    private func hasUnknownLoss(_ phone: StreamPhone) -> Bool {
        guard lostMoves > 0, !phone.isOperator || phone.revision == database.newest.position.revision else {
            return false
        }
        let isInLog = database.state.log.last { $0.position.revision <= phone.revision }.map {
            $0.position.revision == phone.revision && invariants.number(ofPlaceIn: $0) == phone.place
        }
        return isInLog != true
            && !witnesses.contains {
                servers[$0.server].process == $0.process && servers[$0.server].isUp && $0.revision >= phone.revision
            }
    }
}
