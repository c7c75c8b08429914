import Foundation
import Testing

@testable import EmbeddedPostgres

@Suite(.serialized)
struct InitialiserTests {
    @Test func aNewClusterHasItsRolesAndDatabase() async throws {
        try await withScratch { scratch in
            let cluster = try await scratch.startAsItIs(isDurable: true)
            let roles = try await cluster.psql(
                """
                select rolname, rolcanlogin, rolinherit, rolsuper, rolcreaterole, rolcreatedb, rolreplication,
                       rolbypassrls
                  from pg_roles
                 where rolname like 'app\\_%'
                 order by rolname;
                """)
            #expect(
                roles.text == """
                    app_dump|t|t|f|f|f|t|t
                    app_owner|t|t|f|f|f|f|f
                    app_rt|t|f|f|f|f|f|f
                    """)
            let owner = try await cluster.psql(
                "select datdba::regrole from pg_database where datname = current_database();")
            #expect(owner.text == "app_owner")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: scratch.data).sorted()
                    == ["auth", "log", "pg", "service.lock"])
            await cluster.stop()
        }
    }

    /// Spec O1.4.
    @Test func theUnfinishedClusterOfAKilledRunIsRemoved() async throws {
        try await withScratch { scratch in
            let draft = scratch.data + "/pg.new-1"
            try FileManager.default.createDirectory(atPath: draft + "/base", withIntermediateDirectories: true)
            try DataDirectory(path: scratch.data).make(user: .current())
            // Other users must be able to enter the folder; `make` sets this mode for its own folders.
            chmod(scratch.data, 0o711)
            let cluster = try await scratch.startAsItIs()
            #expect(!FileManager.default.fileExists(atPath: draft))
            await cluster.stop()
        }
    }

    /// Spec O1.4.
    @Test func dataOfAnotherMajorVersionIsRefused() async throws {
        try await withScratch { scratch in
            let configuration = try scratch.configuration()
            try FileManager.default.createDirectory(
                atPath: configuration.directory.cluster, withIntermediateDirectories: true)
            chmod(scratch.data, 0o711)
            try "9.6\n".write(
                toFile: configuration.directory.cluster + "/PG_VERSION", atomically: true, encoding: .utf8)
            let binaries = try await Binaries.find(configuration.folderEnvironment, dataVersion: nil)
            await #expect(
                throws: EmbeddedPostgresError.wrongVersion(
                    path: configuration.directory.cluster, data: "9.6", programs: binaries.major)
            ) {
                _ = try await scratch.startAsItIs()
            }
        }
    }
}
