import Postgres
import Tenancy

/// A service that announces new content to the tenant's listeners (spec R7). `App` supplies the implementation, from
/// the module `Notices`.
public protocol ContentAnnouncer: Sendable {
    /// Announces new content to listeners. Runs within the transaction of the import. An error that the method throws undoes the import.
    func announce(_ message: String, in tenant: TenantID, _ transaction: Transaction) async throws
}
