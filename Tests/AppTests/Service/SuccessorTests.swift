import Foundation
import Glibc
import Testing

@testable import App

/// Tests of hand-overs, with shell scripts as successors.
@Suite struct SuccessorTests {
    private func successor(_ script: String, http: [Int32] = [], admin: [Int32] = []) throws -> Successor {
        try Successor(
            Successor.Program(path: "/bin/sh", arguments: ["-c", script]), http: http, admin: admin,
            environment: ["PATH": "/usr/bin:/bin", "LISTEN_PID": "1"])
    }

    private func reap(_ pid: pid_t) {
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    @Test func aSuccessorSucceedsWhenItReportsReadiness() async throws {
        let successor = try successor("printf x >&$LISTEN_READY_FD; exec sleep 600")
        #expect(await successor.waitUntilReady(limit: 60) == .succeeded(pid: successor.pid))
        #expect(kill(successor.pid, 0) == 0, "and goes on")
        reap(successor.pid)
    }

    @Test func aSuccessorInheritsTheNamedSockets() async throws {
        let sockets = (0..<3).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        defer { for socket in sockets { close(socket) } }
        let checks = [
            "[ -z \"$LISTEN_PID\" ]", "[ \"$LISTEN_PPID\" = $PPID ]", "[ \"$LISTEN_FDS\" = 3 ]",
            "[ \"$LISTEN_FDNAMES\" = http:http:admin ]", "[ -S /proc/$$/fd/3 ]", "[ -S /proc/$$/fd/4 ]",
            "[ -S /proc/$$/fd/5 ]", "printf x >&$LISTEN_READY_FD",
        ]
        let script = checks.enumerated().map { "\($1) || exit \($0 + 1)" }.joined(separator: "\n")
        let successor = try successor(script, http: Array(sockets[..<2]), admin: [sockets[2]])
        #expect(await successor.waitUntilReady(limit: 60) == .succeeded(pid: successor.pid))
        reap(successor.pid)
    }

    @Test func aSuccessorThatExitsEarlyFailsWithItsStatus() async throws {
        #expect(
            try await successor("exit 7").waitUntilReady(limit: 60)
                == .notSucceeded(reason: "the new process ended with status 7"))
    }

    @Test func aSuccessorThatIsNotReadyInTimeIsEnded() async throws {
        let silent = try successor("exec sleep 600")
        #expect(
            await silent.waitUntilReady(limit: 1)
                == .notSucceeded(reason: "the new process was not ready within 1 s"))
        #expect(kill(silent.pid, 0) != 0, "the process has ended and been reaped")
    }

    @Test func endingASuccessorBeforeItIsReadyFailsTheHandOver() async throws {
        let early = try successor("exec sleep 600")
        early.end()
        guard case .notSucceeded = await early.waitUntilReady(limit: 60) else {
            Issue.record("it is taken for ready")
            return
        }
    }

    @Test func theErrorForAMissingProgramContainsItsPath() {
        let error = #expect(throws: ChildProcessError.self) {
            try Successor(.init(path: "/nonexistent/tutti", arguments: []), http: [], admin: [], environment: [:])
        }
        #expect(error?.description == "/nonexistent/tutti cannot be started: No such file or directory")
    }

    @Test func aPredecessorRequiresItsProcessIDAndAReadinessDescriptor() {
        #expect(Predecessor(environment: ["LISTEN_PPID": "5", "LISTEN_READY_FD": "9999"], parent: 6) == nil)
        #expect(Predecessor(environment: ["LISTEN_PPID": "5", "LISTEN_READY_FD": "1"], parent: 5) == nil, "no output")
        #expect(Predecessor(environment: ["LISTEN_PPID": "5"], parent: 5) == nil)
        #expect(Predecessor(environment: [:], parent: 5) == nil)
    }
}
