import Notices
import Postgres
import RadioImports
import Tenancy

/// Announces content that an import has published, as a content update that `Notices` shows to listeners (spec R7).
struct ImportAnnouncer: ContentAnnouncer {
    let updates: ContentUpdateStore

    func announce(_ message: String, in tenant: TenantID, _ transaction: Transaction) async throws {
        try await updates.announce(message, in: tenant, within: transaction)
    }
}
