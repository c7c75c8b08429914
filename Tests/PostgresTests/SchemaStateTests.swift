import TestSupport
import Testing

@testable import Postgres

@Suite struct SchemaStateTests {
    private let files = ["0001_a", "0002_b", "0003_c"].map { Migration(name: $0, sql: "-- \($0)") }

    private func applied(_ names: [String]) -> [MigrationHistory.Applied] {
        names.map {
            let migration = Migration(name: $0, sql: "-- \($0)")
            return MigrationHistory.Applied(
                version: migration.version, name: $0, checksum: migration.checksum, appliedAt: "")
        }
    }

    @Test func aSchemaWithMissingOrChangedMigrationsIsNotUsable() {
        #expect(Migrator.state(files, applied(["0001_a", "0002_b", "0003_c"])) == SchemaState(applied: 3))
        let older = Migrator.state(files, applied(["0001_a"]))
        #expect(older == SchemaState(missing: ["0002_b", "0003_c"], applied: 1))
        #expect(!older.isUsable)
        let other = Migrator.state(files, applied(["0001_a", "0002_x", "0003_c"]))
        #expect(other == SchemaState(changed: ["0002_b"], applied: 2))
        #expect(!other.isUsable)
        let newer = Migrator.state(files, applied(["0001_a", "0002_b", "0003_c", "0004_d"]))
        #expect(newer == SchemaState(newer: ["0004_d"], applied: 3))
        #expect(newer.isUsable)
    }

    @Test func anEmptyDatabaseLacksEveryMigration() async throws {
        try await withDatabase(isMigrated: false) { test in
            let state = try await Migrator.state(of: test.runtime, for: files)
            #expect(state == SchemaState(missing: ["0001_a", "0002_b", "0003_c"]))
        }
    }

    @Test func readingTheSchemaStateOfAnUnavailableServerFails() async {
        let error = await failure {
            try await withClient("host=/nowhere") {
                $0.waitLimit = 0.1
            } _: {
                try await Migrator.state(of: $0, for: files)
            }
        }
        guard case .unavailable = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    @Test func missingPermissionsAreNotReportedAsAnOutage() {
        let denied = PostgresError.server(
            sqlState: "42501", message: "permission denied for database tutti", constraint: nil, detail: nil)
        #expect(MigrationError(denied) == .denied(reason: "permission denied for database tutti (42501)"))
        let role = "FATAL:  permission denied to set role \"app_owner\""
        #expect(MigrationError(PostgresError.unavailable(reason: role)) == .denied(reason: role))
        #expect(
            MigrationError(PostgresError.unavailable(reason: "connection refused"))
                == .unavailable(reason: "connection refused"))
    }

    @Test func migratingWithoutPermissionIsDenied() async throws {
        try await withDatabase(isMigrated: false) { test in
            let migrator = Migrator(conninfo: test.runtimeConninfo, migrations: files, logger: silent)
            do {
                _ = try await migrator.migrate()
                #expect(Bool(false), "it migrated")
            } catch let error as MigrationError {
                guard case .denied = error else { return #expect(Bool(false), "\(error)") }
            }
        }
    }
}
