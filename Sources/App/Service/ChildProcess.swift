import CSystem
import Foundation
import Glibc
import Synchronization

/// A program that this service starts and looks after: its standard input is a pipe whose other end only we
/// hold, so that it notices our death however we die.
final class ChildProcess: Sendable {
    let pid: pid_t
    private let lifeline: Int32
    private let status = Mutex<Int32?>(nil)
    private let exited: AsyncStream<Int32>

    /// Starts `program` in a process group of its own, so that the terminal's Ctrl-C reaches us first.
    ///
    /// - Throws: `ChildProcessError` when the system cannot start it.
    init(program: String, arguments: [String], environment: [String: String]) throws(ChildProcessError) {
        var ends: [Int32] = [-1, -1]
        guard csystem_pipe(&ends) == 0 else { throw ChildProcessError(program: program, code: errno) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var defaults = sigset_t()
        sigfillset(&defaults)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            close(ends[0])
        }
        var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program, &actions, &attributes, &argv, &envp)
        guard code == 0 else {
            close(ends[1])
            throw ChildProcessError(program: program, code: code)
        }
        self.pid = pid
        lifeline = ends[1]
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        exited = stream
        let child = pid
        // A thread of its own: waitpid blocks for the child's whole life.
        Thread.detachNewThread {
            var result: Int32 = 0
            while waitpid(child, &result, 0) < 0, errno == EINTR {}
            continuation.yield(result)
            continuation.finish()
        }
    }

    deinit { close(lifeline) }

    /// Returns once the child has ended. One caller.
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
