import Logging
import Multicast
import Postgres

/// Sends the packets of one tenant that is on the air.
///
/// Two loops share the rules in `transmission`: one sends what is due, the other keeps the lease and follows
/// the state. So a database that does not answer never holds up a packet.
actor TenantEmitter {
    private let scope: EmissionScope
    private let store: LeaseStore
    private let outage: Outage
    private let logger: Logger
    private let sendBell = Doorbell()
    private let followBell = Doorbell()
    private var sender: MulticastSender
    private var receiver: MulticastReceiver
    private var transmission = Transmission(now: .now)
    private var isLeaving = false
    private var tally = PacketTally(since: .now)

    /// Opens the sockets; throws when the interface is not there.
    init(_ scope: EmissionScope, store: LeaseStore, logger: Logger) throws {
        var logger = logger
        logger[metadataKey: "tenant"] = "\(scope.slug)"
        self.scope = scope
        self.store = store
        self.logger = logger
        outage = Outage(logger: logger)
        (sender, receiver) = try scope.open()
    }

    /// Sends until the task is cancelled; then falls silent and gives the lease back.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.send() }
            group.addTask { await self.follow() }
        }
        transmission.lost()
        // A task of its own: this one is cancelled, and would not be let into the database.
        await Task { await self.release() }.value
    }

    /// The state may have changed: it is read at once.
    nonisolated func poke() { followBell.ring() }

    /// Gives the lease back and goes on with the last state until a successor is heard.
    func relinquish() async {
        isLeaving = true
        transmission.relinquish()
        await release()
        followBell.ring()
    }

    /// Whether nothing goes out.
    var isSilent: Bool { transmission.due == nil }

    // MARK: Sending

    private func send() async {
        while !Task.isCancelled {
            listen()
            while let packet = transmission.packet(at: .now) { send(packet) }
            await sendBell.wait(until: transmission.due ?? .now + .seconds(1))
        }
    }

    /// Hears what came in since the last packet, so that none goes out after a successor's; at most so many
    /// that a flood cannot hold the packets up.
    private func listen() {
        for _ in 0..<1000 {
            guard let datagram = receiver.receive() else { return }
            guard transmission.heard(datagram, at: .now) else { continue }
            logger.notice("the lease is lost: another sends with a higher count")
        }
    }

    private func send(_ packet: [UInt8]) {
        switch sender.send(packet) {
        case .sent:
            if tally.isBroken { logger.notice("packets go out again") }
            tally.sent()
        case .dropped(let code):
            tally.dropped()
            guard tally.isBroken else { return }
            if tally.hasJustBroken {
                logger.error("packets do not go out", metadata: ["errno": .stringConvertible(code)])
            }
            // An interface that was taken away and put back has another index, which old sockets do not know.
            if let (sender, receiver) = try? scope.open() { (self.sender, self.receiver) = (sender, receiver) }
        }
        if let report = tally.report(at: .now) { logger.info("packets of the last minute", metadata: report) }
    }

    // MARK: Following

    private func follow() async {
        var renewal = ContinuousClock.now
        while !Task.isCancelled {
            do throws(PostgresError) {
                if isLeaving {
                    try await watch()
                } else if .now < renewal {
                    show(try await store.read(for: scope.tenant).state)
                } else if let epoch = transmission.epoch {
                    renewal = .now + LeaseStore.renewalInterval
                    try await renew(epoch)
                } else {
                    renewal = .now + LeaseStore.renewalInterval
                    renewal = min(renewal, .now + (try await take()))
                }
                outage.ended()
            } catch {
                outage.began(error)
                renewal = .now + Self.retryInterval
            }
            await followBell.wait(until: isLeaving ? .now + LeaseStore.renewalInterval : renewal)
        }
    }

    private static let retryInterval = Duration.milliseconds(200)

    /// Tries to take the lease; returns how long to wait before the next step.
    private func take() async throws(PostgresError) -> Duration {
        let asked = ContinuousClock.now
        switch try await store.take(for: scope.tenant) {
        case .granted(let grant, let state):
            guard !isLeaving else {
                await release()
                return .zero
            }
            transmission.took(grant, term: asked + LeaseStore.term, at: .now)
            logger.notice(
                "the lease is taken",
                metadata: [
                    "epoch": .stringConvertible(grant.epoch), "count": .stringConvertible(transmission.lastCount + 1),
                    "group": "\(scope.group):\(scope.port)", "interface": "\(scope.interface)",
                ])
            show(state)
            return LeaseStore.renewalInterval
        case .held(let remaining):
            return remaining
        case .countsUsedUp:
            logger.error("every count has been used: this tenant's packets have come to their end")
            return LeaseStore.renewalInterval
        }
    }

    private func renew(_ epoch: Int64) async throws(PostgresError) {
        let asked = ContinuousClock.now
        guard
            let (grant, state) = try await store.renew(
                epoch: epoch, reserving: transmission.countsWanted, for: scope.tenant)
        else { return lose(epoch) }
        transmission.renewed(grant, term: asked + LeaseStore.term)
        show(state)
    }

    /// After giving the lease back: the state is still followed, until another has the lease.
    private func watch() async throws(PostgresError) {
        let (epoch, state) = try await store.read(for: scope.tenant)
        guard let ours = transmission.epoch else { return }
        if epoch == ours { show(state) } else { lose(ours) }
    }

    private func lose(_ epoch: Int64) {
        guard transmission.epoch == epoch else { return }
        transmission.lost()
        logger.notice("the lease is lost: another has taken it", metadata: ["epoch": .stringConvertible(epoch)])
    }

    private func show(_ state: LiveState) {
        transmission.show(state, at: .now)
        sendBell.ring()
    }

    private func release() async {
        do throws(PostgresError) {
            try await store.release(for: scope.tenant)
        } catch {
            logger.debug("the lease could not be given back", metadata: ["error": "\(error)"])
        }
    }
}
