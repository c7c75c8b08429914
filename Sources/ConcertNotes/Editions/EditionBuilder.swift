import Logging
import Tenancy
import Web

/// A builder of editions of the current content, for an `EditionCache`.
struct EditionBuilder<Edition: TenantEdition>: Sendable {
    let concerts: ConcertStore
    let clients: String
    let tenants = EditionTenants()
    let logger: Logger
    private let glossaries: GlossaryStore
    private let build: EditionCache<Edition>.Build

    init(
        database: TenantDatabase, clients: String, build: @escaping EditionCache<Edition>.Build, logger: Logger
    ) {
        concerts = ConcertStore(database: database)
        glossaries = GlossaryStore(database: database)
        self.clients = clients
        self.build = build
        self.logger = logger
    }

    /// Returns the edition of the current content: `last` if nothing has changed, or otherwise a new edition, which reuses the unchanged parts of
    /// `last`. With `nil`, all parts are built. The settings are those that `EditionTenants` recorded last for the tenant, or otherwise those of
    /// `tenant`. If the edition cannot be built, logs the failure and throws the error.
    func edition(for tenant: Tenant, replacing last: Edition?) async throws -> Edition {
        let tenant = tenants.tenant(tenant.id) ?? tenant
        do {
            let edition = try await built(for: tenant, replacing: last)
            _ = tenants.note(isFailing: false, tenant.id)
            return edition
        } catch {
            let isServing = last?.mark.integerSeconds == tenant.integerSeconds
            let wasFailing = tenants.note(isFailing: true, tenant.id)
            logger.log(
                level: wasFailing ? .debug : .warning, "the content for phones cannot be built",
                metadata: [
                    "clients": "\(clients)", "tenant.id": "\(tenant.id)", "error": "\(error)",
                    "serving.last": "\(isServing)",
                ])
            throw error
        }
    }

    /// Returns an edition of the current content, which is the old edition if nothing has changed. Reads again if the content changes during the
    /// call, and throws `APIError` 503 after ten attempts.
    private func built(for tenant: Tenant, replacing old: Edition?) async throws -> Edition {
        for _ in 0..<10 {
            let mark = EditionMark(
                stage: try await concerts.stage(in: tenant.id), glossary: try await glossaries.version(in: tenant.id),
                integerSeconds: tenant.integerSeconds)
            if let old, old.mark == mark { return old }
            if let edition = try await build(mark, tenant.id, old) { return edition }
        }
        throw APIError(
            .serviceUnavailable, code: .contentChanging, "the content is being changed: try again in a moment",
            retryAfter: 1)
    }
}
