import Cryptography
import Foundation
import Synchronization
import Tar
import TestSupport
import Testing

@testable import App

/// Tests of the commands for backup, restore and the move of a tenant, beside running services.
@Suite(.serialized) struct BackupServiceTests {
    /// The documents that old phones and apps read. None of these documents depends on the time.
    private static let paths = [
        "/getPieces.php", "/getData.xml", "/glossary.xml", "/api/v1/glossary", "/api/v1/channels", "/api/v1/shows",
        "/images/AppAssets/ProgramNotes.pdf",
        "/getData.php?database1=Dvo%C5%99%C3%A1k,%20String%20Quartet%20No.%2012:%20Mvt.%201",
    ]

    private static func documents(_ client: TestClient) async -> [String: [UInt8]] {
        var documents: [String: [UInt8]] = [:]
        for path in paths {
            guard let answer = await client.exchange("GET", path) else { continue }
            documents[path] = Array("\(answer.status) ".utf8) + answer.body
        }
        return documents
    }

    /// Spec O4.9, Decided 27.
    @Test(.timeLimit(.minutes(30))) func aBackupMadeDuringWritesIsServedUnchangedByAnotherServer() async throws {
        try await RunningService.with { source in
            try await source.start()
            let path = source.directory.appending(path: "demo.tar").path
            let token = try await source.command(["token", "create", "--tenant", "demo", "--login", "operator"])
            let operatorClient = TestClient(
                port: source.port, token: token.output.trimmingCharacters(in: .whitespacesAndNewlines))
            let isDone = Mutex(false)
            let written = Mutex(0)
            let writer = Task {
                while !isDone.withLock({ $0 }) {
                    let answer = await operatorClient.exchange("POST", "/api/v1/live/steps", json: #"{"by": 1}"#)
                    if answer?.status == 200 { written.withLock { $0 += 1 } }
                }
            }
            #expect(await eventually(within: .seconds(120)) { written.withLock { $0 } >= 5 })
            let backup = try await source.command(["backup", path])
            isDone.withLock { $0 = true }
            await writer.value
            #expect(backup.status == 0 && backup.output.contains("verified"), "\(backup.errors)")
            #expect(backup.errors.contains("secret key"))
            #expect(try await source.command(["backup", "--verify", path]).status == 0)
            #expect(try await source.command(["restore", path]).status == 1, "the source is not empty")

            let expected = await Self.documents(TestClient(port: source.port))
            #expect(expected.count == Self.paths.count)
            try await RunningService.with(["run", "--no-demo"]) { target in
                let restored = try await target.command(["restore", path])
                #expect(restored.status == 0, "\(restored.errors)")
                try await target.start()
                let found = await Self.documents(TestClient(port: target.port))
                for path in Self.paths { #expect(found[path] == expected[path], "\(path)") }
                let count = ["psql", "--", "-Atc", "select count(*) from control.active_tenants()"]
                #expect(try await target.command(count).output == "1\n")
            }
        }
    }

    @Test(.timeLimit(.minutes(30))) func anExportedTenantCanBeImportedOnAServerWithOtherTenants() async throws {
        try await RunningService.with { source in
            try await source.start()
            let path = source.directory.appending(path: "demo-tenant.tar").path
            #expect(try await source.command(["tenant", "export", "demo", "--output", path]).status == 0)
            let expected = await Self.documents(TestClient(port: source.port))
            try await RunningService.with(["run", "--no-demo"]) { target in
                try await target.start()
                for slug in ["one", "two", "three"] {
                    let added = try await target.command(
                        ["tenant", "add", slug, "--name", slug, "--host", "\(slug).example"])
                    #expect(added.status == 0)
                }
                let arguments = ["tenant", "import", path, "--slug", "evening", "--host", "evening.example"]
                let tried = try await target.command(arguments + ["--dry-run"])
                #expect(tried.status == 0 && tried.output.contains("would import tenant evening"), "\(tried.errors)")
                #expect(try await !target.command(["tenant", "list"]).output.contains("evening"))
                let imported = try await target.command(arguments)
                #expect(imported.status == 0, "\(imported.errors)")
                #expect(imported.output.contains("passwords"))
                let client = TestClient(port: target.port, host: "evening.example")
                #expect(
                    await eventually(within: .seconds(120)) {
                        await client.exchange("GET", "/getPieces.php")?.status == 200
                    })
                let found = await Self.documents(client)
                for path in Self.paths { #expect(found[path] == expected[path], "\(path)") }
                let again = try await target.command(arguments)
                #expect(again.status == 1 && again.errors.contains("--slug"))
            }
        }
    }

    /// The command reports a mistyped data folder and creates no database in it.
    @Test func aBackupWithoutADatabaseIsRefused() async throws {
        try await RunningService.with { service in
            let backup = try await service.command(["backup", "/tmp/tutti-never.tar"])
            #expect(backup.status == 1 && backup.errors.contains("there is no database in"))
            #expect(!FileManager.default.fileExists(atPath: service.directory.appending(path: "data").path))
            #expect(try await service.command(["backup"]).status == 2)
            #expect(try await service.command(["restore", "/tmp/tutti-never.tar"]).status == 1)
            #expect(!FileManager.default.fileExists(atPath: service.directory.appending(path: "data").path))
        }
    }

    @Test func aFileThatCannotBeRestoredLeavesNoDataFolder() async throws {
        try await RunningService.with { target in
            let damaged = target.directory.appending(path: "damaged.tar")
            try Data("not a tar archive".utf8).write(to: damaged)
            let newer = target.directory.appending(path: "newer.tar").path
            try Self.writeBackup(to: newer, schema: 9000)
            for (path, status) in [(damaged.path, Int32(1)), (newer, CommandFailure.Status.migration.rawValue)] {
                let answer = try await target.command(["restore", path])
                #expect(answer.status == status, "\(answer.errors)")
                let data = target.directory.appending(path: "data").path
                #expect(!FileManager.default.fileExists(atPath: data), "\(path)")
            }
        }
    }

    /// Creates a file in the format of a backup, with an invalid dump.
    private static func writeBackup(to path: String, schema: Int) throws {
        let dump = Array("PGDMP".utf8)
        let digest = SHA256.hash(data: dump).hexadecimal
        let manifest = BackupManifest(
            schemaVersion: schema, takenAt: "2026-05-01T00:00:00Z", server: "15", tables: [],
            members: [BackupManifest.Member(name: BackupManifest.dump, bytes: dump.count, sha256: digest)])
        let writer = try TarWriter(path: path, modified: 0)
        for (name, bytes) in [(BackupManifest.dump, dump), (BackupManifest.name, try manifest.json)] {
            try writer.begin(name)
            try writer.append(bytes)
            try writer.end()
        }
        try writer.finish()
    }
}
