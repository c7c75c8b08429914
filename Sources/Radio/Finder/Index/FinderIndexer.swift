import Logging
import Postgres
import Synchronization
import Tenancy

/// The service that updates the finder when a tenant's radio data or locale changes. Every server runs at most one job per tenant, and the first job
/// that gets the lock does the work (`FinderIndex`). A mutex protects the state and is never held while a job waits for the database.
public final class FinderIndexer: Sendable {
    private enum Work {
        case running
        /// The job is running and must run again, because a change has arrived.
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

    /// Updates the tenants one after another in the background, in case notifications were lost or sent before this server listened. Requests
    /// another run for each tenant whose job is already running.
    public func update(_ tenants: [TenantID]) {
        Task {
            for tenant in tenants where begin(tenant) { await run(tenant) }
        }
    }

    /// Returns `true` and marks the tenant's job as running if no job of the tenant is running on this server. Otherwise, returns `false` and
    /// requests another run.
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
                // The next notification of the tenant, or the next call of `update(_:)`, processes the remaining marks.
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
    /// Starts an update if the radio data or the tenant itself changed. Ignores other notifications.
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
