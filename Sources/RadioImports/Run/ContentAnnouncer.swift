import Postgres
import Tenancy

/// Announces new content to the tenant's listeners (spec R7). `App` supplies the implementation of the module `Notices`.
public protocol ContentAnnouncer: Sendable {
    /// Announces a message in the transaction of the import.
    func announce(_ message: String, in tenant: TenantID, _ transaction: Transaction) async throws
}
