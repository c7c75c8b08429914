import Logging
import Multicast
import Postgres
import Tenancy

/// The emitter of the packets of one tenant on the air.
///
/// Two loops share the transmitter: one sends packets, the other takes and renews the lease and reads the state, so that a slow database does not
/// delay packets.
actor TenantEmitter {
    private let scope: EmissionScope
    private let store: LeaseStore
    private let outage: Outage
    private let logger: Logger
    private let sendEvent = AutoResetEvent()
    private let followEvent = AutoResetEvent()
    private let transmitter: PacketTransmitter
    private var isLeaving = false
    private var fault: LinkHealth.Fault?
    private var backoff = LeaseBackoff()
    private var cycle = LeaseCycle(now: .now)

    /// Creates an emitter and opens its sockets, by default with `EmissionScope.open`.
    init(
        _ scope: EmissionScope, store: LeaseStore, logger: Logger,
        open: (@Sendable () throws -> PacketTransmitter.Sockets)? = nil
    ) throws {
        var logger = logger
        logger[metadataKey: "tenant"] = "\(scope.slug)"
        self.scope = scope
        self.store = store
        self.logger = logger
        outage = Outage(logger: logger)
        transmitter = try PacketTransmitter(logger: logger, open: open ?? { try scope.open() })
    }

    /// Sends the tenant's packets until the task is cancelled, then releases the lease if the database is reachable.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.send() }
            group.addTask { await self.follow() }
        }
        transmitter.withState { $0.transmission.leaseLost() }
        // A new task, because a cancelled task gets no database connection.
        await Task { await self.release() }.value
    }

    /// Wakes the loop that reads the state.
    nonisolated func refresh() { followEvent.signal() }

    /// Sends the position in a notification, on the calling thread, and makes the emitter read the state. Returns `false`, without an effect, for
    /// another tenant or without a valid position.
    nonisolated func sendPosition(in notice: ChangeNotice) -> Bool {
        guard let position = PositionNotice(notice, in: scope.tenant) else { return false }
        transmitter.send(position)
        sendEvent.signal()
        followEvent.signal()
        return true
    }

    /// Schedules an attempt to take the lease for now, because another emitter has given it up.
    func leaseFreed() {
        guard lease == nil else { return }
        cycle.hurry(at: .now)
        followEvent.signal()
    }

    /// Releases the lease and takes no new one. Sending continues until a successor sends, at most for one term after the successor's lease is seen.
    func relinquish() async {
        isLeaving = true
        transmitter.withState { $0.transmission.relinquish() }
        await release()
        followEvent.signal()
    }

    /// Whether the emitter may not send, or has no position to send.
    var isSilent: Bool { transmitter.withState { $0.transmission.due == nil } }

    private var lease: Int64? { transmitter.withState { $0.transmission.lease } }

    // MARK: Sending

    private func send() async {
        while !Task.isCancelled {
            let due = transmitter.sendDue()
            updateFault()
            await sendEvent.wait(until: due ?? .now + .seconds(1))
        }
    }

    /// Logs a change of the fault of the link, and makes the other loop write the fault into the lease row or give up the lease.
    private func updateFault() {
        guard lease != nil else { return }
        let now = ContinuousClock.now
        let (fault, breakdown) = transmitter.withState { ($0.health.fault(at: now), $0.health.breakdown(at: now)) }
        let isUrgent = breakdown != nil && cycle.next > now
        guard fault != self.fault || isUrgent else { return }
        if fault != self.fault {
            if let fault {
                logger.error("packets may not reach the network", metadata: ["reason": "\(words(for: fault))"])
            } else {
                logger.notice("packets are sent again")
            }
            if fault == .unheard { transmitter.reopen() }
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
            // Reading this condition lists all interfaces, which would delay the reading after a notification.
            if cycle.next <= .now || lease == nil {
                let condition = scope.interfaceCondition
                transmitter.withState { $0.health.record(condition, at: .now) }
            }
            do throws(PostgresError) {
                if isLeaving {
                    try await watch()
                } else if lease != nil, let fault = transmitter.withState({ $0.health.breakdown(at: .now) }) {
                    try await endLease(fault)
                } else {
                    switch cycle.request(lease: lease, at: .now) {
                    case .read:
                        let mark = readingMark
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

    /// Tries to take the lease. Returns the time to wait before the next request about the lease.
    private func take() async throws(PostgresError) -> Duration {
        let condition = scope.interfaceCondition
        guard condition == .working else {
            backoff.interfaceFailed()
            try await store.report(words(for: .interface(condition)), for: scope.tenant)
            return LeaseStore.renewalInterval
        }
        guard backoff.isOver(at: .now) else { return LeaseStore.renewalInterval }
        if backoff.needsSockets {
            transmitter.reopen()
            backoff.needsSockets = false
        }
        let (requestedAt, mark) = (ContinuousClock.now, readingMark)
        switch try await store.take(
            for: scope.tenant, interface: scope.interface, standsBy: !backoff.isSuspect(at: requestedAt))
        {
        case .granted(let grant, let state):
            guard !isLeaving else {
                await release()
                return .zero
            }
            fault = nil
            let lastCount = transmitter.withState { state in
                state.health = LinkHealth()
                state.transmission.leaseTaken(grant, term: requestedAt + LeaseStore.term, at: .now)
                return state.transmission.lastCount
            }
            logger.notice(
                "the lease is taken",
                metadata: [
                    "epoch": .stringConvertible(grant.epoch), "count": .stringConvertible(lastCount + 1),
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
        let (requestedAt, mark) = (ContinuousClock.now, readingMark)
        let report = self.report(at: requestedAt)
        let renewed: (LeaseGrant, LiveState, hasStandby: Bool)?
        do {
            renewed = try await store.renew(
                epoch: epoch, reserving: transmitter.withState { $0.transmission.countsWanted }, reporting: report,
                for: scope.tenant)
        } catch {
            transmitter.withState { $0.tally.restore(report) }
            throw error
        }
        guard let (grant, state, hasStandby) = renewed else { return leaseLost(epoch) }
        transmitter.withState { $0.transmission.renewed(grant, term: requestedAt + LeaseStore.term) }
        show(state, readSince: mark)
        if hasStandby, transmitter.withState({ $0.health.fault(at: .now) }) == .unheard { try await endLease(.unheard) }
    }

    private func report(at now: ContinuousClock.Instant) -> PacketReport {
        var (report, fault) = transmitter.withState { ($0.tally.takeUnreported(at: now), $0.health.fault(at: now)) }
        report.problem = fault.map(words)
        return report
    }

    /// Gives up the lease because of `fault`, stops sending, and pauses, so that another emitter can take the lease. Throws if the database is
    /// unavailable; then no other emitter can take the lease, and this emitter continues.
    private func endLease(_ fault: LinkHealth.Fault) async throws(PostgresError) {
        var report = transmitter.withState { $0.tally.takeUnreported(at: .now) }
        report.problem = words(for: fault)
        do {
            try await store.release(for: scope.tenant, reporting: report)
        } catch {
            transmitter.withState { $0.tally.restore(report) }
            throw error
        }
        transmitter.withState { $0.transmission.leaseLost() }
        backoff.begin(because: fault, at: .now)
        cycle.pause(at: .now)
        logger.error("the lease is given up", metadata: ["reason": "\(words(for: fault))"])
    }

    /// Reads the state after the lease was given back, and checks whether another emitter has taken the lease.
    private func watch() async throws(PostgresError) {
        let mark = readingMark
        let (epoch, state) = try await store.read(for: scope.tenant)
        guard let ours = transmitter.withState({ $0.transmission.epoch }) else { return }
        if epoch == ours { show(state, readSince: mark) } else { leaseLost(ours) }
    }

    /// Records and logs that another emitter has taken the lease, if the lease of `epoch` is still in use. Sending continues until the other sends,
    /// for at most one term.
    private func leaseLost(_ epoch: Int64) {
        let isOurs = transmitter.withState { state in
            guard state.transmission.epoch == epoch else { return false }
            state.transmission.superseded(until: .now + LeaseStore.term)
            return true
        }
        guard isOurs else { return }
        logger.notice("the lease is lost: another emitter has taken it", metadata: ["epoch": .stringConvertible(epoch)])
    }

    private var readingMark: PositionRegister.ReadingMark { transmitter.withState { $0.transmission.readingMark } }

    private func show(_ state: LiveState, readSince mark: PositionRegister.ReadingMark) {
        transmitter.withState { $0.transmission.show(state, readSince: mark, at: .now) }
        sendEvent.signal()
    }

    private func release() async {
        let report = transmitter.withState { $0.tally.takeUnreported(at: .now) }
        do throws(PostgresError) {
            try await store.release(for: scope.tenant, reporting: report)
        } catch {
            logger.debug("the lease cannot be given back", metadata: ["error": "\(error)"])
        }
    }
}
