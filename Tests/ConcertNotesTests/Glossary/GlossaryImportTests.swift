import ConcertNotes
import Tenancy
import TestSupport
import Testing

@Suite struct GlossaryImportTests {
    private static let table =
        "name\tcategory\tdescription\thistory\tsource\nlargo\tTempo\tSlow.\t\t\nŘehoř\tStyle\tA name.\tOld.\tus\n"

    private func run(
        _ text: String, _ database: TestDatabase, _ tenant: Tenant, dryRun: Bool = false
    ) async throws -> ImportReport {
        try await withGlossaryFile(text) {
            try await GlossaryImport(database: database.tenants).run(file: $0, tenant: tenant.id, dryRun: dryRun)
        }
    }

    @Test func anImportedGlossaryIsReadBackUnchanged() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            let report = try await run(Self.table, database, tenant)
            #expect(report.summary == "imported glossary, revision 1: 2 terms and 2 categories")
            let stored = try await GlossaryStore(database: database.tenants).glossary(in: tenant.id)
            #expect(stored?.version.revision == 1)
            #expect(
                stored?.glossary.items == [
                    GlossaryItem(name: "largo", category: "Tempo", description: "Slow."),
                    GlossaryItem(
                        name: "Řehoř", category: "Style", description: "A name.", history: "Old.", source: "us"),
                ])
        }
    }

    @Test func onlyAnImportThatChangesTheGlossaryRaisesItsRevision() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            _ = try await run(Self.table, database, tenant)
            #expect(try await run(Self.table, database, tenant).outcome == .unchanged(revision: 1))
            let shorter = String(Self.table.split(separator: "\n").prefix(2).joined(separator: "\n"))
            #expect(try await run(shorter, database, tenant, dryRun: true).outcome == .replaced(revision: 2))
            #expect(try await database.sql("select count(*) from app.glossary_item;") == "2")
            #expect(try await run(shorter, database, tenant).outcome == .replaced(revision: 2))
            #expect(try await database.sql("select name from app.glossary_item;") == "largo")
        }
    }

    @Test func eachTenantHasItsOwnGlossary() async throws {
        try await withDatabase { database in
            let (one, two) = (try await database.tenant("a"), try await database.tenant("b"))
            _ = try await run(Self.table, database, one)
            let store = GlossaryStore(database: database.tenants)
            #expect(try await store.version(in: two.id).revision == 0)
            #expect(try await store.glossary(in: two.id)?.glossary.items == [])
            #expect(try await run(Self.table, database, two).outcome == .created)
        }
    }
}
