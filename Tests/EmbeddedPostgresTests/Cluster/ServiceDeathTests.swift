import Foundation
import TestSupport
import Testing

@testable import EmbeddedPostgres

/// Tests whose body runs in a separate process: one that kills itself, and one that gives up root's privileges.
@Suite(.serialized)
struct ServiceDeathTests {
    /// Spec O1.7.
    @Test func aKilledServiceLeavesNoServerAndLosesNoCommit() async throws {
        try await withScratch { scratch in
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
                try await Self.insertUntilKilled(Scratch(path: path))
            }
            let server = try #require(Int32(try String(contentsOfFile: scratch.path + "/server", encoding: .utf8)))
            #expect(await eventually(within: .seconds(120)) { !isAlive(server) })

            let acknowledged = try String(contentsOfFile: scratch.path + "/acknowledged", encoding: .utf8)
                .split(separator: "\n").compactMap { Int($0) }
            #expect(acknowledged.count >= 50)
            let cluster = try await scratch.start(isDurable: true)
            let answer = try await cluster.psql("select n from t;", user: "app_owner")
            let stored = Set(answer.text.split(separator: "\n").compactMap { Int($0) })
            #expect(stored.isSuperset(of: acknowledged))
            await cluster.stop()
        }
    }

    /// Runs in the separate process: starts a server and a client that records each acknowledged commit, and then kills the process.
    private static func insertUntilKilled(_ scratch: Scratch) async throws {
        let cluster = try await scratch.startAsItIs(isDurable: true)
        try "\(cluster.serverID ?? 0)".write(toFile: scratch.path + "/server", atomically: true, encoding: .utf8)
        _ = try await cluster.psql("create table t (n integer primary key);", user: "app_owner")
        let inserts = (1...20_000).map { "insert into t values (\($0)) returning n;" }.joined(separator: "\n")
        try inserts.write(toFile: scratch.path + "/inserts", atomically: true, encoding: .utf8)
        let acknowledged = scratch.path + "/acknowledged"
        // A shell is used for its redirections.
        _ = try ChildProcess.start(
            "/bin/sh",
            [
                "-c", "exec psql -X -q -A -t -f \"$1/inserts\" \"$2\" > \"$1/acknowledged\"", "sh", scratch.path,
                cluster.conninfo(role: .owner),
            ], environment: ["PATH=/usr/bin:/bin", "LC_ALL=C"], .init(input: nil, output: nil, error: nil))
        _ = await eventually(within: .seconds(120)) {
            (try? String(contentsOfFile: acknowledged, encoding: .utf8).split(separator: "\n").count) ?? 0 >= 50
        }
        kill(getpid(), SIGKILL)
    }

    @Test func anUnprivilegedUserCanRunTheCluster() async throws {
        try await withScratch { scratch in
            await #expect(processExitsWith: .success) { [path = scratch.path as String] in
                try await Self.runAsNobody(Scratch(path: path))
            }
        }
    }

    /// Drops root's privileges, if there are any, and then starts, uses and stops a cluster.
    private static func runAsNobody(_ scratch: Scratch) async throws {
        if let nobody = SystemUser.named("nobody"), geteuid() == 0 {
            try #require(chown(scratch.path, nobody.id, nobody.group) == 0)
            try #require(setgroups(0, nil) == 0 && setgid(nobody.group) == 0 && setuid(nobody.id) == 0)
        }
        let configuration = try scratch.configuration()
        try #require(configuration.databaseUser == configuration.user && !configuration.user.isRoot)
        let cluster = try await scratch.startAsItIs()
        let answer = try await cluster.psql("select current_user;")
        try #require(answer.text == "app_rt")
        await cluster.stop()
    }
}
