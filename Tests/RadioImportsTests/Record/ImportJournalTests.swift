import Dispatch
import Testing
import TestSupport
import Web

@testable import RadioImports

struct ImportJournalTests {
    private static let feed = """
        <rss version="2.0"><channel><title>Talks</title><link>https://talks.example/</link>
        <item><guid>1</guid><title>One</title></item></channel></rss>
        """

    private static func newest(_ rig: ImportRig) async throws -> ImportRecordStore.Entry? {
        try await ImportRecordStore(database: rig.database.tenants).entries(before: nil, limit: 1, in: rig.here.id)
            .first
    }

    @Test func theRecordOfARunningImportShowsItsProgress() async throws {
        try await ImportRig.with { rig in
            let format = try #require(ImportFormats.format(named: "rss"))
            let go = DispatchSemaphore(value: 0)
            async let record = rig.imports.run(
                ImportSource(name: "feed.xml", texts: [("feed.xml", Self.feed)]), as: format, in: rig.here,
                order: StationImport.Order(), by: ImportActor(command: "first")
            ) { progress in
                guard case .reading = progress else { return }
                // Blocks the reading thread while the transaction is open.
                go.wait()
            }
            let isTold = try await eventually(within: .seconds(60)) {
                try await Self.newest(rig)?.progress == ImportProgressView(.reading(items: 2), items: 2)
            }
            let running = try await Self.newest(rig)
            go.signal()
            #expect(isTold)
            #expect(running?.outcome == "under-way" && running?.finishedAt == nil && running?.actor == "first")
            let id = try await record.id
            let done = try await Self.newest(rig)
            #expect(done?.id == id && done?.outcome == "published" && done?.progress == nil && done?.finishedAt != nil)
        }
    }

    @Test func theRecordOfAnUnreadableImportShowsTheReason() async throws {
        try await ImportRig.with { rig in
            let format = try #require(ImportFormats.format(named: "rss"))
            let source = ImportSource(
                name: "feed.xml",
                files: [.init(name: "feed.xml") { throw ImportSource.Failure(description: "the disk is gone") }])
            await #expect(throws: ImportSource.Failure.self) {
                try await rig.imports.run(
                    source, as: format, in: rig.here, order: StationImport.Order(), by: ImportActor(command: "test"))
            }
            let entry = try #require(try await Self.newest(rig))
            #expect(entry.outcome == "broken-off" && entry.finishedAt != nil)
            #expect(ImportReportView(stored: entry.report).faults.first.map(\.message) == ["the disk is gone"])
            #expect(try await rig.rows("select count(*) from app.audit_event") == ["0"])
        }
    }

    @Test func anImportThatNoServerRunsAnyLongerIsShownAsBrokenOff() async throws {
        try await ImportRig.with { rig in
            let id = try await rig.database.importUnderWay(in: rig.here)
            try await rig.importFile("rss", [("feed.xml", Self.feed)], in: rig.there)
            #expect(try await Self.newest(rig)?.outcome == "broken-off")
            #expect(
                try await rig.rows("select outcome from app.radio_import where import_id = \(id)") == ["under-way"])
            try await rig.importFile("rss", [("feed.xml", Self.feed)])
            #expect(
                try await rig.rows(
                    "select outcome, finished_at is not null, progress is null from app.radio_import where import_id = \(id)"
                )
                    == ["broken-off|t|t"])
        }
    }

    @Test func dryRunsAndRefusedImportsAreRecorded() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile("rss", [("feed.xml", Self.feed)], isDryRun: true)
            let refused = try await rig.importFile("rss", [("feed.xml", "no feed")])
            #expect(refused.outcome == .refused)
            #expect(
                try await rig.rows("select outcome, octet_length(sha256) from app.radio_import order by import_id")
                    == ["dry-run|32", "refused|32"])
            #expect(try await rig.rows("select count(*) from app.radio_stage") == ["0"])
        }
    }
}
