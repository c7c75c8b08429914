import TestSupport
import Testing

/// Tests of the test database that other suites use.
struct TestDatabaseTests {
    @Test func aFreshDatabaseIsMigratedAndEmpty() async throws {
        try await withDatabase { database in
            let count = try await database.psql("select count(*) from control.tenant;")
            #expect(count == "0")
        }
    }

    @Test func aTenantOfOneDatabaseIsNotInAnother() async throws {
        try await withDatabase { one in
            let other = try await TestDatabase.create()
            let tenant = try await one.tenant("north", host: "north.example")
            #expect(tenant.id.rawValue > 0)
            #expect(try await one.psql("select slug from control.resolve_host('north.example');") == "north")
            #expect(try await other.psql("select slug from control.resolve_host('north.example');") == "")
            try await other.drop()
        }
    }

    @Test func theRuntimeRoleLogsInByPeer() async throws {
        try await withDatabase { database in
            let answer = try await database.psql("select current_user; show statement_timeout;", user: "app_rt")
            #expect(answer == "app_rt\n30s")
        }
    }
}
