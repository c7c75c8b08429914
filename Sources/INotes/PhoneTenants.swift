import HTTP
import Synchronization
import Tenancy
import Web

/// The state of `INotesLibrary` for each tenant, besides the tenant's edition. A mutex protects the state for a few instructions
/// at a time.
final class PhoneTenants: Sendable {
    private struct Facts {
        /// The tenant at the last request, or `nil` before the first request.
        var tenant: Tenant?
        /// Whether the last attempt to build an edition failed, so that an outage is logged only once.
        var isFailing = false
        var looking = Looking.no
        /// The files of recently replaced editions, newest first.
        var former: [FormerFiles] = []
    }

    /// The state of the query for the concert on the air: no query, a running query, or a running query that another query must
    /// follow.
    private enum Looking { case no, yes, again }

    /// The files of a replaced edition, for phones whose refresh was in progress.
    private struct FormerFiles {
        let files: [String: Edition.StoredRepresentation]
        let end: ContinuousClock.Instant
    }

    /// The time for which the files of a replaced edition are kept, and the number of such editions.
    static let formerTime = Duration.seconds(600)
    private static let formerLimit = 3

    private let now: @Sendable () -> ContinuousClock.Instant
    private let facts = Mutex<[TenantID: Facts]>([:])

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// The known tenants.
    var known: [TenantID] { facts.withLock { Array($0.keys) } }

    /// Removes a tenant.
    func forget(_ tenant: TenantID) { facts.withLock { $0[tenant] = nil } }

    /// Records the tenant of a request.
    func meet(_ tenant: Tenant) { facts.withLock { $0[tenant.id, default: Facts()].tenant = tenant } }

    /// Returns the tenant at the last request, or `nil` before the first request.
    func tenant(_ id: TenantID) -> Tenant? { facts.withLock { $0[id]?.tenant } }

    /// Records whether building an edition failed.
    ///
    /// - Returns: whether the previous attempt failed.
    func note(isFailing: Bool, _ tenant: TenantID) -> Bool {
        facts.withLock { facts in
            defer { facts[tenant]?.isFailing = isFailing }
            return facts[tenant]?.isFailing ?? false
        }
    }

    /// Returns whether a query may begin. If a query is already running, another query follows it.
    func beginLooking(at tenant: TenantID) -> Bool {
        facts.withLock { facts in
            let isFree = facts[tenant, default: Facts()].looking == .no
            facts[tenant]?.looking = isFree ? .yes : .again
            return isFree
        }
    }

    /// Ends a query.
    ///
    /// - Returns: whether another query is needed.
    func endLooking(at tenant: TenantID) -> Bool {
        facts.withLock { facts in
            defer { facts[tenant]?.looking = .no }
            return facts[tenant]?.looking == .again
        }
    }

    /// Keeps the files of a replaced edition for `formerTime`.
    func keepFiles(of old: Edition) {
        guard !old.files.isEmpty else { return }
        let (tenant, now) = (old.tenant, now())
        facts.withLock { facts in
            var former = facts[tenant]?.former.filter { $0.end > now } ?? []
            former.insert(FormerFiles(files: old.files, end: now + Self.formerTime), at: 0)
            facts[tenant]?.former = Array(former.prefix(Self.formerLimit))
        }
        // The reference is weak, so that an unused library is released.
        Task { [weak self] in
            guard (try? await Task.sleep(for: Self.formerTime)) != nil, let self else { return }
            let now = self.now()
            facts.withLock { $0[tenant]?.former.removeAll { $0.end <= now } }
        }
    }

    /// Returns a file of an edition that was replaced within `formerTime`, or `nil` if there is none.
    func formerFile(_ path: String, of tenant: TenantID) -> Representation? {
        let now = now()
        return facts.withLock { facts in
            facts[tenant]?.former.first { now < $0.end && $0.files[path] != nil }?.files[path]?.representation
        }
    }
}
