import Logging
import Multicast
import Postgres
import Tenancy

/// Sends the packets of every tenant that is on the air (spec N17-N25).
///
/// Which tenants those are is read once a second and after each notification about one that is not known here; a
/// notification about one that is makes its emitter read the state at once. The database may be away at any
/// time, the start included: what is on the air goes on.
/// Spec S1.7.
public actor EmitterService {
    private let directory: TenantDirectory
    private let store: LeaseStore
    private let notifications: NotificationListener
    private let defaults: MulticastScope
    /// The slugs of the tenants to serve; `nil` for all.
    private let served: Set<String>?
    private let outage: Outage
    private let logger: Logger
    private let bell = Doorbell()
    private var emissions: [TenantID: Emission] = [:]
    private var refused: Set<EmissionScope> = []
    private var unknown: Set<String> = []
    private var isLeaving = false

    private struct Emission {
        let scope: EmissionScope
        let emitter: TenantEmitter
        let task: Task<Void, Never>
    }

    /// - Parameters:
    ///   - holder: a name for the lease rows that no other process has or had.
    ///   - notifications: LISTENs to the channel `tutti`; this is its one consumer.
    ///   - defaults: interface and TTL of tenants that name none.
    ///   - served: the slugs of the tenants whose packets are sent, such as those of one venue; `nil` for all.
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

    /// Sends until the task is cancelled; then every tenant falls silent and its lease is given back.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.poll() }
            group.addTask { await self.heed() }
        }
        await stop(emissions.keys)
    }

    /// Gives every lease back and goes on until successors have taken them all, at most for `limit`: for an emitter
    /// whose parent is gone (spec Decided 12). Takes no lease any more.
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

    /// Returns once this and every tenant's emitter have had their turn: the sign of life for a watchdog.
    public func answer() async {
        for emission in emissions.values { _ = await emission.emitter.isSilent }
    }

    // MARK: Who is on the air

    private func poll() async {
        while !Task.isCancelled {
            var pause = Duration.seconds(1)
            do throws(PostgresError) {
                let tenants = try await directory.activeTenants()
                outage.ended()
                tellOfUnknown(tenants)
                await apply(tenants.compactMap(scope))
            } catch {
                outage.began(error)
                pause = .milliseconds(200)
            }
            await bell.wait(until: .now + pause)
        }
    }

    private func scope(_ active: ActiveTenant) -> EmissionScope? {
        guard let onAir = active.onAir, served?.contains(active.tenant.slug) ?? true else { return nil }
        let own = active.tenant.multicast
        return EmissionScope(
            tenant: active.tenant.id, slug: active.tenant.slug, group: onAir.group, port: onAir.port,
            interface: own.interface ?? defaults.interface ?? "127.0.0.1", ttl: own.ttl ?? defaults.ttl ?? 1)
    }

    /// One line for each tenant that is to be served and that the database does not have.
    private func tellOfUnknown(_ tenants: [ActiveTenant]) {
        let missing = (served ?? []).subtracting(tenants.map(\.tenant.slug))
        for slug in missing.subtracting(unknown).sorted() {
            logger.warning("no active tenant has this short name", metadata: ["tenant": "\(slug)"])
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
            // Tried again at the next poll: the hall's network may come up later than we do.
            let reason =
                "No emitter can send through the interface \(scope.interface): it \(scope.interfaceCondition). "
                + "Connect the interface, start an emitter on the machine that has the interface, "
                + "or choose another interface with `tutti tenant set --interface`."
            do throws(PostgresError) {
                try await store.report(reason, for: scope.tenant)
            } catch {
                outage.began(error)
            }
            guard refused.insert(scope).inserted else { return }
            logger.error(
                "cannot send",
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

    // MARK: What has changed

    private func heed() async {
        for await event in notifications.events() {
            switch event {
            case .connected:
                for emission in emissions.values { emission.emitter.poke() }
                bell.ring()
            case .notification(_, let payload):
                heed(payload)
            case .disconnected:
                continue
            }
        }
    }

    /// `tenant,kind,version`.
    private func heed(_ payload: String) {
        let parts = payload.split(separator: ",")
        guard parts.count >= 2, let number = Int32(parts[0]) else { return }
        let emission = emissions[TenantID(rawValue: number)]
        if parts[1] == "lease" {
            if let emitter = emission?.emitter { Task { await emitter.leaseFreed() } }
            return
        }
        emission?.emitter.poke()
        if emission == nil || parts[1] == "tenant" { bell.ring() }
    }
}
