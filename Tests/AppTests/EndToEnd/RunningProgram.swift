import Foundation
import TestSupport

/// A running program with its input and the lines of its output.
final class RunningProgram: @unchecked Sendable {
    // Safety: `output` and `complaints` are used only while `lock` is held; `process` and `input` are not changed after the start.
    private let lock = NSLock()
    private var output: [String] = []
    private var complaints: [String] = []
    private let process = Process()
    private let input = Pipe()

    /// Starts a program. `program` is a path, or the name of a program that the environment's PATH contains.
    init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = environment
        let (stdout, stderr) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, stdout, stderr)
        try process.run()
        read(stdout) { self.output += $0 }
        read(stderr) { self.complaints += $0 }
    }

    private func read(_ pipe: Pipe, _ keep: @escaping @Sendable ([String]) -> Void) {
        Thread.detachNewThread { [self] in
            var pending = ""
            while true {
                let data = pipe.fileHandleForReading.availableData
                if data.isEmpty { return }
                pending += String(decoding: data, as: UTF8.self)
                let parts = pending.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                pending = parts.last ?? ""
                lock.withLock { keep(parts.dropLast()) }
            }
        }
    }

    /// The lines that the program has printed.
    var lines: [String] { lock.withLock { output } }

    /// The lines that the program has printed to standard error.
    var errors: [String] { lock.withLock { complaints } }

    var pid: pid_t { process.processIdentifier }

    /// Writes a line to the program's input.
    func type(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    /// Waits until the program has printed a line that meets a condition. Returns whether this happened within five minutes.
    func prints(_ condition: (String) -> Bool) async -> Bool {
        await eventually(within: .seconds(300)) { lines.contains(where: condition) }
    }

    /// Waits until the program has ended, and returns its exit status; `nil` if the program still runs after five minutes.
    func ended() async -> Int32? {
        _ = await eventually(within: .seconds(300)) { !process.isRunning }
        return process.isRunning ? nil : process.terminationStatus
    }

    /// Ends the program, if it still runs. Programs inherit the blocked signals of the threads of the tests, which include SIGTERM.
    func end() async {
        if process.isRunning { kill(pid, SIGKILL) }
        _ = await ended()
    }
}
