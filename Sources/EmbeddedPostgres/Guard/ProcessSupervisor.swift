import Glibc

/// The main loop of the guard. The loop starts one program, reports the program's process id to the service, writes the program's output to the
/// log, and shuts the program down when the service ends or closes its end of the socket.
struct ProcessSupervisor {
    /// The absolute path of the program, followed by its arguments.
    let program: [String]
    let log: String

    /// The descriptor of the guard's end of the socket to the service.
    private static let service: Int32 = 0
    /// The time limit of a fast shutdown, in milliseconds. Afterwards the guard requests an immediate shutdown (PostgreSQL §19.5).
    private static let patience: Int32 = 10_000

    init(program: [String], log: String) {
        self.program = program
        self.log = log
    }

    /// Runs the program until it ends and returns its exit status. Blocks; call this method only in the guard.
    func run() -> Int32 {
        var output = RotatingLog(path: log)
        guard let printed = Pipe(), let ended = Pipe() else { return 1 }
        let child: ChildProcess
        do {
            child = try ChildProcess.start(
                program[0], Array(program.dropFirst()), environment: Self.environment,
                .init(input: nil, output: printed.write, error: printed.write))
        } catch {
            Guard.fail(error.description, status: 127)
        }
        close(printed.write)
        SocketPair.send("\(GuardedProcess.started)\(child.id)\n", to: Self.service)
        Self.watch(child, notifying: ended.write)

        var polled = [Self.service, printed.read, ended.read].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        var wait: Int32 = -1
        while true {
            let ready = poll(&polled, nfds_t(polled.count), wait)
            if ready < 0, errno == EINTR { continue }
            if ready == 0 {
                // One request is enough, since the postmaster kills remaining backends itself.
                kill(child.id, SIGQUIT)
                wait = -1
            }
            if polled[0].revents != 0, SocketPair.receive(from: Self.service) == nil {
                polled[0].fd = -1
                kill(child.id, SIGINT)
                wait = Self.patience
            }
            if polled[1].revents != 0 {
                if let bytes = SocketPair.receive(from: printed.read) {
                    output.write(bytes)
                } else {
                    polled[1].fd = -1
                }
            }
            if polled[2].revents != 0 { break }
        }
        // A backend that outlives the postmaster may keep the pipe open, so only the available bytes are read.
        _ = fcntl(printed.read, F_SETFL, O_NONBLOCK)
        while polled[1].fd >= 0, let bytes = SocketPair.receive(from: printed.read) { output.write(bytes) }
        return child.wait()
    }

    /// Writes a byte to `pipe` once the child has ended. Does not reap the child, so that its process id is not reused while it may get signals.
    private static func watch(_ child: ChildProcess, notifying pipe: Int32) {
        let watched = UnsafeMutablePointer<(pid_t, Int32)>.allocate(capacity: 1)
        watched.initialize(to: (child.id, pipe))
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                guard let watched = argument?.assumingMemoryBound(to: (pid_t, Int32).self).pointee else { return nil }
                var information = siginfo_t()
                while waitid(P_PID, id_t(watched.0), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
                var byte: UInt8 = 0
                write(watched.1, &byte, 1)
                return nil
            }, watched)
    }

    private static var environment: [String] {
        var entries: [String] = []
        var entry = environ
        while let text = entry.pointee {
            entries.append(String(cString: text))
            entry += 1
        }
        return entries
    }

    private struct Pipe {
        let read: Int32
        let write: Int32

        init?() {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            read = ends[0]
            write = ends[1]
        }
    }
}
