import Emitter
import Tenancy

/// An emitter: the product's cycle of the lease and its rules of packets, between the modelled database and network.
final class EmitterModel {
    private let clock: VirtualClock
    private let database: DatabaseModel
    private let planted: PlantedFault?
    private let index: Int
    private var process = 0
    private var transmission: Transmission
    private var cycle: LeaseCycle
    private var isBusy = false
    private var wakesAgain = false
    private var sendsAt = Int64.max
    private var followNumber = 0
    private var received: [[UInt8]] = []
    /// The position of the highest revision of the database's newest history that this process has read or been notified of, with both numbers.
    /// Packets must contain this position.
    private var shown: Emitter.LivePosition?
    private var shownRevision: Int64 = 0
    private var shownHistory = 0
    private var earlier: Emitter.LivePosition?
    private var repeatsUntil: Int64 = 0
    private var pausedUntil: Int64 = 0
    private var isUp = true
    var notificationsLostUntil: Int64 = 0
    /// Sends a datagram of an epoch, with the state that it should contain.
    var send: (_ datagram: [UInt8], _ epoch: Int64, _ state: Emitter.LivePosition) -> Void = { _, _, _ in }

    init(clock: VirtualClock, database: DatabaseModel, index: Int, planted: PlantedFault?) {
        self.clock = clock
        self.database = database
        self.index = index
        self.planted = planted
        transmission = Transmission(now: clock.instant)
        cycle = LeaseCycle(now: clock.instant)
        begin()
    }

    private func begin() {
        process += 1
        transmission = Transmission(now: clock.instant)
        cycle = LeaseCycle(now: clock.instant)
        (isBusy, wakesAgain, isUp, sendsAt) = (false, false, true, .max)
        (shown, shownRevision, shownHistory, earlier, received, pausedUntil) = (nil, 0, 0, nil, [], 0)
        follow()
    }

    /// Ends the process. Another begins after `time`.
    func kill(for time: Int64) {
        guard isUp else { return }
        isUp = false
        process += 1
        clock.after(time) { [self] in begin() }
    }

    /// Stops the process as by SIGSTOP. Its timers and answers wait.
    func pause(for time: Int64) { pausedUntil = max(pausedUntil, clock.now + time) }

    /// Runs an action of this process, after a pause.
    private func whenAwake(_ process: Int, _ action: @escaping () -> Void) {
        guard process == self.process else { return }
        guard clock.now < pausedUntil else { return action() }
        clock.after(pausedUntil - clock.now) { [self] in whenAwake(process, action) }
    }

    func notified(_ payload: String, in history: Int) {
        guard isUp, clock.now >= notificationsLostUntil, let notice = ChangeNotice(payload: payload) else { return }
        let isOurs = notice.tenant == DatabaseModel.tenant
        let tenant = planted == .noticeOfAnotherConcert ? notice.tenant : DatabaseModel.tenant
        whenAwake(process) { [self] in
            if let position = PositionNotice(notice, in: tenant) {
                // After a loss, a notification whose revision is not higher waits for the reading.
                if isOurs, position.revision > shownRevision {
                    know(position.position, at: position.revision, in: history)
                }
                transmission.notified(position, at: clock.instant)
                sendDue()
                arm()
            }
            if isOurs { wake() }
        }
    }

    /// The LISTEN connection is open again: notifications may have been missed.
    func listensAgain() {
        guard isUp else { return }
        whenAwake(process) { [self] in wake() }
    }

    func receive(_ datagram: [UInt8]) {
        if isUp, received.count < 1000 { received.append(datagram) }
    }

    // MARK: Lease and state

    private func wake() {
        if isBusy { wakesAgain = true } else { follow() }
    }

    private func follow() {
        isBusy = true
        followNumber += 1
        let (process, requestedAt, mark) = (process, clock.instant, transmission.readingMark)
        switch cycle.request(lease: transmission.lease, at: requestedAt) {
        case .read:
            ask(process) { [database] in
                (database.emitterState(), database.history)
            } _: { [self] state, history in
                show(state, in: history, readSince: mark)
            }
        case .take:
            let holder = "emitter\(index)-\(process)"
            ask(process) { [database] in
                (database.takeLease(for: holder), database.history)
            } _: { [self] attempt, history in
                switch attempt {
                case .granted(let grant, let state):
                    transmission.leaseTaken(grant, term: requestedAt + LeaseStore.term, at: clock.instant)
                    show(state, in: history, readSince: mark)
                case .held(let wait): cycle.leaseEnds(in: .milliseconds(wait), at: clock.instant)
                }
            }
        case .renew(let epoch):
            let wanted = transmission.countsWanted
            ask(process) { [database] in
                (database.renewLease(epoch: epoch, reserving: wanted), database.history)
            } _: { [self] renewed, history in
                if let (grant, state) = renewed {
                    transmission.renewed(grant, term: requestedAt + LeaseStore.term)
                    show(state, in: history, readSince: mark)
                } else if planted == .staleTermAccepted {
                    transmission.renewed(
                        LeaseGrant(epoch: epoch, reserved: 0), term: clock.instant + LeaseStore.term)
                } else {
                    transmission.superseded(until: clock.instant + LeaseStore.term)
                }
            }
        }
    }

    private func ask<Result>(_ process: Int, _ body: @escaping () -> Result, _ take: @escaping (Result) -> Void) {
        database.transact(body) { [self] result in
            whenAwake(process) { [self] in
                if let result { take(result) } else { cycle.failed(at: clock.instant) }
                isBusy = false
                if wakesAgain {
                    wakesAgain = false
                    follow()
                } else {
                    let number = followNumber
                    clock.after(clock.time(of: cycle.next) - clock.now) { [self] in
                        whenAwake(process) { [self] in
                            if number == followNumber, !isBusy { follow() }
                        }
                    }
                }
            }
        }
    }

    private func show(
        _ state: Emitter.LiveState, in history: Int, readSince mark: PositionRegister.ReadingMark
    ) {
        know(state.position, at: state.revision, in: history)
        let mark = planted == .olderReadingWins ? transmission.readingMark : mark
        transmission.show(state, readSince: mark, at: clock.instant)
        arm()
    }

    private func know(_ position: Emitter.LivePosition?, at revision: Int64, in history: Int) {
        guard history > shownHistory || history == shownHistory && revision >= shownRevision else { return }
        (shownRevision, shownHistory) = (revision, history)
        guard position != shown else { return }
        (earlier, shown) = (shown, position)
        repeatsUntil = clock.now + 60
    }

    // MARK: Packets

    private func arm() {
        guard let due = transmission.due else { return }
        let time = max(clock.now, clock.time(of: due))
        guard time < sendsAt || sendsAt < clock.now else { return }
        sendsAt = time
        let process = process
        clock.after(time - clock.now) { [self] in
            whenAwake(process) { [self] in
                guard sendsAt == time else { return }
                sendsAt = .max
                sendDue()
                arm()
            }
        }
    }

    private func sendDue() {
        let now = clock.instant
        for datagram in received { _ = transmission.received(datagram, at: now) }
        received.removeAll(keepingCapacity: true)
        while let epoch = transmission.epoch, let packet = transmission.packet(at: now) {
            guard let shown else { return }
            if planted == .heartbeatMissing, clock.now > repeatsUntil { continue }
            if planted == .oldStateInRepeat, clock.now >= repeatsUntil - 50, clock.now < repeatsUntil, let earlier {
                send(
                    Array("\(earlier.name); \(earlier.measure) : \(transmission.lastCount)".utf8), epoch, shown)
                continue
            }
            send(packet, epoch, shown)
        }
    }
}
