import Glibc

/// Listening sockets handed over by the service manager or by a predecessor: descriptors from 3 on, counted
/// in LISTEN_FDS and meant for LISTEN_PID (sd_listen_fds(3)).
///
/// A predecessor cannot know the process id of what it is about to start, so it leaves LISTEN_PID out and names
/// itself in LISTEN_PPID: the sockets are meant for its child, and for no grandchild that inherits the variables.
public struct InheritedSockets: Sendable, Hashable {
    public let http: [Int32]
    public let admin: [Int32]

    /// Reads the variables; descriptors named "admin" in LISTEN_FDNAMES serve the probes, the others the service.
    public init(environment: [String: String], pid: Int32 = getpid(), parent: Int32 = getppid()) {
        guard Self.isMeant(environment, pid: pid, parent: parent),
            let count = environment["LISTEN_FDS"].flatMap(Int.init), (1...Self.limit).contains(count)
        else {
            http = []
            admin = []
            return
        }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        let sockets = (0..<count).map { (name: $0 < names.count ? String(names[$0]) : "", descriptor: Int32(3 + $0)) }
        for socket in sockets { _ = fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC) }
        admin = sockets.filter { $0.name == "admin" }.map(\.descriptor)
        http = sockets.filter { $0.name != "admin" }.map(\.descriptor)
    }

    /// The most descriptors that are taken: one a loop, and the probes'.
    static let limit = 128

    /// Whether what was handed over is this process's.
    static func isMeant(_ environment: [String: String], pid: Int32, parent: Int32) -> Bool {
        if let meant = environment["LISTEN_PID"] { return Int32(meant) == pid }
        return environment["LISTEN_PPID"].flatMap(Int32.init) == parent
    }
}
