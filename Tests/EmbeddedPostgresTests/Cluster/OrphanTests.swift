import Foundation
import Testing

@testable import EmbeddedPostgres

/// Tests of the leftovers of an earlier run, checked while holding the service lock (spec O1.3).
@Suite(.serialized)
struct OrphanTests {
    /// Returns the process ID of a child that has ended and been reaped.
    private static func deadProcess() async throws -> Int32 {
        let result = try await ChildProcess.output(of: "/bin/sh", ["-c", "echo $$"], environment: [])
        return try #require(Int32(result.text.dropLast()))
    }

    @Test func aPostmasterFileOfADeadProcessDoesNotPreventTheStart() async throws {
        let dead = try await Self.deadProcess()
        try await expectStartDespite("\(dead)\n")
    }

    /// PostgreSQL itself refuses to start forever if the ID now belongs to another process of its user.
    @Test func aPostmasterFileOfAnotherProgramDoesNotPreventTheStart() async throws {
        let user = try SystemUser.database(for: .current())
        let other = try ChildProcess.start(
            "/usr/bin/env", user == SystemUser.current() ? ["sleep", "600"] : Self.asUser(user, ["sleep", "600"]),
            environment: ["PATH=/usr/bin:/bin"], .init(input: nil, output: nil, error: nil))
        try await expectStartDespite("\(other.id)\n")
        #expect(isAlive(other.id))
        kill(other.id, SIGKILL)
        _ = other.wait()
    }

    @Test func anInvalidPostmasterFileDoesNotPreventTheStart() async throws {
        try await expectStartDespite("no process at all")
    }

    @Test func aServerWithoutItsGuardIsStoppedAtTheNextStart() async throws {
        try await withScratch { scratch in
            let first = try await scratch.start()
            await first.stop()
            // A server without a guard, as after the simultaneous death of service and guard.
            let configuration = try scratch.configuration()
            let binaries = try await Binaries.find(configuration.folderEnvironment, dataVersion: nil)
            let program = GuardProgram(
                executable: configuration.guardExecutable, user: configuration.user,
                databaseUser: configuration.databaseUser, binaries: binaries.path)
            let arguments = configuration.settings.arguments(
                socketDirectory: configuration.socketDirectory, accessRules: configuration.directory.accessRules)
            try configuration.socketDirectory.make(databaseUser: configuration.databaseUser)
            let orphan = try await Postmaster.start(
                program, directory: configuration.directory, arguments: arguments, logger: quiet)
            let server = try #require(orphan.pid)
            kill(orphan.guardID, SIGKILL)
            _ = await orphan.exited()
            #expect(isAlive(server))

            let cluster = try await scratch.start()
            #expect(!isAlive(server))
            #expect(cluster.serverID != server)
            await cluster.stop()
        }
    }

    private func expectStartDespite(_ text: String) async throws {
        try await withScratch { scratch in
            let first = try await scratch.start()
            await first.stop()
            let rest = String(repeating: "\n", count: 6) + "ready   \n"
            try (text + rest).write(toFile: scratch.data + "/pg/postmaster.pid", atomically: true, encoding: .utf8)
            let cluster = try await scratch.start()
            let answer = try await cluster.psql("select 1;")
            #expect(answer.text == "1")
            await cluster.stop()
        }
    }

    private static func asUser(_ user: SystemUser, _ command: [String]) -> [String] {
        ["setpriv", "--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups", "--"] + command
    }
}
