/// A type that keeps data of tenants in memory or reacts to their changes: a cache, a hub of event streams or a job.
///
/// No requirement has a default implementation, so that each type handles every case explicitly. A type registers in its
/// initialiser with the `TenantObservers` of the database that it reads (decision 0062).
public protocol TenantObserver: AnyObject, Sendable {
    /// Called when data of a tenant has changed. The implementation must return immediately and ignore unknown kinds.
    func tenantChanged(_ notice: ChangeNotice)

    /// Called when notifications may have been lost, so that any data of any tenant may have changed. The implementation must return immediately.
    func changesWereMissed()

    /// Called when a tenant was disabled or deleted. The implementation must end the tenant's streams, remove the tenant's data and return
    /// immediately.
    func tenantEnded(_ tenant: TenantID)

    /// The tenants for which this observer needs `tenantEnded(_:)`. After notifications may have been lost, `tenantEnded(_:)` is called for each of
    /// these tenants that is no longer active. The array is empty if the observer has nothing to do in this case.
    var knownTenants: [TenantID] { get }
}
