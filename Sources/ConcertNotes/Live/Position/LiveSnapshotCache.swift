import Synchronization
import Tenancy

/// A cache of the newest reading of each tenant's live concert. The first attempt at a move uses this reading, and later attempts read the database.
/// A mutex protects the cache.
final class LiveSnapshotCache: TenantObserver {
    private let tenants = Mutex<[TenantID: RememberedSnapshot]>([:])

    /// Creates a cache and registers it with the observers.
    init(of observers: TenantObservers) { observers.add(self) }

    /// Returns the newest reading; `nil` if there is none or it is older than `RememberedSnapshot.limit`.
    func snapshot(in tenant: TenantID) -> LiveSnapshot? {
        tenants.withLock { $0[tenant]?.current(at: .now) }
    }

    /// Stores a reading, unless the cache has a newer one that is not older than `RememberedSnapshot.limit`. `nil` changes nothing.
    func remember(_ snapshot: LiveSnapshot?, in tenant: TenantID) {
        guard let snapshot else { return }
        let now = ContinuousClock.now
        tenants.withLock { tenants in
            guard tenants[tenant]?.isReplaced(by: snapshot, at: now) ?? true else { return }
            tenants[tenant] = RememberedSnapshot(snapshot, at: now)
        }
    }

    /// Does nothing: an outdated reading is replaced by the next one.
    func tenantChanged(_ notice: ChangeNotice) {}

    /// Does nothing: an outdated reading is refused by the compare-and-set.
    func changesWereMissed() {}

    func tenantEnded(_ tenant: TenantID) { tenants.withLock { $0[tenant] = nil } }

    var knownTenants: [TenantID] { tenants.withLock { Array($0.keys) } }
}
