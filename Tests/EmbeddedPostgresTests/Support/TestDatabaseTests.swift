import Postgres
import Testing

@testable import TestSupport

/// Tests of the test database that other suites use.
struct TestDatabaseTests {
    @Test func aFreshTestDatabaseIsMigratedAndEmpty() async throws {
        try await withDatabase { database in
            let count = try await database.psql("select count(*) from control.tenant;")
            #expect(count == "0")
        }
    }

    @Test func aTenantOfOneTestDatabaseIsNotInAnotherTestDatabase() async throws {
        try await withDatabase { one in
            let other = try await TestDatabase.create()
            let tenant = try await one.tenant("north", host: "north.example")
            #expect(tenant.id.rawValue > 0)
            #expect(try await one.psql("select slug from control.resolve_host('north.example');") == "north")
            #expect(try await other.psql("select slug from control.resolve_host('north.example');") == "")
            try await other.drop()
        }
    }

    @Test func theRuntimeRoleLogsInByPeerAuthentication() async throws {
        try await withDatabase { database in
            let answer = try await database.psql("select current_user; show statement_timeout;", user: "app_rt")
            #expect(answer == "app_rt\n30s")
        }
    }

    /// A test sees no rows of an earlier test, whether its database is new or was emptied.
    @Test func aTestDatabaseIsEmptyAtTheStartOfEachTest() async throws {
        for _ in 1...3 {
            try await withDatabase { database in
                #expect(try await database.sql("select count(*) from control.tenant;") == "0")
                let tenant = try await database.tenant("north", host: "north.example")
                #expect(tenant.id.rawValue == 1)
                try await database.plantStation("north", in: tenant)
            }
        }
    }

    /// A database with changes outside of its rows is dropped.
    @Test(arguments: [
        "alter table app.show add column spoiled text;",
        "drop policy tenant_wall on app.show;",
        "grant select on app.show to app_dump with grant option;",
        "create function app.spoiled() returns int language sql as 'select 1';",
        "update control.identifier_secret set secret = sha256('spoiled');",
        "delete from control.identifier_secret;",
        "analyze app.show;",
        "vacuum app.show;",
        "alter role app_rt in database current set statement_timeout = '1 s';",
    ])
    func aTestDatabaseChangedOutsideItsRowsIsNotUsedAgain(statement: String) async throws {
        try await TaskLimiter.databases.passing {
            let database = try await TestDatabase.create()
            try await database.sql(statement.replacing(" current ", with: " \(database.name) "))
            #expect(try await database.release() == false)
        }
    }

    /// Deleted rows remain in the files of a database and would slow down later tests.
    @Test func aTestDatabaseWithManyWrittenRowsIsNotUsedAgain() async throws {
        try await TaskLimiter.databases.passing {
            let database = try await TestDatabase.create()
            try await database.insertUnchecked(
                """
                insert into app.finder_gap (tenant_id, gap, word)
                select 1, number::text, 'word' from generate_series(1, 10001) number;
                """)
            #expect(try await database.release() == false)
        }
    }

    /// PostgreSQL also counts changes that were rolled back.
    @Test(arguments: [
        "begin; create table app.passing (number int); rollback;",
        "begin; delete from control.identifier_secret; rollback;",
    ])
    func aTestDatabaseWhoseChangesWereRolledBackIsUsedAgain(script: String) async throws {
        try await TaskLimiter.databases.passing {
            let database = try await TestDatabase.create()
            try await database.sql(script)
            #expect(try await database.release())
        }
    }

    /// A program that an earlier test left running cannot connect to the database of a later test.
    @Test func aReusedTestDatabaseWhoseNameIsKnownHasAnotherName() async throws {
        try await TaskLimiter.databases.passing {
            let first = try await TestDatabase.create()
            let known = first.runtimeConninfo
            #expect(try await first.release())
            await #expect(throws: TestFailure.self) { try await ScriptSessions(conninfo: known).run("select 1;") }
        }
    }

    /// What an earlier test left running in this process cannot use its database any more.
    @Test func aReleasedTestDatabaseRefusesStatements() async throws {
        let left = try await withDatabase { database in
            try await database.sql("select 1;")
            _ = try await database.runtime.rows("select 1")
            return (database: database, client: database.runtime)
        }
        await #expect(throws: TestFailure.self) { try await left.database.sql("select 1;") }
        await #expect(throws: PostgresError.self) { try await left.client.rows("select 1") }
    }
}
