import CSystem
import Foundation
import Glibc
import Synchronization

/// A child process of the service. The child's standard input is a pipe that is closed when this process ends. A child that is stopped (SIGSTOP) is
/// killed.
final class ChildProcess: Sendable {
    let pid: pid_t
    private let parentPipe: Int32
    private let status = Mutex<Int32?>(nil)
    private let exited: AsyncStream<Int32>

    /// Starts `program` in its own process group, so that Ctrl-C in the terminal reaches only this process.
    init(program: String, arguments: [String], environment: [String: String]) throws(ChildProcessError) {
        var ends: [Int32] = [-1, -1]
        guard csystem_pipe(&ends) == 0 else { throw ChildProcessError(program: program, code: errno) }
        defer { close(ends[0]) }
        do throws(ChildProcessError) {
            pid = try ProgramStart(
                path: program, arguments: arguments, environment: environment, descriptors: [(ends[0], 0)],
                isOwnGroup: true
            ).run()
        } catch {
            close(ends[1])
            throw error
        }
        parentPipe = ends[1]
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        exited = stream
        let child = pid
        Thread.detachNewThread {
            var result: Int32 = 0
            while true {
                let changed = waitpid(child, &result, WUNTRACED)
                if changed < 0, errno == EINTR { continue }
                // A stopped child (WIFSTOPPED: the low byte is 0x7F) does no work and handles no SIGTERM, so it is killed.
                guard changed == child, result & 0xFF == 0x7F else { break }
                kill(child, SIGKILL)
            }
            continuation.yield(result)
            continuation.finish()
        }
    }

    deinit { close(parentPipe) }

    /// Waits for the end of the child and returns the status in the form of waitpid(2). Only one caller may wait.
    func waitForExit() async -> Int32 {
        for await result in exited {
            status.withLock { $0 = result }
            return result
        }
        return status.withLock { $0 ?? 0 }
    }

    func send(_ signal: Int32) {
        if status.withLock({ $0 == nil }) { kill(pid, signal) }
    }
}

struct ChildProcessError: Error, CustomStringConvertible {
    let program: String
    let code: Int32

    var description: String { "\(program) cannot be started: \(String(cString: strerror(code)))" }
}
