import Foundation
import Logging
import Postgres
import Synchronization
import Tar
import TestSupport
import Testing

@testable import App

@Suite struct BackupTests {
    private static func with<Result: Sendable>(
        _ database: TestDatabase, _ body: (Installation) async throws -> Result
    ) async throws -> Result {
        let settings = try Settings(patientWith: [
            "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
            "TUTTI_DUMP_DATABASE_URL": database.dumpConninfo,
        ])
        let installation = try await Installation.open(
            settings, as: .command, logger: Logger(label: "backup") { _ in SwiftLogNoOpLogHandler() })
        do {
            let result = try await body(installation)
            await installation.close()
            return result
        } catch {
            await installation.close()
            throw error
        }
    }

    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/tutti-backup-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private static func fill(_ database: TestDatabase) async throws {
        let tenant = try await database.tenant("hall", host: "hall.example")
        try await database.sql(
            """
            insert into app.work (tenant_id, composer, title)
            select \(tenant.id), 'Composer', 'Title ' || i from generate_series(1, 500) i;
            """)
    }

    /// During the backup, each transaction inserts one row into each of two tables. In the restored database both
    /// tables have the same rows.
    @Test func aBackupDuringWritesIsConsistentAcrossTables() async throws {
        try await withDatabase { database in
            try await Self.withFolder { folder in
                try await Self.fill(database)
                let writer = WriterSwitch()
                let path = folder + "/busy.tar"
                let written = try await withThrowingTaskGroup(of: Int.self) { group in
                    group.addTask {
                        var count = 0
                        while !writer.isDone.withLock({ $0 }) {
                            count += 1
                            let text = "busy \(count)"
                            _ = try await database.superuser.batch([
                                """
                                insert into app.work (tenant_id, composer, title)
                                select tenant_id, 'Busy', \(text) from control.tenant
                                """,
                                """
                                insert into app.blob (tenant_id, sha256, media_type, content)
                                select tenant_id, sha256(convert_to(\(text), 'UTF8')), 'image/png', ''
                                  from control.tenant
                                """,
                            ])
                        }
                        return count
                    }
                    do {
                        // The loop waits until the writer has begun, before the snapshot is taken.
                        let query: SQL = "select count(*)::integer as n from app.blob"
                        while try await database.superuser.rows(query).first?("n", as: Int32.self) ?? 0 < 5 {}
                        try await Self.with(database) { _ = try await $0.backUp(to: path) }
                    } catch {
                        writer.isDone.withLock { $0 = true }
                        throw error
                    }
                    writer.isDone.withLock { $0 = true }
                    return try await group.next() ?? 0
                }
                let other = try await TestDatabase.create(isMigrated: false)
                let summary = try await Self.with(other) { try await $0.restore(from: path) }
                let counts = try await other.sql(
                    """
                    select (select count(*) from app.work where composer = 'Busy'), (select count(*) from app.blob);
                    """
                ).split(separator: "|").compactMap { Int($0) }
                #expect(counts.count == 2 && counts[0] == counts[1] && counts[0] >= 5 && counts[0] <= written)
                #expect(summary.schemaVersion == Installation.schemaVersion)
                try await other.drop()
            }
        }
    }

    /// Spec O4.9.
    @Test func aRestoreIntoADatabaseWithDataIsRefused() async throws {
        try await withDatabase { database in
            try await Self.withFolder { folder in
                try await Self.fill(database)
                let path = folder + "/hall.tar"
                try await Self.with(database) { _ = try await $0.backUp(to: path) }
                try await database.sql("update control.tenant set name = 'Later';")
                let failure = await #expect(throws: CommandFailure.self) {
                    try await Self.with(database) { try await $0.restore(from: path) }
                }
                #expect(failure?.message.contains("is not empty") == true)
                #expect(try await database.sql("select name from control.tenant;") == "Later")
                // A backup does not overwrite an existing file.
                await #expect(throws: CommandFailure.self) {
                    try await Self.with(database) { try await $0.backUp(to: path) }
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["hall.tar"])
            }
        }
    }

    @Test func aDamagedBackupIsNeitherVerifiedNorRestored() async throws {
        try await withDatabase { database in
            try await Self.withFolder { folder in
                try await Self.fill(database)
                let path = folder + "/hall.tar"
                let summary = try await Self.with(database) { try await $0.backUp(to: path) }
                #expect(try await Installation.verifyBackup(path) == summary)
                let sound = try Data(contentsOf: URL(fileURLWithPath: path))
                let other = try await TestDatabase.create(isMigrated: false)
                for place in [600, sound.count / 3, sound.count / 2] {
                    var bytes = sound
                    bytes[place] ^= 0x10
                    try bytes.write(to: URL(fileURLWithPath: path))
                    await #expect(throws: CommandFailure.self, "byte \(place)") {
                        try await Installation.verifyBackup(path)
                    }
                    await #expect(throws: (any Error).self) {
                        try await Self.with(other) { try await $0.restore(from: path) }
                    }
                }
                try sound.prefix(sound.count / 2).write(to: URL(fileURLWithPath: path))
                await #expect(throws: CommandFailure.self) { try await Installation.verifyBackup(path) }
                let schemas = "select count(*) from pg_namespace where nspname in ('app', 'control');"
                #expect(try await other.sql(schemas) == "0")
                try await other.drop()
            }
        }
    }

    @Test func restoringABackupOfANewerSchemaIsRefused() async throws {
        try await withDatabase { database in
            try await Self.withFolder { folder in
                try await database.sql(
                    """
                    insert into control.schema_migration (version, name, sha256, ms)
                    values (9000, '9000_later', repeat('0', 64), 0);
                    """)
                let path = folder + "/newer.tar"
                try await Self.with(database) { _ = try await $0.backUp(to: path) }
                let other = try await TestDatabase.create(isMigrated: false)
                let failure = await #expect(throws: CommandFailure.self) {
                    try await Self.with(other) { try await $0.restore(from: path) }
                }
                #expect(failure?.status == .migration && failure?.message.contains("schema version 9000") == true)
                try await other.drop()
            }
        }
    }

    /// The digests detect a row that is missing after the restore, and the restored data is removed.
    @Test func aRestoreThatDiffersFromItsBackupIsUndone() async throws {
        try await withDatabase { database in
            try await Self.withFolder { folder in
                try await Self.fill(database)
                let path = folder + "/hall.tar"
                try await Self.with(database) { _ = try await $0.backUp(to: path) }
                let file = try BackupFile(path: path)
                var tables = file.manifest.tables
                let index = try #require(tables.firstIndex { $0.name == "app.work" })
                tables[index] = BackupManifest.Table(name: "app.work", rows: 501, digest: "1")
                let forged = BackupManifest(
                    schemaVersion: file.manifest.schemaVersion, takenAt: file.manifest.takenAt,
                    server: file.manifest.server, tables: tables, members: file.manifest.members)
                try Self.copy(file, with: forged, to: folder + "/forged.tar")
                let other = try await TestDatabase.create(isMigrated: false)
                let failure = await #expect(throws: CommandFailure.self) {
                    try await Self.with(other) { try await $0.restore(from: folder + "/forged.tar") }
                }
                #expect(failure?.message.contains("app.work") == true)
                let schemas = "select count(*) from pg_namespace where nspname in ('app', 'control');"
                #expect(try await other.sql(schemas) == "0")
                try await other.drop()
            }
        }
    }

    private static func copy(_ file: BackupFile, with manifest: BackupManifest, to path: String) throws {
        let writer = try TarWriter(path: path, modified: 0)
        try writer.begin(BackupManifest.dump)
        try file.forEachPiece(of: BackupManifest.dump) { try writer.append($0) }
        try writer.end()
        try writer.begin(BackupManifest.name)
        try writer.append(try manifest.json)
        try writer.end()
        try writer.finish()
    }

    @Test func theErrorForABackupWithoutADumpRoleNamesTheMissingSetting() async throws {
        try await withDatabase { database in
            let settings = try Settings(patientWith: [
                "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
            ])
            let installation = try await Installation.open(
                settings, as: .command, logger: Logger(label: "backup") { _ in SwiftLogNoOpLogHandler() })
            let failure = await #expect(throws: CommandFailure.self) {
                try await installation.backUp(to: "/tmp/tutti-never.tar")
            }
            await installation.close()
            #expect(failure?.message.contains("TUTTI_DUMP_DATABASE_URL") == true)
            #expect(!FileManager.default.fileExists(atPath: "/tmp/tutti-never.tar.part"))
        }
    }

    /// Scripts that replace PostgreSQL's programs. The scripts record the data that every user of the machine can read, and then start the programs.
    private static func recordingPrograms(in folder: String, _ names: String...) throws -> String {
        let programs = folder + "/programs"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        for name in names {
            let script = """
                #!/bin/bash
                tr '\\0' ' ' < /proc/$$/cmdline >> \(folder)/arguments
                echo "${PGPASSWORD-none}" >> \(folder)/passwords
                exec \(name) "$@"

                """
            let path = "\(programs)/\(name)"
            _ = FileManager.default.createFile(
                atPath: path, contents: Data(script.utf8), attributes: [.posixPermissions: 0o755])
        }
        return programs
    }

    @Test func backupAndRestorePassNoPasswordsAsProgramArguments() async throws {
        try await withDatabase { database in
            try await Self.withFolder { folder in
                try await Self.fill(database)
                let other = try await TestDatabase.create(isMigrated: false)
                let programs = try Self.recordingPrograms(in: folder, "pg_dump", "pg_restore")
                func installation(_ database: TestDatabase) async throws -> Installation {
                    let settings = try Settings(patientWith: [
                        "DATABASE_URL": database.runtimeConninfo + " password=hush-a",
                        "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo + " password=hush-b",
                        "TUTTI_DUMP_DATABASE_URL": database.dumpConninfo + " password=hush-c",
                        "TUTTI_PG_BIN_DIR": programs,
                    ])
                    return try await Installation.open(
                        settings, as: .command, logger: Logger(label: "backup") { _ in SwiftLogNoOpLogHandler() })
                }
                let source = try await installation(database)
                _ = try await source.backUp(to: folder + "/hall.tar")
                await source.close()
                let target = try await installation(other)
                _ = try await target.restore(from: folder + "/hall.tar")
                await target.close()
                let arguments = try String(contentsOfFile: folder + "/arguments", encoding: .utf8)
                #expect(arguments.contains("--format=custom") && arguments.contains("--single-transaction"))
                #expect(!arguments.contains("hush"), "\(arguments)")
                let passwords = try String(contentsOfFile: folder + "/passwords", encoding: .utf8)
                #expect(passwords == "hush-c\nhush-b\n")
                try await other.drop()
            }
        }
    }

    @Test func rotatingABackupFolderRemovesOnlyOldBackups() async throws {
        try await Self.withFolder { folder in
            let backups = BackupFolder(path: folder, kept: 2)
            let start = Date(timeIntervalSince1970: 1_780_000_000)
            for day in 0..<4 {
                let path = backups.file(at: start.addingTimeInterval(Double(day) * 86_400))
                _ = FileManager.default.createFile(atPath: path, contents: nil)
            }
            for other in ["tutti-hall.tar", "tutti-20260501T031500Z.tar.part", "notes"] {
                _ = FileManager.default.createFile(atPath: "\(folder)/\(other)", contents: nil)
            }
            let removed = try backups.rotate()
            #expect(removed == ["tutti-20260528T202640Z.tar", "tutti-20260529T202640Z.tar"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 5)
        }
    }
}

/// A switch that stops the writer of a busy database.
private final class WriterSwitch: Sendable {
    let isDone = Mutex(false)
}
