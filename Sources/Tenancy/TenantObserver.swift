/// A type that keeps data of tenants in memory or reacts to their changes, such as a cache. All methods must return immediately.
///
/// No requirement has a default implementation, so that each type handles every case. A type registers in its initialiser with the `TenantObservers`
/// of the database that it reads (decision 0062).
public protocol TenantObserver: AnyObject, Sendable {
    /// Called when data of a tenant has changed. Ignore unknown kinds.
    func tenantChanged(_ notice: ChangeNotice)

    /// Called when notifications may have been lost, so that any data of any tenant may have changed.
    func changesWereMissed()

    /// Called when a tenant was disabled or deleted. End its streams and remove its data.
    func tenantEnded(_ tenant: TenantID)

    /// The tenants for which `tenantEnded(_:)` is called if they are no longer active after notifications may have been lost.
    var knownTenants: [TenantID] { get }
}
