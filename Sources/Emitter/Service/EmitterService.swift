import Logging
import Multicast
import Postgres
import Synchronization
import Tenancy

/// The service that sends the packets of all tenants on the air (spec N17-N25, S1.7).
///
/// The service reads the list of tenants about once per second, and at once after a notification that may change the list. A position in a
/// notification is sent before the state is read. The database may be unavailable at any time, even at the start; tenants on the air continue.
public actor EmitterService {
    private let directory: TenantDirectory
    private let store: LeaseStore
    private let notifications: NotificationListener
    private let defaults: MulticastScope
    /// The short names of the tenants to serve; `nil` for all tenants.
    private let served: Set<String>?
    private let outage: Outage
    private let logger: Logger
    private let wakeEvent = AutoResetEvent()
    private var emissions: [TenantID: Emission] = [:] {
        didSet { emitters.withLock { [emissions] in $0 = emissions.mapValues(\.emitter) } }
    }
    /// The emitters of `emissions`, for the thread that receives notifications.
    private let emitters = Mutex<[TenantID: TenantEmitter]>([:])
    private var refused: Set<EmissionScope> = []
    private var unknown: Set<String> = []
    private var isLeaving = false

    private struct Emission {
        let scope: EmissionScope
        let emitter: TenantEmitter
        let task: Task<Void, Never>
    }

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - holder: the name of this process, different from the names of all earlier processes.
    ///   - notifications: the listener on the channel `tutti`. Nothing else may consume its events.
    ///   - defaults: the interface and TTL of tenants without their own; 127.0.0.1 and 1 if missing.
    ///   - served: the short names of the tenants to serve, such as those of one venue; `nil` for all tenants.
    public init(
        database: Database, holder: String, notifications: NotificationListener, defaults: MulticastScope,
        serving served: Set<String>? = nil, logger: Logger
    ) {
        directory = TenantDirectory(database, fallback: nil, of: nil, logger: logger)
        store = LeaseStore(database: TenantDatabase(database), holder: holder)
        self.notifications = notifications
        self.defaults = defaults
        self.served = served
        self.logger = logger
        outage = Outage(logger: logger)
    }

    /// Sends the packets of the tenants on the air until the task is cancelled, then releases all leases if the database is reachable.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.poll() }
            group.addTask { await self.followNotifications() }
        }
        await stop(emissions.keys)
    }

    /// Releases all leases if the database is reachable, and takes no new ones. Returns when successors send the packets of all tenants, or after
    /// `limit`; `run` sends until then. Call this method after the parent process has ended (spec Decided 12).
    public func relinquish(within limit: Duration) async {
        isLeaving = true
        let deadline = ContinuousClock.now + limit
        for emission in emissions.values { Task { await emission.emitter.relinquish() } }
        while .now < deadline, !Task.isCancelled {
            var isSilent = true
            for emission in emissions.values where await !emission.emitter.isSilent { isSilent = false }
            if isSilent { return }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Returns when this service and the emitters of all tenants on the air have responded. A watchdog calls this method to detect that one hangs.
    public func answer() async {
        for emission in emissions.values { _ = await emission.emitter.isSilent }
    }

    // MARK: Tenants on the air

    private func poll() async {
        while !Task.isCancelled {
            var pause = Duration.seconds(1)
            do throws(PostgresError) {
                let tenants = try await directory.activeTenants()
                outage.ended()
                logUnknownTenants(tenants)
                await apply(tenants.compactMap(scope))
            } catch {
                outage.began(error)
                pause = .milliseconds(200)
            }
            await wakeEvent.wait(until: .now + pause)
        }
    }

    private func scope(_ active: ActiveTenant) -> EmissionScope? {
        guard let onAir = active.onAir, served?.contains(active.tenant.slug) ?? true else { return nil }
        let own = active.tenant.multicast
        return EmissionScope(
            tenant: active.tenant.id, slug: active.tenant.slug, group: onAir.group, port: onAir.port,
            interface: own.interface ?? defaults.interface ?? "127.0.0.1", ttl: own.ttl ?? defaults.ttl ?? 1)
    }

    /// Logs each short name in `served` that belongs to no active tenant, once.
    private func logUnknownTenants(_ tenants: [ActiveTenant]) {
        let missing = (served ?? []).subtracting(tenants.map(\.tenant.slug))
        for slug in missing.subtracting(unknown).sorted() {
            logger.warning("no active tenant has this short name: check --tenant", metadata: ["tenant": "\(slug)"])
        }
        unknown = missing
    }

    private func apply(_ scopes: [EmissionScope]) async {
        await stop(emissions.filter { !scopes.contains($0.value.scope) }.keys)
        refused.formIntersection(scopes)
        for scope in scopes where emissions[scope.tenant] == nil && !isLeaving && !Task.isCancelled {
            await start(scope)
        }
    }

    private func start(_ scope: EmissionScope) async {
        do {
            let emitter = try TenantEmitter(scope, store: store, logger: logger)
            emissions[scope.tenant] = Emission(scope: scope, emitter: emitter, task: Task { await emitter.run() })
            refused.remove(scope)
            logger.notice("on the air", metadata: ["tenant": "\(scope.slug)"])
        } catch {
            // Retried at the next poll, because the network may come up later than the emitter.
            let reason = scope.problem(opening: error, scope.interfaceCondition)
            do throws(PostgresError) {
                try await store.report(reason, for: scope.tenant)
            } catch {
                outage.began(error)
            }
            guard refused.insert(scope).inserted else { return }
            logger.error(
                "the sockets for packets cannot be opened",
                metadata: ["tenant": "\(scope.slug)", "interface": "\(scope.interface)", "error": "\(error)"])
        }
    }

    private func stop(_ tenants: some Sequence<TenantID>) async {
        let ended = tenants.compactMap { emissions.removeValue(forKey: $0) }
        for emission in ended { emission.task.cancel() }
        for emission in ended {
            await emission.task.value
            logger.notice("off the air", metadata: ["tenant": "\(emission.scope.slug)"])
        }
    }

    // MARK: Notifications

    private func followNotifications() async {
        for await event in notifications.events(handledBy: { _, payload in self.isHandled(payload) }) {
            switch event {
            case .connected:
                for emission in emissions.values { emission.emitter.refresh() }
                wakeEvent.signal()
            case .notification(_, let payload):
                await handle(payload)
            case .disconnected:
                continue
            }
        }
    }

    /// Returns whether a kind of notification may change what is sent. Notifications about players do not, and may arrive thousands of times per
    /// second.
    static func concernsEmission(_ kind: String) -> Bool { kind != "player" && kind != "shared" }

    /// Sends the position in a notification at once, on the calling thread, and returns whether the service need not handle the notification.
    nonisolated private func isHandled(_ payload: String) -> Bool {
        guard let notice = ChangeNotice(payload: payload), Self.concernsEmission(notice.kind) else { return true }
        return emitters.withLock { $0[notice.tenant] }?.sendPosition(in: notice) ?? false
    }

    private func handle(_ payload: String) async {
        guard let notice = ChangeNotice(payload: payload) else { return }
        let emission = emissions[notice.tenant]
        if notice.kind == "lease" {
            await emission?.emitter.leaseFreed()
        } else {
            emission?.emitter.refresh()
            if emission == nil || notice.kind == ChangeNotice.tenantKind { wakeEvent.signal() }
        }
    }
}
