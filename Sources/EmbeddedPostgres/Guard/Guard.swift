import CSystem
import Glibc

/// The process between the service and PostgreSQL (spec O1.7): the same binary, started with the hidden first argument `pg-guard`.
///
/// A killed service cannot stop PostgreSQL. So the guard holds one end of a socket whose other end only the service has, and shuts PostgreSQL down
/// when it reads the end of the stream. The guard also drops root's rights, because PostgreSQL refuses to run as root.
///
/// Rejected: a parent-death signal, because the system sends it when the *thread* that started the child ends, and Dispatch ends its threads.
public enum Guard {
    /// Runs this process as the guard and never returns if the arguments request it; otherwise returns at once. `arguments` begins with the
    /// program's name.
    ///
    /// Call this method in the first statement of `main`: rights are dropped for the whole process, so no queue, thread or socket may exist yet.
    public static func runIfRequested(_ arguments: [String]) {
        guard arguments.count > 1, arguments[1] == GuardRequest.argument else { return }
        guard let request = GuardRequest(arguments: Array(arguments.dropFirst(2))) else {
            fail("only tutti itself can run pg-guard: run another command of tutti", status: 2)
        }
        detachFromService()
        if let user = request.user { drop(to: user) }
        switch request.task {
        case .keep(let log):
            // The service's SCHED_BATCH and long time slices would make PostgreSQL's notifications late (decision 0088).
            _ = csystem_schedule_normally()
            exit(ProcessSupervisor(program: request.program, log: log).run())
        case .run:
            withCStrings([request.program[0]] + request.program.dropFirst()) { arguments in
                _ = execve(request.program[0], arguments, environ)
            }
            fail("\(request.program[0]): \(systemErrorText(errno))", status: 127)
        case .reach:
            print(PathAccess.obstacle(to: request.program[0]) ?? "", terminator: "")
            exit(0)
        }
    }

    /// Makes this process independent of the service: ignores SIGINT, SIGTERM, SIGHUP and SIGPIPE, starts a session (so that Ctrl-C reaches only the
    /// service), closes all descriptors except 0, 1 and 2, and changes the working folder to /.
    private static func detachFromService() {
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { Glibc.signal(signal, SIG_IGN) }
        setsid()
        closefrom(3)
        chdir("/")
        umask(0o077)
    }

    /// Changes the user of this process permanently, or ends the process. The groups come first, because they cannot be changed afterwards.
    private static func drop(to name: String) {
        guard let user = SystemUser.named(name) else { fail("there is no user \(name)", status: 1) }
        guard initgroups(name, user.group) == 0, setgid(user.group) == 0, setuid(user.id) == 0 else {
            fail("cannot switch to the user \(name): \(systemErrorText(errno))", status: 1)
        }
        guard setuid(0) != 0 else { fail("root privileges could not be dropped", status: 1) }
    }

    static func fail(_ message: String, status: Int32) -> Never {
        let line = message + "\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
        exit(status)
    }
}
