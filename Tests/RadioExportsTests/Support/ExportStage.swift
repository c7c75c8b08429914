import Tenancy
import TestSupport
import Web
import WebTestSupport
import XML

@testable import RadioExports

/// The routes of all documents, with two tenants.
enum ExportStage {
    static func with(at start: String = "2026-06-15T12:00:00Z", _ body: (RouteStage) async throws -> Void) async throws
    {
        try await RouteStage.with(
            at: start,
            routes: { database, now in
                RadioExportRoutes(
                    database: database,
                    cache: ExportCache(of: TenantObservers(), workers: Workers("test.exports", width: 2, limit: 100)),
                    now: now
                ).routes
            }, body)
    }
}

extension RouteStage {
    /// Runs statements in the first tenant.
    @discardableResult
    func sql(_ statements: String) async throws -> String {
        try await database.sql("set app.tenant_id = '\(here.id)';\n\(statements)", user: "app_rt")
    }

    /// Runs statements and increases the revision of the radio data in the same transaction, as every change does.
    func change(_ statements: String) async throws {
        try await sql(
            """
            \(statements);
            insert into app.radio_revision as r (revision, changed_at) values (1, '2026-06-15T00:00:00Z')
                on conflict (tenant_id) do update set revision = r.revision + 1;
            """)
    }

    /// The document at a path, parsed by libxml2.
    func document(_ path: String) async throws -> XMLElement {
        try XMLReader().root(of: await send(.get, path).bytes)
    }
}
