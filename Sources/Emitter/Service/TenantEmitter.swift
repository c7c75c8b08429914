import Logging
import Multicast
import Postgres

/// The emitter of the packets of one tenant on the air.
///
/// Two loops share the rules in `transmission`: one sends packets, the other keeps the lease and reads the state, so that a slow database never
/// delays a packet.
actor TenantEmitter {
    private let scope: EmissionScope
    private let store: LeaseStore
    private let outage: Outage
    private let logger: Logger
    private let sendEvent = AutoResetEvent()
    private let followEvent = AutoResetEvent()
    private let open: @Sendable () throws -> (sender: MulticastSender, receiver: MulticastReceiver)
    private var sender: MulticastSender
    private var receiver: MulticastReceiver
    private var transmission = Transmission(now: .now)
    private var isLeaving = false
    private var tally = PacketTally(since: .now)
    private var health = LinkHealth()
    private var fault: LinkHealth.Fault?
    private var backoff = LeaseBackoff()
    private var cycle = LeaseCycle(now: .now)

    /// Creates an emitter and opens its sockets. Throws the errors of `open`, by default those of `EmissionScope.open`.
    ///
    /// - Parameter open: a function that opens the sockets; tests can pass another function.
    init(
        _ scope: EmissionScope, store: LeaseStore, logger: Logger,
        open: (@Sendable () throws -> (sender: MulticastSender, receiver: MulticastReceiver))? = nil
    ) throws {
        let open = open ?? { try scope.open() }
        var logger = logger
        logger[metadataKey: "tenant"] = "\(scope.slug)"
        self.scope = scope
        self.store = store
        self.logger = logger
        outage = Outage(logger: logger)
        self.open = open
        (sender, receiver) = try open()
    }

    /// Sends until the task is cancelled, then stops sending and gives the lease back.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.send() }
            group.addTask { await self.follow() }
        }
        transmission.leaseLost()
        // A new task, because a cancelled task gets no database connection.
        await Task { await self.release() }.value
    }

    /// Makes the emitter read the state immediately, because the state may have changed.
    nonisolated func refresh() { followEvent.signal() }

    /// Sends the position of a notification without waiting for a reading, and then makes the emitter read the state.
    func notified(_ notice: PositionNotice) {
        transmission.notified(notice, at: .now)
        sendDue()
        sendEvent.signal()
        followEvent.signal()
    }

    /// Makes the emitter try to take the lease immediately, because another emitter has given up the lease. Does nothing while this emitter holds the
    /// lease.
    func leaseFreed() {
        guard transmission.lease == nil else { return }
        cycle.hurry(at: .now)
        followEvent.signal()
    }

    /// Gives the lease back, and continues to send the last state until a successor sends.
    func relinquish() async {
        isLeaving = true
        transmission.relinquish()
        await release()
        followEvent.signal()
    }

    /// Whether the emitter sends no packets.
    var isSilent: Bool { transmission.due == nil }

    // MARK: Sending

    private func send() async {
        while !Task.isCancelled {
            sendDue()
            updateFault()
            await sendEvent.wait(until: transmission.due ?? .now + .seconds(1))
        }
    }

    private func sendDue() {
        listen()
        while let packet = transmission.packet(at: .now) { send(packet) }
    }

    /// Receives the packets that have arrived since the last packet was sent, so that no packet is sent after a successor's
    /// packet. The number of received packets is bounded, so that a flood does not delay sending.
    private func listen() {
        for _ in 0..<1000 {
            guard let datagram = receiver.receive() else { return }
            health.received()
            guard transmission.received(datagram, at: .now) else { continue }
            logger.notice("the lease is lost: another emitter sends with a higher count")
        }
    }

    private func send(_ packet: [UInt8]) {
        switch sender.send(packet) {
        case .sent:
            tally.sent(at: .now)
            health.sent(at: .now)
        case .dropped(let code):
            tally.dropped()
            health.refused(code: code, at: .now)
            // An interface that was removed and added again has a new index, which the old sockets do not use.
            if tally.isBroken { reopen() }
        }
        if let report = tally.report(at: .now) { logger.info("packets of the last minute", metadata: report) }
    }

    private func reopen() {
        if let (sender, receiver) = try? open() { (self.sender, self.receiver) = (sender, receiver) }
    }

    /// Logs the start and the end of a fault of the link, each once, and makes the other loop write the fault into the lease row.
    private func updateFault() {
        guard transmission.lease != nil else { return }
        let now = ContinuousClock.now
        let fault = health.fault(at: now)
        let isUrgent = health.breakdown(at: now) != nil && cycle.next > now
        guard fault != self.fault || isUrgent else { return }
        if fault != self.fault {
            if let fault {
                logger.error("packets may not reach the network", metadata: ["reason": "\(words(for: fault))"])
            } else {
                logger.notice("packets are sent again")
            }
            if fault == .unheard { reopen() }
            self.fault = fault
        }
        cycle.hurry(at: now)
        followEvent.signal()
    }

    private func words(for fault: LinkHealth.Fault) -> String {
        switch fault {
        case .refused(let code):
            "The operating system refuses packets through the interface \(scope.interface) (errno \(code)). Check the interface and the "
                + "firewall of the emitter's machine, or choose another interface with `tutti tenant set --interface`."
        case .interface(let condition):
            "The interface \(scope.interface) \(condition). Connect the interface, or choose another interface with "
                + "`tutti tenant set --interface`."
        case .unheard:
            "The emitter does not receive its own packets to \(scope.group):\(scope.port) through the interface "
                + "\(scope.interface). Check the firewall of the emitter's machine."
        }
    }

    // MARK: Lease and state

    private func follow() async {
        while !Task.isCancelled {
            // Reading this condition makes the system list all interfaces. A notification between renewals skips the reading, so that the
            // notification is not delayed.
            if cycle.next <= .now || transmission.lease == nil { health.record(scope.interfaceCondition, at: .now) }
            do throws(PostgresError) {
                if isLeaving {
                    try await watch()
                } else if transmission.lease != nil, let fault = health.breakdown(at: .now) {
                    try await endLease(fault)
                } else {
                    switch cycle.request(lease: transmission.lease, at: .now) {
                    case .read:
                        let mark = transmission.readingMark
                        show(try await store.read(for: scope.tenant).state, readSince: mark)
                    case .renew(let epoch): try await renew(epoch)
                    case .take:
                        let wait = try await take()
                        cycle.leaseEnds(in: wait, at: .now)
                    }
                }
                outage.ended()
            } catch {
                outage.began(error)
                cycle.failed(at: .now)
            }
            await followEvent.wait(until: isLeaving ? .now + LeaseStore.renewalInterval : cycle.next)
        }
    }

    /// Tries to take the lease. Returns the time to wait before the next step, and throws an error of the database.
    private func take() async throws(PostgresError) -> Duration {
        let condition = scope.interfaceCondition
        guard condition == .working else {
            backoff.interfaceFailed()
            try await store.report(words(for: .interface(condition)), for: scope.tenant)
            return LeaseStore.renewalInterval
        }
        guard backoff.isOver(at: .now) else { return LeaseStore.renewalInterval }
        if backoff.needsSockets {
            reopen()
            backoff.needsSockets = false
        }
        let (requestedAt, mark) = (ContinuousClock.now, transmission.readingMark)
        switch try await store.take(
            for: scope.tenant, interface: scope.interface, standsBy: !backoff.isSuspect(at: requestedAt))
        {
        case .granted(let grant, let state):
            guard !isLeaving else {
                await release()
                return .zero
            }
            (health, fault) = (LinkHealth(), nil)
            transmission.leaseTaken(grant, term: requestedAt + LeaseStore.term, at: .now)
            logger.notice(
                "the lease is taken",
                metadata: [
                    "epoch": .stringConvertible(grant.epoch), "count": .stringConvertible(transmission.lastCount + 1),
                    "group": "\(scope.group):\(scope.port)", "interface": "\(scope.interface)",
                ])
            show(state, readSince: mark)
            return LeaseStore.renewalInterval
        case .held(let remaining):
            return remaining
        case .countsUsedUp:
            logger.error("all packet counts of this tenant are used up: no emitter can send its packets any more")
            return LeaseStore.renewalInterval
        }
    }

    private func renew(_ epoch: Int64) async throws(PostgresError) {
        let (requestedAt, mark) = (ContinuousClock.now, transmission.readingMark)
        let report = self.report(at: requestedAt)
        let renewed: (LeaseGrant, LiveState, hasStandby: Bool)?
        do {
            renewed = try await store.renew(
                epoch: epoch, reserving: transmission.countsWanted, reporting: report, for: scope.tenant)
        } catch {
            tally.restore(report)
            throw error
        }
        guard let (grant, state, hasStandby) = renewed else { return leaseLost(epoch) }
        transmission.renewed(grant, term: requestedAt + LeaseStore.term)
        show(state, readSince: mark)
        if hasStandby, let fault = health.fault(at: .now), fault == .unheard { try await endLease(fault) }
    }

    private func report(at now: ContinuousClock.Instant) -> PacketReport {
        var report = tally.takeUnreported(at: now)
        report.problem = health.fault(at: now).map(words)
        return report
    }

    /// Ends the lease, so that another emitter can take it. If the database is unavailable, no other emitter can take the lease, and this emitter
    /// continues. Throws the error of the database in that case.
    private func endLease(_ fault: LinkHealth.Fault) async throws(PostgresError) {
        var report = tally.takeUnreported(at: .now)
        report.problem = words(for: fault)
        do {
            try await store.release(for: scope.tenant, reporting: report)
        } catch {
            tally.restore(report)
            throw error
        }
        transmission.leaseLost()
        backoff.begin(because: fault, at: .now)
        cycle.pause(at: .now)
        logger.error("the lease is given up", metadata: ["reason": "\(words(for: fault))"])
    }

    /// Reads the state after the lease was given back, and checks whether another emitter has taken the lease. Throws an error of the database.
    private func watch() async throws(PostgresError) {
        let mark = transmission.readingMark
        let (epoch, state) = try await store.read(for: scope.tenant)
        guard let ours = transmission.epoch else { return }
        if epoch == ours { show(state, readSince: mark) } else { leaseLost(ours) }
    }

    /// Handles the loss of the lease to another emitter. This emitter continues to send until the other emitter sends, for at most one term.
    private func leaseLost(_ epoch: Int64) {
        guard transmission.epoch == epoch else { return }
        transmission.superseded(until: .now + LeaseStore.term)
        logger.notice("the lease is lost: another emitter has taken it", metadata: ["epoch": .stringConvertible(epoch)])
    }

    private func show(_ state: LiveState, readSince mark: PositionRegister.ReadingMark) {
        transmission.show(state, readSince: mark, at: .now)
        sendEvent.signal()
    }

    private func release() async {
        let report = tally.takeUnreported(at: .now)
        do throws(PostgresError) {
            try await store.release(for: scope.tenant, reporting: report)
        } catch {
            logger.debug("the lease cannot be given back", metadata: ["error": "\(error)"])
        }
    }
}
