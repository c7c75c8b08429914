import EmbeddedPostgres
import Foundation
import TestSupport
import Testing

/// Tests that `pg_dump` as `app_dump` makes a complete backup without special options.
@Suite struct DumpRoleTests {
    private static func run(_ program: String, _ arguments: [String]) async throws -> (text: String, status: Int32) {
        try await ChildProcess.output(
            of: "/usr/bin/env", [program] + arguments,
            environment: ["PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")", "LC_ALL=C.UTF-8"])
    }

    private static let digests = """
        select t.name, d.rows, d.digest from control.dumped_tables() t, control.table_digest(t.name) d order by 1;
        """

    @Test func aPlainDumpRestoresEveryTableIntoAnEmptyDatabase() async throws {
        try await withDatabase { database in
            for slug in ["one", "two"] {
                let tenant = try await database.tenant(slug, host: "\(slug).example")
                try await database.sql(
                    """
                    insert into app.work (tenant_id, composer, title)
                    select \(tenant.id), 'Composer', '\(slug) ' || i from generate_series(1, 50) i;
                    insert into app.blob (tenant_id, sha256, media_type, content)
                    values (\(tenant.id), sha256('\(slug)'), 'image/png', '\(slug)');
                    """)
            }
            let file = FileManager.default.temporaryDirectory.path + "/tutti-dump-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: file) }
            let dumped = try await Self.run("pg_dump", ["--format=custom", "--file", file, database.dumpConninfo])
            #expect(dumped.status == 0, "\(dumped.text)")

            let other = try await TestDatabase.create(isMigrated: false)
            let restored = try await Self.run(
                "pg_restore", ["--single-transaction", "--exit-on-error", "--dbname", other.ownerConninfo, file])
            #expect(restored.status == 0, "\(restored.text)")
            let source = try await database.sql(Self.digests, user: "app_dump")
            #expect(source.contains("app.work|100|") && source.contains("control.tenant|2|"))
            #expect(try await other.sql(Self.digests, user: "app_dump") == source)
            // The next row gets the next number, and row-level security is active.
            let next = "select last_value from pg_sequences where sequencename = 'work_work_id_seq';"
            #expect(try await other.sql(next) == (try await database.sql(next)))
            #expect(try await other.sql("select count(*) from app.work;", user: "app_rt") == "0")
            try await other.drop()
        }
    }

    /// Tables of later migrations are dumped although no further rights were granted.
    @Test func tablesOfLaterMigrationsAreReadableByTheDumpRole() async throws {
        try await withDatabase { database in
            try await database.sql(
                "create table control.later (id bigint generated always as identity, n integer);", user: "app_owner")
            #expect(try await database.sql("select count(*) from control.later;", user: "app_dump") == "0")
            #expect(try await database.sql("select last_value from control.later_id_seq;", user: "app_dump") == "1")
        }
    }

    @Test func theDumpRoleCannotWrite() async throws {
        try await withDatabase { database in
            for statement in ["delete from app.work", "insert into control.tenant (slug, name) values ('x', 'X')"] {
                await #expect(throws: TestFailure.self) { try await database.sql(statement + ";", user: "app_dump") }
            }
        }
    }

    @Test func aTableDigestDependsOnTheRowsButNotOnTheTimeZone() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("one")
            try await database.sql(
                "insert into app.work (tenant_id, composer, title) values (\(tenant.id), 'A', 'B');")
            let digest = "select rows, digest from control.table_digest('app.work');"
            let before = try await database.sql(digest, user: "app_dump")
            try await database.sql("update app.work set title = 'C';")
            #expect(try await database.sql(digest, user: "app_dump") != before)
            try await database.sql("update app.work set title = 'B';")
            #expect(try await database.sql("set timezone = 'Asia/Tokyo';" + digest, user: "app_dump") == before)
        }
    }
}
