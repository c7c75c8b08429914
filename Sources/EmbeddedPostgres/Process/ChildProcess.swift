import Dispatch
import Glibc

/// A child process, started by `posix_spawn`. Foundation's `Process` would require a large library for one call.
package struct ChildProcess: Sendable {
    package let id: pid_t

    /// The descriptors 0, 1 and 2 of the child; `nil` means the null device.
    package struct Descriptors {
        var input: Int32?
        var output: Int32?
        var error: Int32?

        package init(input: Int32?, output: Int32?, error: Int32?) {
            self.input = input
            self.output = output
            self.error = error
        }
    }

    /// Starts `program`, an absolute path. The child inherits the descriptors of this process that are not close-on-exec. Throws `system` if the
    /// program cannot be started.
    ///
    /// - Parameter name: the value of `argv[0]`; `nil` for the path.
    package static func start(
        _ program: String, name: String? = nil, _ arguments: [String], environment: [String],
        _ descriptors: Descriptors
    ) throws(EmbeddedPostgresError) -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in [descriptors.input, descriptors.output, descriptors.error].enumerated() {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            } else {
                posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            }
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGCHLD, SIGUSR1, SIGUSR2] {
            sigaddset(&signals, signal)
        }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var id: pid_t = 0
        let failure = withCStrings([name ?? program] + arguments) { arguments in
            withCStrings(environment) { environment in
                posix_spawn(&id, program, &actions, &attributes, arguments, environment)
            }
        }
        guard failure == 0 else { throw .system(call: "posix_spawn", path: program, error: failure) }
        return ChildProcess(id: id)
    }

    /// Waits until the child has ended and returns its exit status, or 128 + N after signal N, as in a shell. Blocks the thread.
    package func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return Self.exitStatus(status)
    }

    /// Returns the exit status in the status word of wait(2), or 128 + N for a child that signal N has ended.
    static func exitStatus(_ status: Int32) -> Int32 {
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }

    /// Runs a program until it ends, on another thread, and returns its output (both streams) and exit status. `input` must fit into a socket's
    /// buffer (tens of kilobytes), because it is written before any output is read. Throws `system` if the program cannot be started.
    package static func output(
        of program: String, _ arguments: [String], environment: [String], input: String = ""
    ) async throws(EmbeddedPostgresError) -> (text: String, status: Int32) {
        let result: Result<(String, Int32), EmbeddedPostgresError> = await withCheckedContinuation { continuation in
            blocking.async {
                continuation.resume(
                    returning: Result { () throws(EmbeddedPostgresError) in
                        try outputBlocking(of: program, arguments, environment: environment, input: input)
                    })
            }
        }
        return try result.get()
    }

    /// The queue for blocking calls.
    static let blocking = DispatchQueue(label: "embedded-postgres", attributes: .concurrent)

    private static func outputBlocking(
        of program: String, _ arguments: [String], environment: [String], input: String
    ) throws(EmbeddedPostgresError) -> (String, Int32) {
        let feed = try SocketPair()
        let drain = try SocketPair()
        let child: ChildProcess
        do {
            child = try start(
                program, arguments, environment: environment,
                Descriptors(input: feed.theirs, output: drain.theirs, error: drain.theirs))
        } catch {
            feed.close()
            drain.close()
            throw error
        }
        close(feed.theirs)
        close(drain.theirs)
        feed.send(input)
        close(feed.ours)
        var bytes: [UInt8] = []
        while let more = drain.receive() { bytes += more }
        close(drain.ours)
        return (String(decoding: bytes, as: UTF8.self), child.wait())
    }
}

/// Calls `body` with an array of C strings that ends with a null pointer, as `execve` requires. The array is valid only until `body` returns.
func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    return body(pointers)
}
