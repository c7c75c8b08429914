import CSystem
import Foundation
import Glibc

/// A second process of this program that takes over the listening sockets and continues when this process ends. It has the same path, arguments and
/// environment, so that replacing the file upgrades the program.
final class Successor: Sendable {
    let pid: pid_t
    private let readiness: Int32

    /// The path and arguments of a program. Read `own` at the start of the process, because the working directory can change later.
    struct Program: Sendable {
        let path: String
        let arguments: [String]

        static let own: Program = {
            let arguments = CommandLine.arguments
            let name = arguments.first ?? ""
            // The path stays as given, because a symbolic link may lead to a newer version later. The shell found a name without a slash.
            let given = name.contains("/") ? URL(filePath: name).standardizedFileURL.path : nil
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return Program(path: given ?? own ?? name, arguments: Array(arguments.dropFirst()))
        }()
    }

    /// Starts a successor with the listening sockets of the public and the admin server, which the caller must still close.
    init(
        _ program: Program, http: [Int32], admin: [Int32], environment: [String: String]
    ) throws(ChildProcessError) {
        var ends: [Int32] = [-1, -1]
        guard csystem_pipe(&ends) == 0 else { throw ChildProcessError(program: program.path, code: errno) }
        let sockets = http + admin
        let ready = Int32(3 + sockets.count)
        // The numbers of the duplicates are above the numbers of the child's descriptors.
        let sources = (sockets + [ends[1]]).map { fcntl($0, F_DUPFD_CLOEXEC, ready + 1) }
        let failure = errno
        close(ends[1])
        defer { for source in sources where source >= 0 { close(source) } }
        guard sources.allSatisfy({ $0 >= 0 }) else {
            close(ends[0])
            throw ChildProcessError(program: program.path, code: failure)
        }
        var own = environment
        own["LISTEN_PID"] = nil
        own["LISTEN_PPID"] = String(getpid())
        own["LISTEN_FDS"] = String(sockets.count)
        own["LISTEN_FDNAMES"] = (http.map { _ in "http" } + admin.map { _ in "admin" }).joined(separator: ":")
        own["LISTEN_READY_FD"] = String(ready)
        do throws(ChildProcessError) {
            pid = try ProgramStart(
                path: program.path, arguments: program.arguments, environment: own,
                descriptors: sources.enumerated().map { (ours: $1, theirs: Int32(3 + $0)) },
                closesFrom: Int32(3 + sources.count)
            ).run()
        } catch {
            close(ends[0])
            throw error
        }
        readiness = ends[0]
    }

    deinit { close(readiness) }

    /// Waits until the successor serves requests, and returns `succeeded`. If the successor ends, or is not ready after `limit` seconds, terminates
    /// it and returns `notSucceeded`. Only one caller may wait.
    func waitUntilReady(limit: Int32) async -> ServiceEvent {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var polled = pollfd(fd: readiness, events: Int16(POLLIN), revents: 0)
                let deadline = time(nil) + Int(limit)
                var ready: Int32 = 0
                repeat {
                    ready = poll(&polled, 1, Int32(max(0, deadline - time(nil))) * 1000)
                } while ready < 0 && errno == EINTR
                var byte: UInt8 = 0
                if ready > 0, read(readiness, &byte, 1) == 1 {
                    return continuation.resume(returning: .succeeded(pid: pid))
                }
                let status = terminate()
                let reason =
                    ready > 0
                    ? "the new process ended with status \(status)"
                    : "the new process was not ready within \(limit) s"
                continuation.resume(returning: .notSucceeded(reason: reason))
            }
        }
    }

    /// Sends SIGTERM to a successor that is not yet ready, without waiting for its end.
    func end() { kill(pid, SIGTERM) }

    /// Ends the process with SIGTERM, or with SIGKILL after 5 s. Returns the exit status, or 128 plus the number of the signal.
    private func terminate() -> Int32 {
        var status: Int32 = 0
        kill(pid, SIGTERM)
        for _ in 0..<250 {
            guard waitpid(pid, &status, WNOHANG) == 0 else {
                let signal = status & 0x7F
                return signal == 0 ? status >> 8 & 0xFF : 128 + signal
            }
            usleep(20_000)
        }
        kill(pid, SIGKILL)
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return 128 + SIGKILL
    }
}
