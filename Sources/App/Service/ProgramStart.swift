import CSystem
import Glibc

/// How this program starts another one (posix_spawn(3)). Every signal is there as the system has it at first: one that we
/// ignore or block would stay so across exec.
struct ProgramStart {
    /// A path, and not a name that is looked for.
    let path: String
    let arguments: [String]
    /// All that the program finds there.
    let environment: [String: String]
    /// Descriptors of ours, each with the number under which the program finds it.
    var descriptors: [(ours: Int32, theirs: Int32)] = []
    /// Numbers under which it finds what takes everything and keeps nothing.
    var silent: [Int32] = []
    /// The number from which on it has no descriptor, not even one that a library opened without close-on-exec or that we
    /// inherited ourselves.
    var closesFrom: Int32?
    /// Whether it leads a process group of its own: the terminal's Ctrl-C does not reach it, and all that it starts can be
    /// ended with it.
    var isOwnGroup = false

    /// Starts it, to be waited for by the caller.
    func run() throws(ChildProcessError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for (ours, theirs) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, theirs) }
        for number in silent { posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0) }
        if let closesFrom { csystem_spawn_close_from(&actions, closesFrom) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var defaults = sigset_t()
        sigfillset(&defaults)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        let group = isOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(group | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            (argv + envp).forEach { free($0) }
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, &argv, &envp)
        guard code == 0 else { throw ChildProcessError(program: path, code: code) }
        return pid
    }
}
