import Glibc
import Synchronization

/// A program that runs under a guard. The guard shuts the program down after `stop` or when this process ends, but not when the last reference to
/// this object is released.
final class GuardedProcess: Sendable {
    private struct State {
        /// This process's end of the socket to the guard; `nil` once the guard has ended.
        var socket: Int32?
        var programID: pid_t?
        var errorOutput = ""
        var exitStatus: Int32?
        var waiting: [CheckedContinuation<Int32, Never>] = []
    }

    /// The beginning of the line in which the guard reports the program's process id. The id follows it.
    static let started = "started "

    /// The guard's process id.
    let guardID: pid_t
    private let state: Mutex<State>

    init(_ executable: String, _ arguments: [String], environment: [String]) throws(EmbeddedPostgresError) {
        let pair = try SocketPair()
        let child: ChildProcess
        do {
            child = try ChildProcess.start(
                executable, name: "tutti", arguments, environment: environment,
                .init(input: pair.theirs, output: nil, error: pair.theirs))
        } catch {
            pair.close()
            throw error
        }
        close(pair.theirs)
        guardID = child.id
        state = Mutex(State(socket: pair.ours))
        ChildProcess.blocking.async { self.follow(child, socket: pair.ours) }
    }

    /// The process id of the guarded program; `nil` until the guard has reported it.
    var programID: pid_t? { state.withLock { $0.programID } }

    /// The error messages of the guard itself, one per line; empty if there are none.
    var errorOutput: String { state.withLock { $0.errorOutput } }

    /// The exit status of the guard, normally that of the program; `nil` until the guard has ended.
    var exitStatus: Int32? { state.withLock { $0.exitStatus } }

    /// Waits until the guard has ended, normally with the program, and returns its exit status.
    func exited() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status: Int32? = state.withLock {
                if $0.exitStatus == nil { $0.waiting.append(continuation) }
                return $0.exitStatus
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    /// Asks the guard to shut the program down, waits until the guard has ended, and returns its exit status.
    @discardableResult
    func stop() async -> Int32 {
        // Closing one direction is enough for the guard to read the end; the descriptor stays open for the reading thread.
        state.withLock { if let socket = $0.socket { shutdown(socket, Int32(SHUT_WR)) } }
        return await exited()
    }

    /// Reads the guard's lines until the guard ends, and reaps the guard. Blocks the thread.
    private func follow(_ child: ChildProcess, socket: Int32) {
        var line = ""
        while let bytes = SocketPair.receive(from: socket) {
            line += String(decoding: bytes, as: UTF8.self)
            while let end = line.firstIndex(of: "\n") {
                received(line[..<end])
                line.removeSubrange(...end)
            }
        }
        let status = child.wait()
        let waiting = state.withLock {
            close(socket)
            $0.socket = nil
            $0.exitStatus = status
            return exchange(&$0.waiting, with: [])
        }
        for continuation in waiting { continuation.resume(returning: status) }
    }

    private func received(_ line: Substring) {
        state.withLock {
            if line.hasPrefix(Self.started), let id = pid_t(line.dropFirst(Self.started.count)) {
                $0.programID = id
            } else {
                $0.errorOutput += line + "\n"
            }
        }
    }
}
