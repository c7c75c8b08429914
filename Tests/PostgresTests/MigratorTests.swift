import Postgres
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct MigratorTests {
    private static let one = Migration(
        name: "0001_one", sql: "create table one (id bigint); insert into one values (1); -- the end")
    private static let two = Migration(name: "0002_two", sql: "insert into one values (2);\ncreate table two ();\n")

    private func migrator(_ test: TestDatabase, _ migrations: [Migration], lockWait: Double = 300) -> Migrator {
        Migrator(conninfo: test.ownerConninfo, migrations: migrations, lockWait: lockWait, logger: silent)
    }

    private func count(_ test: TestDatabase, _ statement: SQL = "select count(*) as value from one") async throws -> Int
    {
        try await test.superuser.rows(statement).value()
    }

    @Test func eachPendingMigrationIsAppliedOnce() async throws {
        try await withDatabase(isMigrated: false) { test in
            #expect(try await migrator(test, [Self.one]).status() == [.init(name: "0001_one", appliedAt: nil)])
            #expect(try await migrator(test, [Self.one]).migrate() == ["0001_one"])
            #expect(try await migrator(test, [Self.one, Self.two]).migrate() == ["0002_two"])
            #expect(try await migrator(test, [Self.one, Self.two]).migrate() == [])
            #expect(try await count(test) == 2)
            let status = try await migrator(test, [Self.one, Self.two]).status()
            #expect(status.map(\.name) == ["0001_one", "0002_two"])
            let appliedAt = try #require(status.first?.appliedAt)
            #expect(appliedAt.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
            let row = try #require(
                try await test.superuser.rows("select * from control.schema_migration where version = 2").first)
            #expect(try row("name") == "0002_two")
            #expect(try row("sha256") == Self.two.checksum)
            #expect(try row("by") == "app_owner")
            #expect(try row("ms", as: Int.self) >= 0)
        }
    }

    /// Spec O4.1.
    @Test func aConflictingMigrationHistoryIsRefusedBeforeAnyChange() async throws {
        try await withDatabase(isMigrated: false) { test in
            _ = try await migrator(test, [Self.one]).migrate()
            let changed = Migration(name: "0001_one", sql: "select 1")
            await #expect(throws: MigrationError.changed(name: "0001_one")) {
                try await migrator(test, [changed, Self.two]).migrate()
            }
            let three = Migration(name: "0003_three", sql: "")
            await #expect(throws: MigrationError.gap(missing: "0002")) {
                try await migrator(test, [Self.one, three]).migrate()
            }
            await #expect(throws: MigrationError.unknown(name: "0001_one")) { try await migrator(test, []).migrate() }
            await #expect(throws: MigrationError.unknown(name: "0001_one")) { try await migrator(test, []).status() }
            #expect(try await count(test) == 1)
            #expect(try await count(test, "select count(*) as value from control.schema_migration") == 1)
        }
    }

    @Test func aFailedMigrationIsRolledBackAndNamedInTheError() async throws {
        try await withDatabase(isMigrated: false) { test in
            let bad = Migration(
                name: "0002_bad", sql: "insert into one values (2); select 1 / 0; insert into one values (3)")
            do {
                _ = try await migrator(test, [Self.one, bad]).migrate()
                Issue.record("it was applied")
            } catch MigrationError.failed(let name, let reason) {
                #expect(name == "0002_bad")
                #expect(reason.contains("22012"))
            }
            #expect(try await count(test) == 1)
            #expect(try await migrator(test, [Self.one, Self.two]).migrate() == ["0002_two"])
        }
    }

    @Test func aMigrationThatEndsItsTransactionIsRefused() async throws {
        try await withDatabase(isMigrated: false) { test in
            let rogue = Migration(name: "0001_rogue", sql: "create table one (); commit;")
            await #expect(throws: MigrationError.self) { try await migrator(test, [rogue]).migrate() }
            let recorded = try await count(test, "select count(*) as value from control.schema_migration")
            #expect(recorded == 0)
        }
    }

    @Test func aMigrationWithoutATransactionRunsItsStatementsOneByOne() async throws {
        try await withDatabase(isMigrated: false) { test in
            let index = Migration(
                name: "0002_index",
                sql: """
                    -- no-transaction
                    create index concurrently if not exists one_id on one (id);
                    create index concurrently if not exists one_id_down on one (id desc);
                    """)
            let applied = try await migrator(test, [Self.one, index]).migrate()
            #expect(applied == ["0001_one", "0002_index"])
            let indexes = try await count(test, "select count(*) as value from pg_indexes where tablename = 'one'")
            #expect(indexes == 2)
        }
    }

    @Test func simultaneousCallersApplyEachMigrationOnce() async throws {
        try await withDatabase(isMigrated: false) { test in
            let slow = Migration(name: "0002_slow", sql: "select pg_sleep(0.3); create table two ();")
            let index = Migration(
                name: "0003_index", sql: "-- no-transaction\ncreate index concurrently one_id on one (id);")
            let applied = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<6 { group.addTask { try await migrator(test, [Self.one, slow, index]).migrate() } }
                return try await group.reduce(into: [String]()) { $0 += $1 }
            }
            #expect(applied.sorted() == ["0001_one", "0002_slow", "0003_index"])
        }
    }

    @Test func waitingForTheMigrationLockTimesOut() async throws {
        try await withDatabase(isMigrated: false) { test in
            try await test.superuser.transaction { transaction in
                _ = try await transaction.rows(
                    "select pg_advisory_lock(hashtextextended('control.schema_migration', 0))")
                await #expect(throws: MigrationError.lockTimeout) {
                    try await migrator(test, [Self.one], lockWait: 0.3).migrate()
                }
            }
            #expect(try await migrator(test, [Self.one]).migrate() == ["0001_one"])
        }
    }

    /// Spec O4.1.
    @Test func aMigrationWaitsForATableInUse() async throws {
        try await withDatabase(isMigrated: false) { test in
            _ = try await migrator(test, [Self.one]).migrate()
            let alter = Migration(name: "0002_alter", sql: "alter table one add column title text;")
            let (held, holding) = AsyncStream.makeStream(of: Void.self)
            let holder = Task {
                defer { holding.finish() }
                try await test.superuser.transaction { transaction in
                    _ = try await transaction.rows("select * from one")
                    holding.finish()
                    _ = try await transaction.rows("select pg_sleep(3.4)")
                }
            }
            for await _ in held {}
            #expect(try await migrator(test, [Self.one, alter]).migrate() == ["0002_alter"])
            try await holder.value
        }
    }

    @Test func anUnreachableServerIsReportedAsUnavailable() async {
        let migrator = Migrator(conninfo: "host=/nowhere", migrations: [Self.one], logger: silent)
        do {
            _ = try await migrator.migrate()
            Issue.record("it was reached")
        } catch MigrationError.unavailable {
        } catch {
            Issue.record("\(error)")
        }
    }
}
