import Postgres
import Tenancy

/// The announcement of published imports to the tenant's listeners (spec R7). `App` supplies the implementation, which uses the module `Notices`.
public protocol ContentAnnouncer: Sendable {
    /// Announces the import within its transaction. An error rolls back the whole import.
    func announce(_ message: String, in tenant: TenantID, _ transaction: Transaction) async throws
}
