import Foundation
import TestSupport
import Testing

@testable import EmbeddedPostgres

/// Tests with `cluster-driver`, a process that kills itself or gives up root's privileges.
@Suite(.serialized)
struct ServiceDeathTests {
    /// Spec O1.7.
    @Test func aKilledServiceLeavesNoServerAndLosesNoCommit() async throws {
        try await withScratch { scratch in
            #expect(try await Self.drive("insert", scratch).status == 128 + SIGKILL)
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

    @Test func anUnprivilegedUserCanRunTheCluster() async throws {
        try await withScratch { scratch in
            let run = try await Self.drive("nobody", scratch)
            #expect(run.status == 0, "\(run.text)")
        }
    }

    /// Runs `cluster-driver` to its end.
    private static func drive(_ use: String, _ scratch: Scratch) async throws -> (text: String, status: Int32) {
        let programs = URL(fileURLWithPath: try TestCluster.guardExecutable).deletingLastPathComponent().path
        return try await ChildProcess.output(
            of: programs + "/cluster-driver", [use, scratch.path],
            environment: ["PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"])
    }
}
