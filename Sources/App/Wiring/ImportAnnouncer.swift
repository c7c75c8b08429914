import Notices
import Postgres
import RadioImports
import Tenancy

/// What an import has published is content made anew: the slice of notices tells listeners (spec R7).
struct ImportAnnouncer: ContentAnnouncer {
    let updates: ContentUpdateStore

    func announce(_ message: String, in tenant: TenantID, _ transaction: Transaction) async throws {
        try await updates.announce(message, in: tenant, within: transaction)
    }
}
