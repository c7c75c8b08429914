import Logging
import Synchronization
import Tenancy

/// A service that carries out the automatic advance of concerts on the air. For each tenant, one server at a time holds a lease. If this server
/// fails, another server takes over. The times of the measures stay the same, because the start of the advance is stored (spec O3.9, T3).
public final class AdvanceService: Sendable {
    /// The time for which the lease lasts without renewal, in milliseconds.
    package static let termMilliseconds: Int64 = 1200
    /// The longest interval between two renewals, in milliseconds.
    package static let renewalMilliseconds: Int64 = 400

    private let store: LiveStore
    private let tenants: @Sendable () async throws -> [TenantID]
    private let logger: Logger
    /// The random name of this server in the lease, new at each start.
    let holder: String
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let active = Mutex<Set<TenantID>>([])

    /// Creates the service and registers it as an observer of the tenants. `tenants` returns the tenants with a concert on the air.
    public init(store: LiveStore, tenants: @escaping @Sendable () async throws -> [TenantID], logger: Logger) {
        self.store = store
        self.tenants = tenants
        self.logger = logger
        holder = "advance-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        store.database.observers.add(self)
    }

    /// Looks for running advances about every second and after a change of the sources, and carries out those whose lease no other server holds. If
    /// the task is cancelled, ends the leases of this server and returns.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [wake] in
                repeat { wake.yield() } while (try? await Task.sleep(for: .seconds(1))) != nil
                wake.finish()
            }
            for await _ in wakes {
                // While the database is down, the next check follows within a second.
                for tenant in (try? await tenants()) ?? [] {
                    guard !active.withLock({ $0.contains(tenant) }),
                        (try? await store.isAdvanceRunning(in: tenant)) ?? false
                    else { continue }
                    _ = active.withLock { $0.insert(tenant) }
                    group.addTask { [self] in
                        await lead(tenant)
                        _ = active.withLock { $0.remove(tenant) }
                    }
                }
            }
            group.cancelAll()
        }
    }

    /// Carries out the advance of one tenant while it runs and this server holds the lease. Returns after an error, which is logged. If the task is
    /// cancelled, ends the lease.
    private func lead(_ tenant: TenantID) async {
        do {
            while try await store.takeAdvanceLease(for: holder, in: tenant) {
                let wait = try await store.advance(in: tenant)
                let pause = min(max(1, wait ?? .max), Self.renewalMilliseconds)
                try await Task.sleep(for: .milliseconds(pause))
            }
        } catch  where !Task.isCancelled {
            logger.warning(
                "the automatic advance was interrupted and continues when possible", metadata: ["error": "\(error)"])
        } catch {}
        guard Task.isCancelled else { return }
        // A separate task, because the database client ends the requests of a cancelled task.
        await Task { [store, holder] in try? await store.releaseAdvanceLease(of: holder, in: tenant) }.value
    }
}

extension AdvanceService: TenantObserver {
    public func tenantChanged(_ notice: ChangeNotice) {
        if notice.kind == LiveArbiter.noticeKind { wake.yield() }
    }

    public func changesWereMissed() { wake.yield() }

    /// Does nothing, because `run` asks for the tenants at each check.
    public func tenantEnded(_ tenant: TenantID) {}

    public var knownTenants: [TenantID] { [] }
}
