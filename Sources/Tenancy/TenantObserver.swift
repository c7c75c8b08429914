/// What keeps something in memory of tenants: a cache, a hub of event streams, a job that follows their changes.
///
/// No requirement has a default, so that each type says what it does in each case. A type registers in its initialiser with
/// the `TenantObservers` of the database that it reads (decision 0062).
public protocol TenantObserver: AnyObject, Sendable {
    /// Something of a tenant has changed. Returns at once; kinds that do not concern the observer are ignored.
    func tenantChanged(_ notice: ChangeNotice)

    /// Notifications may have been lost: anything of any tenant may have changed. Returns at once.
    func changesWereMissed()

    /// The tenant is disabled or gone: ends its streams and removes what is kept of it. Returns at once.
    func tenantEnded(_ tenant: TenantID)

    /// The tenants of which something is kept.
    var knownTenants: [TenantID] { get }
}
