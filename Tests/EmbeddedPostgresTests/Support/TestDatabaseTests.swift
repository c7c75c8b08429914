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
        "analyze app.show;",
    ])
    func aTestDatabaseChangedOutsideItsRowsIsNotUsedAgain(statement: String) async throws {
        try await withDatabase { database in
            try await database.sql(statement)
            let cluster = try await TestCluster.shared
            let session = ScriptSessions(conninfo: cluster.conninfo(user: "postgres", database: database.name))
            #expect(try await SpareDatabases.shared.keep(database.name, session) == false)
        }
    }

    /// A program that an earlier test left running cannot connect to the database of a later test.
    @Test func aReusedTestDatabaseHasAnotherName() async throws {
        let left = try await withDatabase { database in database }
        try await withDatabase { next in
            #expect(next.name != left.name)
            await #expect(throws: TestFailure.self) { try await left.sql("select 1;") }
        }
    }
}
