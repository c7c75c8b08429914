import Glibc
import Synchronization

/// A program under its guard, as the service sees it.
///
/// Ends when `stop` is called or this process does. Dropping the last reference does not end it.
final class GuardedProcess: Sendable {
    private struct State {
        /// Our end of the socket; the guard lives for as long as it is open.
        var socket: Int32?
        var programID: pid_t?
        var complaints = ""
        var exitStatus: Int32?
        var waiting: [CheckedContinuation<Int32, Never>] = []
    }

    /// How the guard's one report begins; the program's process id follows.
    static let started = "started "

    /// The guard itself.
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

    /// The process id of the guarded program, once the guard has told it.
    var programID: pid_t? { state.withLock { $0.programID } }

    /// The error messages of the guard itself.
    var complaints: String { state.withLock { $0.complaints } }

    /// The exit status, once the program has ended.
    var exitStatus: Int32? { state.withLock { $0.exitStatus } }

    /// Waits for the end and returns the exit status.
    func exited() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status: Int32? = state.withLock {
                if $0.exitStatus == nil { $0.waiting.append(continuation) }
                return $0.exitStatus
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    /// Asks the guard to shut the program down, and waits until it has.
    @discardableResult
    func stop() async -> Int32 {
        // Half a close is enough for the guard to read the end, and leaves the number to the reading thread.
        state.withLock { if let socket = $0.socket { shutdown(socket, Int32(SHUT_WR)) } }
        return await exited()
    }

    /// Reads what the guard reports, then reaps it. On a thread of its own.
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
                $0.complaints += line + "\n"
            }
        }
    }
}
