import Logging
import Postgres
import Synchronization
import Tenancy

/// Has the finder brought up to date whenever a tenant's radio or its language changes: one job a tenant, on every server;
/// whichever comes first does the work (`FinderIndex`).
///
/// Confined by a mutex that is held for a few instructions.
public final class FinderKeeper: Sendable {
    private enum Work {
        case running
        /// Something changed since it began.
        case runningAndAsked
    }

    private let index: FinderIndex
    private let logger: Logger
    private let work = Mutex<[TenantID: Work]>([:])

    public init(database: TenantDatabase, logger: Logger) {
        index = FinderIndex(database: database)
        self.logger = logger
        database.observers.add(self)
    }

    /// Notifications may have been lost, or were sent before there was anybody to hear them: one tenant after the other is
    /// looked at, behind whatever the caller does next.
    public func look(at tenants: [TenantID]) {
        Task {
            for tenant in tenants where begin(tenant) { await run(tenant) }
        }
    }

    /// Whether nobody here is at it; whoever is will look again.
    private func begin(_ tenant: TenantID) -> Bool {
        work.withLock { work in
            let isFree = work[tenant] == nil
            work[tenant] = isFree ? .running : .runningAndAsked
            return isFree
        }
    }

    private func run(_ tenant: TenantID) async {
        repeat {
            do {
                try await index.update(tenant)
            } catch {
                // Marks that were not taken are there when the next change or connection asks for them.
                logger.warning(
                    "finder not brought up to date",
                    metadata: [
                        "tenant.id": "\(tenant)", "error": "\((error as? PostgresError)?.withoutData ?? "\(error)")",
                    ])
            }
        } while isAskedAgain(tenant)
    }

    private func isAskedAgain(_ tenant: TenantID) -> Bool {
        work.withLock { work in
            let again = work[tenant] == .runningAndAsked
            work[tenant] = again ? .running : nil
            return again
        }
    }
}

extension FinderKeeper: TenantObserver {
    /// Kinds that do not concern the radio or the tenant itself are ignored.
    public func tenantChanged(_ notice: ChangeNotice) {
        guard notice.kind == RadioChange.kind || notice.kind == ChangeNotice.tenantKind else { return }
        if begin(notice.tenant) { Task { await run(notice.tenant) } }
    }

    /// `look(at:)` comes once the active tenants are known.
    public func changesWereMissed() {}

    /// A job under way ends by itself.
    public func tenantEnded(_ tenant: TenantID) {}

    public var knownTenants: [TenantID] { [] }
}
