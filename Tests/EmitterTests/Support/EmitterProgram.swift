import Foundation
import TestSupport
import Testing

/// `tutti-emitter` as a process, built beside the test bundle.
final class EmitterProgram {
    let process = Process()
    private let input = Pipe()
    private let log = Pipe()

    /// - Parameter launcher: a command that executes the program, such as `ip netns exec NAME`.
    init(_ arguments: [String] = [], environment: [String: String], launcher: [String] = []) throws {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let program = folder.appendingPathComponent("tutti-emitter")
        process.executableURL = launcher.isEmpty ? program : URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = launcher.isEmpty ? arguments : launcher + [program.path] + arguments
        process.environment = environment.merging(
            ["PATH": "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin"]) { own, _ in own }
        process.standardInput = input
        process.standardError = log
        process.standardOutput = FileHandle.nullDevice
        try process.run()
    }

    convenience init(_ database: TestDatabase, _ arguments: [String] = []) throws {
        try self.init(
            arguments,
            environment: [
                "DATABASE_URL": database.runtimeConninfo, "TUTTI_MULTICAST_TTL": "0", "TUTTI_LOG_FORMAT": "json",
            ])
    }

    deinit {
        // The process id cannot be reused before the process is reaped.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Closes the pipe on its standard input, as the end of its parent would.
    func closeInput() throws { try input.fileHandleForWriting.close() }

    /// Waits at most 120 s for the end and returns the exit status, or the negative number of the signal; `nil` if the
    /// process is still running.
    func status() async throws -> Int32? {
        let deadline = ContinuousClock.now + .seconds(120)
        while process.isRunning {
            guard .now < deadline else { return nil }
            try await Task.sleep(for: .milliseconds(5))
        }
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    /// Returns the log of the process. Call this function once, after the process has ended.
    func messages() -> String { String(decoding: log.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
}
