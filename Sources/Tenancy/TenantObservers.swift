import Synchronization

/// The observers of the tenants of one database, in the order in which they were made: what listens to the database tells
/// them all in one loop.
///
/// Observers are held weakly: a store that nobody uses any longer takes its cache with it.
public final class TenantObservers: Sendable {
    private struct Place {
        weak var observer: (any TenantObserver)?
    }

    private let places = Mutex<[Place]>([])

    /// Without observers.
    public init() {}

    /// Registers an observer. O(observers).
    public func add(_ observer: any TenantObserver) {
        places.withLock { places in
            places.removeAll { $0.observer == nil }
            places.append(Place(observer: observer))
        }
    }

    /// Tells all that something of a tenant has changed.
    public func tenantChanged(_ notice: ChangeNotice) {
        for observer in observers { observer.tenantChanged(notice) }
    }

    /// Tells all that notifications may have been lost.
    public func changesWereMissed() {
        for observer in observers { observer.changesWereMissed() }
    }

    /// Tells all that a tenant is disabled or gone.
    public func tenantEnded(_ tenant: TenantID) {
        for observer in observers { observer.tenantEnded(tenant) }
    }

    /// Tells each observer that the tenants it knows have ended, except those that are active.
    public func tenantsEnded(except active: Set<TenantID>) {
        for observer in observers {
            for tenant in observer.knownTenants where !active.contains(tenant) { observer.tenantEnded(tenant) }
        }
    }

    private var observers: [any TenantObserver] { places.withLock { $0.compactMap(\.observer) } }
}
