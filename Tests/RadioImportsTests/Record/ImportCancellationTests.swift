import Dispatch
import Tenancy
import Testing
import TestSupport
import Web

@testable import RadioImports

struct ImportCancellationTests {
    private static let feed = """
        <rss version="2.0"><channel><title>Talks</title><link>https://talks.example/</link>
        <item><guid>1</guid><title>One</title></item></channel></rss>
        """
    private static let endless = ImportFormat("rss", endings: []) { _ in EndlessReader() }

    private static func begin(_ rig: ImportRig, in tenant: Tenant) -> Task<ImportRecord, any Error> {
        Task {
            try await rig.imports.run(
                ImportSource(name: "feed.xml", texts: [("feed.xml", feed)]), as: endless, in: tenant,
                order: StationImport.Order(), by: ImportActor(command: "endless"))
        }
    }

    private static func isUnderWay(_ rig: ImportRig, _ tenant: Tenant) async throws -> Bool {
        try await eventually(within: .seconds(60)) {
            try await rig.rows(
                "select count(*) from app.radio_import where tenant_id = \(tenant.id) and outcome = 'under-way'") == [
                    "1"
                ]
        }
    }

    private static func newest(_ rig: ImportRig, _ tenant: Tenant) async throws -> ImportRecordStore.Entry? {
        try await ImportRecordStore(database: rig.database.tenants).entries(before: nil, limit: 1, in: tenant.id).first
    }

    /// The same happens to a request's task when the client disconnects.
    @Test func theNextImportRunsAfterTheTaskOfAnImportIsCancelled() async throws {
        try await ImportRig.with { rig in
            let task = Self.begin(rig, in: rig.here)
            #expect(try await Self.isUnderWay(rig, rig.here))
            task.cancel()
            let next = try await rig.importFile("rss", [("feed.xml", Self.feed)])
            #expect(next.outcome == .published)
            let error = await #expect(throws: APIError.self) { try await task.value }
            #expect(error?.code == .importCancelled)
            #expect(
                try await rig.rows("select outcome, finished_at is not null from app.radio_import order by import_id")
                    == ["cancelled|t", "published|t"])
        }
    }

    @Test func cancellingTheRecordOfAnImportEndsTheImport() async throws {
        try await ImportRig.with { rig in
            let task = Self.begin(rig, in: rig.here)
            #expect(try await Self.isUnderWay(rig, rig.here))
            let id = try #require(try await Self.newest(rig, rig.here)).id
            let cancellation = ImportCancellation(database: rig.database.tenants)
            let actor = ImportActor(command: "test")
            await #expect(throws: APIError.self) { try await cancellation.cancel(id, in: rig.there.id, by: actor) }
            try await cancellation.cancel(id, in: rig.here.id, by: actor)
            try await cancellation.cancel(id, in: rig.here.id, by: actor)
            let error = await #expect(throws: APIError.self) { try await task.value }
            #expect(error?.code == .importCancelled)
            #expect(try await Self.newest(rig, rig.here)?.outcome == "cancelled")
            #expect(try await rig.rows("select count(*) from app.audit_event") == ["1"])
            #expect(try await rig.importFile("rss", [("feed.xml", Self.feed)]).outcome == .published)
        }
    }

    /// The import is cancelled after its items are read, so only the cancelled record prevents the publication.
    @Test func anImportCancelledBeforePublishingIsNotPublished() async throws {
        try await ImportRig.with { rig in
            let go = DispatchSemaphore(value: 0)
            let (reached, reach) = AsyncStream<Void>.makeStream()
            let format = try #require(ImportFormats.format(named: "rss"))
            let record = Task {
                try await rig.imports.run(
                    ImportSource(name: "feed.xml", texts: [("feed.xml", Self.feed)]), as: format, in: rig.here,
                    order: StationImport.Order(), by: ImportActor(command: "first")
                ) { progress in
                    guard case .reading = progress else { return }
                    reach.finish()
                    go.wait()
                }
            }
            for await _ in reached {}
            let id = try #require(try await Self.newest(rig, rig.here)).id
            try await ImportCancellation(database: rig.database.tenants)
                .cancel(id, in: rig.here.id, by: ImportActor(command: "test"))
            go.signal()
            let error = await #expect(throws: APIError.self) { try await record.value }
            #expect(error?.code == .importCancelled)
            #expect(try await rig.rows("select count(*) from app.show") == ["0"])
            #expect(try await rig.rows("select count(*) from app.radio_stage") == ["0"])
        }
    }

    @Test func aSmallImportRunsWhileTwoOtherTenantsImport() async throws {
        try await ImportRig.with { rig in
            let third = try await rig.database.tenant("third")
            let tasks = [Self.begin(rig, in: rig.here), Self.begin(rig, in: rig.there)]
            #expect(try await Self.isUnderWay(rig, rig.here))
            #expect(try await Self.isUnderWay(rig, rig.there))
            #expect(try await rig.importFile("rss", [("feed.xml", Self.feed)], in: third).outcome == .published)
            for task in tasks {
                task.cancel()
                await #expect(throws: APIError.self) { try await task.value }
            }
        }
    }
}
