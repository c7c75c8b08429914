import Logging
import Postgres
import Synchronization
import Tenancy

/// The service that updates the finder when a tenant's radio data or locale changes. At most one job per tenant runs on a server. A mutex protects
/// the state and is never held while a job waits for the database.
public final class FinderIndexer: Sendable {
    private enum Work {
        case running
        /// A change has arrived, so the job must run again.
        case runningAndRequested
    }

    private let index: FinderIndex
    private let logger: Logger
    private let work = Mutex<[TenantID: Work]>([:])

    public init(database: TenantDatabase, logger: Logger) {
        index = FinderIndex(database: database)
        self.logger = logger
        database.observers.add(self)
    }

    /// Updates the finder of these tenants in the background, in case notifications were lost or sent before this server listened.
    public func update(_ tenants: [TenantID]) {
        Task {
            for tenant in tenants where begin(tenant) { await run(tenant) }
        }
    }

    /// Returns whether the caller must run the tenant's job. A running job is asked for another run.
    private func begin(_ tenant: TenantID) -> Bool {
        work.withLock { work in
            let isFree = work[tenant] == nil
            work[tenant] = isFree ? .running : .runningAndRequested
            return isFree
        }
    }

    private func run(_ tenant: TenantID) async {
        repeat {
            do {
                try await index.update(tenant)
            } catch {
                logger.warning(
                    "finder index update failed",
                    metadata: [
                        "tenant.id": "\(tenant)", "error": "\((error as? PostgresError)?.withoutData ?? "\(error)")",
                    ])
            }
        } while isUpdateRequested(tenant)
    }

    private func isUpdateRequested(_ tenant: TenantID) -> Bool {
        work.withLock { work in
            let again = work[tenant] == .runningAndRequested
            work[tenant] = again ? .running : nil
            return again
        }
    }
}

extension FinderIndexer: TenantObserver {
    public func tenantChanged(_ notice: ChangeNotice) {
        guard notice.kind == RadioChange.kind || notice.kind == ChangeNotice.tenantKind else { return }
        if begin(notice.tenant) { Task { await run(notice.tenant) } }
    }

    /// Does nothing, because `update(_:)` is called once the active tenants are known.
    public func changesWereMissed() {}

    /// Does nothing, because a running job ends by itself.
    public func tenantEnded(_ tenant: TenantID) {}

    public var knownTenants: [TenantID] { [] }
}
