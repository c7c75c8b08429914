import Glibc

/// The process between the service and PostgreSQL (spec O1.7): the same binary, started with the
/// hidden first argument `pg-guard`.
///
/// It exists because a dying service cannot stop anything. The guard holds one end of a socket whose other end only
/// the service has; when the service is gone, however it went, the guard reads the end and shuts PostgreSQL down.
/// A parent-death signal was rejected: it fires when the *thread* that started the child ends, and Dispatch retires
/// its threads. It is also where root's rights end, since PostgreSQL refuses root.
public enum Guard {
    /// Becomes the guard when the arguments say so, and then does not return.
    ///
    /// Must be the first statement of `main`: the guard runs on one thread and drops its rights for the whole
    /// process, so no queue, thread or socket may exist yet.
    public static func runIfAsked(_ arguments: [String]) {
        guard arguments.count > 1, arguments[1] == GuardRequest.argument else { return }
        guard let request = GuardRequest(arguments: Array(arguments.dropFirst(2))) else {
            fail("pg-guard is internal to tutti", status: 2)
        }
        leaveTheService()
        if let user = request.user { drop(to: user) }
        switch request.task {
        case .keep(let log):
            exit(Keeper(program: request.program, log: log).run())
        case .run:
            withCStrings([request.program[0]] + request.program.dropFirst()) { arguments in
                _ = execve(request.program[0], arguments, environ)
            }
            fail("\(request.program[0]): \(systemErrorText(errno))", status: 127)
        case .reach:
            print(Reach.obstacle(to: request.program[0]) ?? "", terminator: "")
            exit(0)
        }
    }

    /// Cuts what ties this process to the one that started it: its terminal (so that Ctrl-C reaches the service
    /// first and it can drain), its descriptors and its working folder.
    private static func leaveTheService() {
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { Glibc.signal(signal, SIG_IGN) }
        setsid()
        closefrom(3)
        chdir("/")
        umask(0o077)
    }

    /// Becomes `name` for good: groups first, the user last, because after it the others are no longer allowed.
    private static func drop(to name: String) {
        guard let user = SystemUser.named(name) else { fail("there is no user \(name)", status: 1) }
        guard initgroups(name, user.group) == 0, setgid(user.group) == 0, setuid(user.id) == 0 else {
            fail("cannot become \(name): \(systemErrorText(errno))", status: 1)
        }
        // Proof rather than trust: with any right kept, this would succeed.
        guard setuid(0) != 0 else { fail("root privileges could not be dropped", status: 1) }
    }

    static func fail(_ message: String, status: Int32) -> Never {
        let line = message + "\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
        exit(status)
    }
}
