import Notices
import Postgres
import RadioImports
import Tenancy

/// Announces the content published by an import as a content update, which `Notices` shows to listeners (spec R7).
struct ImportAnnouncer: ContentAnnouncer {
    let updates: ContentUpdateStore

    func announce(_ message: String, in tenant: TenantID, _ transaction: Transaction) async throws {
        try await updates.announce(message, in: tenant, within: transaction)
    }
}
