import Postgres
import Tenancy

/// Announces new content to the tenant's listeners (spec R7). `App` supplies the implementation, from the module `Notices`.
public protocol ContentAnnouncer: Sendable {
    /// Announces new content within the transaction of the import. An error rolls back the whole import.
    func announce(_ message: String, in tenant: TenantID, _ transaction: Transaction) async throws
}
