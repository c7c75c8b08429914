import Foundation
import Logging
import Migrations
import Postgres
import TestSupport
import Testing

@testable import App

@Suite struct ReadinessTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let machine = MachineCheck(folder: FileManager.default.temporaryDirectory.path)

    private var ours: [Migration] { Migrations.files.map { Migration(name: $0.name, sql: $0.sql) } }

    private func checked(_ test: TestDatabase, _ migrations: [Migration]) async -> Readiness {
        let readiness = Readiness(test.runtime, migrations: migrations, machine: machine, logger: logger)
        await readiness.check()
        return readiness
    }

    @Test func aServiceWithAllItsMigrationsIsReadyUntilItStops() async throws {
        try await withDatabase { test in
            let readiness = await checked(test, ours)
            #expect(readiness.reasons() == [])
            #expect(readiness.warnings == [])
            readiness.isDraining = true
            #expect(readiness.reasons() == ["stopping"])
        }
    }

    @Test(arguments: [(200, 150), (256, 192), (1024, 960), (20_000, 19_000)])
    func theDescriptorWarningBeginsBelowTheDescriptorLimit(limit: Int, from: Int) {
        #expect(MachineCheck.descriptorLimit(of: limit) == from)
    }

    /// Spec O4.3, Decided 27.
    @Test func anEmptyDatabaseIsNotReadyAndTheReasonNamesTheMissingMigrations() async throws {
        try await withDatabase(isMigrated: false) { test in
            let readiness = await checked(test, ours)
            let first = try #require(ours.first?.name)
            let last = try #require(ours.last?.name)
            #expect(
                readiness.reasons() == [
                    "\(ours.count) migrations are missing: \(first) to \(last); run `tutti migrate`"
                ])
        }
    }

    @Test func anOlderSchemaIsNotReadyAndTheReasonNamesTheMissingMigration() async throws {
        try await withDatabase { test in
            let next = Migration(name: "9999_next", sql: "select 1")
            let readiness = await checked(test, ours + [next])
            #expect(readiness.reasons() == ["1 migration is missing: 9999_next; run `tutti migrate`"])
        }
    }

    @Test func aSchemaWithDifferentContentOfAMigrationIsNotReady() async throws {
        try await withDatabase { test in
            let name = try #require(ours.first?.name)
            let readiness = await checked(test, [Migration(name: name, sql: "other")] + ours.dropFirst())
            let reason = try #require(readiness.reasons().first)
            #expect(reason.contains(name))
            #expect(reason.contains("different content"))
        }
    }

    @Test func aNewerSchemaIsReadyWithAWarning() async throws {
        try await withDatabase { test in
            let last = try #require(ours.last?.name)
            let readiness = await checked(test, ours.dropLast())
            #expect(readiness.reasons() == [])
            #expect(
                readiness.warnings == [
                    "the database has 1 newer migration: \(last); restart the server with the newer program"
                ])
        }
    }

    @Test func aServiceIsNotReadyBeforeItsFirstDatabaseCheck() async throws {
        var configuration = Database.Configuration(conninfo: "host=/nowhere")
        configuration.waitLimit = 300
        let database = Database(configuration, logger: logger)
        let readiness = Readiness(database, migrations: ours, machine: machine, logger: logger)
        // No check has run yet, and a probe does not wait for the database.
        #expect(readiness.reasons() == ["the database does not answer: check that PostgreSQL runs"])
        await database.close()
    }

    @Test func aServiceIsNotReadyAMinuteAfterItsLastDatabaseCheck() async throws {
        try await withDatabase { test in
            let readiness = await checked(test, ours)
            #expect(
                readiness.reasons(at: .now + .seconds(60)) == [
                    "the database does not answer: check that PostgreSQL runs"
                ])
        }
    }

    /// Spec O4.3, Decided 27.
    @Test func aFullDiskIsReportedForHalfAMinuteAfterAFailure() async throws {
        try await withDatabase { test in
            let full: SQL = "do $$ begin raise exception 'no space' using errcode = '53100'; end $$"
            _ = try? await test.runtime.rows(full)
            let readiness = await checked(test, ours)
            let reason = "the database's disk is full: free some space"
            #expect(readiness.reasons() == [reason])
            await readiness.check()
            #expect(!readiness.reasons(at: .now + .seconds(31)).contains(reason))
        }
    }

    @Test func aFolderThatCannotBeWrittenIsReportedWithItsPath() {
        #expect(MachineCheck(folder: "/proc").diskProblem()?.contains("/proc") == true)
        #expect(machine.diskProblem() == nil)
        #expect(machine.descriptorProblem() == nil)
    }
}
