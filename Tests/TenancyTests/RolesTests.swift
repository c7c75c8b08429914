import Foundation
import Migrations
import TestSupport
import Testing

/// Tests that `deploy/postgres/roles.sql`, the script for an external server, creates the same roles as the private cluster.
@Suite(.serialized)
struct RolesTests {
    private static let path = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("deploy/postgres/roles.sql").path

    /// The test uses other role names, because all databases of a cluster share its roles.
    private func script(_ database: String) throws -> String {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        return "\\set database \(database)\n" + text.replacingOccurrences(of: "app_", with: "own_")
    }

    /// Spec O2.2, Decided 11.
    @Test func theRolesOfTheScriptForExternalServersEqualThoseOfThePrivateCluster() async throws {
        let cluster = try await TestCluster.shared
        try await cluster.psql(try script("own_roles"))
        // Only the private cluster is backed up with pg_basebackup. External servers have replication of their own.
        let roles = try await cluster.psql(
            """
            select substr(rolname, 5), rolcanlogin, rolinherit, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls
              from pg_roles where rolname like 'own\\_%'
            except
            select substr(rolname, 5), rolcanlogin, rolinherit, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls
              from pg_roles where rolname like 'app\\_%';
            select count(*) from pg_roles where rolname like 'own\\_%';
            """)
        #expect(roles == "3")
        let timeout = "select unnest(rolconfig) from pg_roles where rolname = '%' order by 1 desc limit 1;"
        let own = try await cluster.psql(timeout.replacingOccurrences(of: "%", with: "own_rt"))
        #expect(own == "statement_timeout=30s")
        #expect(own == (try await cluster.psql(timeout.replacingOccurrences(of: "%", with: "app_rt"))))
    }

    @Test func theOwnerRoleOfTheScriptCanMigrateButTheServiceRoleCannotCreateTables() async throws {
        let cluster = try await TestCluster.shared
        let script = try script("own_database")
        for _ in 1...2 { try await cluster.psql(script) }
        let migrations = Migrations.files.map { $0.sql.replacingOccurrences(of: "app_", with: "own_") }
        try await cluster.psql(
            "set session authorization own_owner;\n" + migrations.joined(separator: "\n"), database: "own_database")
        let answer = try await cluster.psql(
            """
            set session authorization own_rt;
            select count(*) from app.work;
            """, database: "own_database")
        #expect(answer == "0")
        let refusal = await #expect(throws: TestFailure.self) {
            try await cluster.psql(
                "set session authorization own_rt; create table public.t (n integer);", database: "own_database")
        }
        #expect("\(refusal.map { "\($0)" } ?? "")".contains("permission denied for schema public"))
    }
}
