import Synchronization
import Tenancy

/// The state of an `EditionCache` for each tenant, in addition to its edition. A mutex protects the state for a few instructions at a time.
final class EditionTenants: Sendable {
    private struct Facts {
        /// The tenant at the last request that found no current edition in memory, if any.
        var tenant: Tenant?
        /// Whether the last attempt to build an edition failed. Only the first failure of an outage is logged as a warning.
        var isFailing = false
        var queryState = QueryState.no
    }

    /// The query for the concert on the air: none, a running query, or a running query that another query must follow.
    private enum QueryState { case no, yes, again }

    private let facts = Mutex<[TenantID: Facts]>([:])

    var known: [TenantID] { facts.withLock { Array($0.keys) } }

    /// Removes the state of a tenant.
    func forget(_ tenant: TenantID) { facts.withLock { $0[tenant] = nil } }

    /// Records the tenant, with its current settings, of a request that found no current edition in memory.
    func register(_ tenant: Tenant) { facts.withLock { $0[tenant.id, default: Facts()].tenant = tenant } }

    /// Returns the tenant that `register` recorded last; `nil` if it recorded none.
    func tenant(_ id: TenantID) -> Tenant? { facts.withLock { $0[id]?.tenant } }

    /// Records whether building an edition failed, and returns whether the previous attempt failed.
    func note(isFailing: Bool, _ tenant: TenantID) -> Bool {
        facts.withLock { facts in
            defer { facts[tenant]?.isFailing = isFailing }
            return facts[tenant]?.isFailing ?? false
        }
    }

    /// Begins a query if none is running, and returns whether it did. If a query is already running, records that another query must follow.
    func beginQuery(at tenant: TenantID) -> Bool {
        facts.withLock { facts in
            let isFree = facts[tenant, default: Facts()].queryState == .no
            facts[tenant]?.queryState = isFree ? .yes : .again
            return isFree
        }
    }

    /// Ends a query, and returns whether another query is needed.
    func endQuery(at tenant: TenantID) -> Bool {
        facts.withLock { facts in
            defer { facts[tenant]?.queryState = .no }
            return facts[tenant]?.queryState == .again
        }
    }
}
