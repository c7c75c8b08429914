import Foundation
import TestSupport
import Testing

@testable import EmbeddedPostgres

/// The life of a cluster. Serialised, because each test has its own server.
@Suite(.serialized)
struct EmbeddedClusterTests {
    /// Spec O1.
    @Test func dataSurvivesARestartOfTheServer() async throws {
        try await withScratch { scratch in
            let first = try await scratch.start()
            let made = try await first.psql("create table t as select 42 as n;", user: "app_owner")
            #expect(made.status == 0, "\(made.text)")
            let server = try #require(first.serverID)
            await first.stop()
            #expect(!isAlive(server))
            #expect(!first.isRunning)
            #expect(access(first.socketDirectory.path, F_OK) != 0, "the socket's folder is removed too")

            let second = try await scratch.start()
            let found = try await second.psql("select n from t;", user: "app_owner")
            #expect(found.text == "42")
            await second.stop()
        }
    }

    /// Spec O1.8.
    @Test func theServerRunsWithTheSettingsOfTheSpecification() async throws {
        try await withCluster(isDurable: true) { cluster, _ in
            let settings = [
                "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on",
                "recovery_init_sync_method": "syncfs", "jit": "off", "max_connections": "50",
                "listen_addresses": "", "log_destination": "stderr", "data_checksums": "on",
                "idle_in_transaction_session_timeout": "30s", "statement_timeout": "30s",
                "server_encoding": "UTF8", "lc_messages": "C", "TimeZone": "UTC",
            ].sorted { $0.key < $1.key }
            let answer = try await cluster.psql(settings.map { "show \($0.key);" }.joined(separator: "\n"))
            #expect(answer.text.components(separatedBy: "\n") == settings.map(\.value))
            let collation = try await cluster.psql(
                "select datcollate, datctype from pg_database where datname = current_database();")
            #expect(collation.text == "C.UTF-8|C.UTF-8")
        }
    }

    /// Spec O1.5, O2.2.
    @Test func peerAuthenticationAdmitsTheAppRolesButNotPostgres() async throws {
        try await withCluster { cluster, scratch in
            for role in Role.allCases {
                let answer = try await cluster.psql("select current_user;", user: role.rawValue)
                #expect(answer.text == role.rawValue)
            }
            let refused = try await cluster.psql("select 1;", user: "postgres")
            #expect(refused.status != 0)
            #expect(refused.text.contains("Peer authentication failed"))
            let folder = try FileManager.default.attributesOfItem(atPath: cluster.socketDirectory.path)
            #expect(folder[.posixPermissions] as? Int == 0o700)
        }
    }

    /// Spec O2.2.
    @Test func theRuntimeRoleCannotCreateObjectsOrAssumeAnotherRole() async throws {
        try await withCluster { cluster, _ in
            for attempt in [
                "create table public.t (n integer);", "create temporary table t (n integer);", "create schema s;",
                "set role app_owner;", "create role r;",
            ] {
                let answer = try await cluster.psql(attempt)
                #expect(answer.text.contains("permission denied"), "\(attempt): \(answer.text)")
            }
        }
    }

    @Test func aServerThatIsKilledIsStartedAgain() async throws {
        try await withCluster { cluster, _ in
            let server = try #require(cluster.serverID)
            kill(server, SIGKILL)
            let isBack = await eventually(within: .seconds(120)) {
                cluster.serverID.map { $0 != server } ?? false
            }
            #expect(isBack)
            let answer = try await cluster.psql("select 1;")
            #expect(answer.text == "1")
        }
    }

    @Test func aServerWhoseGuardIsKilledIsReplaced() async throws {
        try await withCluster { cluster, _ in
            let server = try #require(cluster.serverID)
            kill(try #require(cluster.guardID), SIGKILL)
            let isBack = await eventually(within: .seconds(120)) {
                cluster.serverID.map { $0 != server } ?? false
            }
            #expect(isBack)
            #expect(!isAlive(server))
            let answer = try await cluster.psql("select 1;")
            #expect(answer.text == "1")
        }
    }

    @Test func aClusterThatWaitsForARestartCanBeStopped() async throws {
        try await withCluster { cluster, scratch in
            // No server can start any more, so the supervision waits between its attempts.
            let server = try #require(cluster.serverID)
            try FileManager.default.moveItem(atPath: scratch.data + "/pg", toPath: scratch.data + "/moved")
            kill(server, SIGKILL)
            #expect(await eventually(within: .seconds(120)) { !cluster.isRunning })
            // A caller that waits for a successful start would wait forever.
            await cluster.stop()
            #expect(!cluster.isRunning)
        }
    }
}
