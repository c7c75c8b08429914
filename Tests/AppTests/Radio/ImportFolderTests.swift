import Foundation
import Logging
import Notices
import RadioImports
import Tenancy
import TestSupport
import Testing
import Web

@testable import App

struct ImportFolderTests {
    /// The watched folder of the tenant `here`, with its importer.
    private struct Stage {
        let database: TestDatabase
        let root: String
        let tenant: Tenant
        var folder: ImportFolder

        static func with(_ body: (inout Stage) async throws -> Void) async throws {
            try await withDatabase { database in
                let root = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID().uuidString)")
                    .path
                try FileManager.default.createDirectory(atPath: "\(root)/here/rss", withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(atPath: root) }
                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let imports = StationImport(
                    database: database.tenants,
                    announcer: ImportAnnouncer(updates: ContentUpdateStore(database: database.tenants)))
                let tenant = try await database.tenant("here")
                var stage = Stage(
                    database: database, root: root, tenant: tenant,
                    folder: ImportFolder(
                        root, imports: imports,
                        directory: TenantDirectory(database.runtime, fallback: nil, of: nil, logger: logger),
                        logger: logger))
                try await body(&stage)
            }
        }

        func put(_ text: String, _ path: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/\(path)"))
        }

        func names(_ path: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(path)")) ?? []).sorted()
        }

        func report(_ path: String) throws -> String {
            try String(contentsOfFile: "\(root)/\(path).report.txt", encoding: .utf8)
        }

        /// Checks the folder after the time for which a file must be unchanged.
        mutating func look(after seconds: Int64 = 60) async {
            await folder.scan(now: Instant(milliseconds: Instant.now.milliseconds + seconds * 1000))
        }

        func shows() async throws -> String { try await database.sql("select title from app.show order by 1") }
    }

    private static let feed = """
        <rss version="2.0"><channel><title>Talks</title><link>https://talks.example/</link>
        <item><guid>1</guid><title>One</title></item></channel></rss>
        """

    @Test func aNewFileInTheImportFolderIsImported() async throws {
        try await Stage.with { stage in
            try stage.put(Self.feed, "here/rss/feed.xml")
            await stage.look()
            #expect(stage.names("here/rss") == ["feed.xml"], "the file has been seen only once")
            await stage.look()
            #expect(stage.names("here/rss") == ["done"])
            #expect(stage.names("here/rss/done") == ["feed.xml", "feed.xml.report.txt"])
            #expect(try stage.report("here/rss/done/feed.xml").contains("published rss"))
            #expect(try await stage.shows() == "Talks")
            #expect(try await stage.database.sql("select actor from app.radio_import") == "watched folder")
        }
    }

    @Test func aFileInTheImportFolderIsNotImportedWhileItIsBeingWritten() async throws {
        try await Stage.with { stage in
            let half = String(Self.feed.prefix(80))
            try stage.put(half, "here/rss/feed.xml")
            await stage.look()
            // The file has grown since the last check.
            try stage.put(half + "    ", "here/rss/feed.xml")
            await stage.look()
            #expect(stage.names("here/rss") == ["feed.xml"])
            // The file was written just now, although the last check saw the same size.
            await stage.look(after: 0)
            await stage.look(after: 0)
            #expect(stage.names("here/rss") == ["feed.xml"])
            // The name of an incomplete copy begins with a dot.
            try stage.put(half, "here/rss/.other.xml")
            try stage.put(Self.feed, "here/rss/feed.xml")
            await stage.look()
            await stage.look()
            #expect(stage.names("here/rss") == [".other.xml", "done"])
            #expect(try await stage.shows() == "Talks")
        }
    }

    @Test func aRefusedFileIsMovedToTheRefusedFolderWithItsReport() async throws {
        try await Stage.with { stage in
            try FileManager.default.createDirectory(
                atPath: "\(stage.root)/nobody/rss", withIntermediateDirectories: true)
            try FileManager.default.createDirectory(
                atPath: "\(stage.root)/here/pictures", withIntermediateDirectories: true)
            try stage.put("<rss><channel>", "here/rss/broken.xml")
            try stage.put(Self.feed, "nobody/rss/feed.xml")
            try stage.put(Self.feed, "here/pictures/feed.xml")
            await stage.look()
            await stage.look()
            #expect(stage.names("here/rss/refused") == ["broken.xml", "broken.xml.report.txt"])
            #expect(
                try stage.report("here/rss/refused/broken.xml").contains(
                    "broken.xml:1: the XML document is not well-formed"))
            #expect(
                try stage.report("nobody/rss/refused/feed.xml")
                    == "there is no active tenant nobody; name the folder after an active tenant\n")
            #expect(try stage.report("here/pictures/refused/feed.xml").contains("pictures is not a radio data format"))
            #expect(try await stage.shows().isEmpty)
            // A refused file is not tried again.
            await stage.look()
            await stage.look()
            #expect(stage.names("here/rss/refused").count == 2)
        }
    }

    @Test func aFileInTheImportFolderWaitsUntilAnotherImportHasEnded() async throws {
        try await Stage.with { stage in
            try stage.put(Self.feed, "here/rss/feed.xml")
            await stage.look()
            let tenant = stage.tenant.id
            try await stage.database.tenants.transaction(in: tenant) { transaction in
                // The transaction holds the lock that a running import holds.
                _ = try await transaction.rows("select pg_advisory_xact_lock(7211, \(tenant.rawValue))")
                await stage.look()
            }
            #expect(stage.names("here/rss") == ["feed.xml"])
            await stage.look()
            await stage.look()
            #expect(stage.names("here/rss") == ["done"])
        }
    }
}
