import CSystem
import Glibc

/// The parameters for starting another program with posix_spawn(3). Signals that this process ignores or blocks are reset in the program.
struct ProgramStart {
    /// The path of the program. PATH is not searched.
    let path: String
    let arguments: [String]
    /// The whole environment of the program; no variable of this process is inherited.
    let environment: [String: String]
    /// The descriptors of this process to pass on, each with its number in the program.
    var descriptors: [(ours: Int32, theirs: Int32)] = []
    /// The descriptors of the program that refer to /dev/null.
    var silent: [Int32] = []
    /// The lowest descriptor to close in the program, even without close-on-exec; `nil` to close only those with close-on-exec.
    var closesFrom: Int32?
    /// Whether the program leads its own process group, which Ctrl-C in the terminal does not reach and which can be killed as a whole.
    var isOwnGroup = false

    /// Starts the program and returns the process ID. The caller must wait for the program.
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

    /// Waits for a program that leads its own process group, and returns its status (waitpid(2)). At `end`, kills the group and returns `nil`.
    static func wait(for pid: pid_t, until end: ContinuousClock.Instant) -> Int32? {
        var status: Int32 = 0
        while true {
            let ended = waitpid(pid, &status, WNOHANG)
            if ended == pid { return status }
            if ended < 0, errno != EINTR || ContinuousClock.now >= end { break }
            if ended == 0, ContinuousClock.now >= end { break }
            usleep(20_000)
        }
        kill(-pid, SIGKILL)
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return nil
    }
}
