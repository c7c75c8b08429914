import Synchronization

/// The observers of the tenants of one database, in the order of registration; held weakly, so that an unused store and its cache are freed.
public final class TenantObservers: Sendable {
    private struct WeakObserver {
        weak var observer: (any TenantObserver)?
    }

    private let references = Mutex<[WeakObserver]>([])

    /// Creates an empty list of observers.
    public init() {}

    /// Registers an observer. O(observers).
    public func add(_ observer: any TenantObserver) {
        references.withLock { references in
            references.removeAll { $0.observer == nil }
            references.append(WeakObserver(observer: observer))
        }
    }

    /// Notifies all observers that data of a tenant has changed.
    public func tenantChanged(_ notice: ChangeNotice) {
        for observer in observers { observer.tenantChanged(notice) }
    }

    /// Notifies all observers that notifications may have been lost.
    public func changesWereMissed() {
        for observer in observers { observer.changesWereMissed() }
    }

    /// Notifies all observers that a tenant was disabled or deleted.
    public func tenantEnded(_ tenant: TenantID) {
        for observer in observers { observer.tenantEnded(tenant) }
    }

    /// Notifies each observer that the tenants in its `knownTenants` have ended, except the tenants in `active`.
    public func tenantsEnded(except active: Set<TenantID>) {
        for observer in observers {
            for tenant in observer.knownTenants where !active.contains(tenant) { observer.tenantEnded(tenant) }
        }
    }

    private var observers: [any TenantObserver] { references.withLock { $0.compactMap(\.observer) } }
}
