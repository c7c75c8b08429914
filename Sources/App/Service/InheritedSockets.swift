import Glibc

/// The listening sockets from the service manager or a predecessor: LISTEN_FDS descriptors from 3 on, for the process LISTEN_PID (sd_listen_fds(3)).
///
/// A predecessor cannot know the process ID of its child in advance. So it omits LISTEN_PID and sets LISTEN_PPID to its own ID, and the sockets are
/// for its child, not for a grandchild that inherits the variables.
public struct InheritedSockets: Sendable, Hashable {
    public let http: [Int32]
    public let admin: [Int32]

    /// Reads the variables and sets close-on-exec for the descriptors. Those named "admin" in LISTEN_FDNAMES are for the admin server, the others for
    /// the public server. Both lists are empty if the sockets are for another process or their number is not 1 to `limit`.
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

    /// The largest number of descriptors that are accepted. A service needs one for each event loop, and one for the admin server.
    static let limit = 128

    /// Returns whether the environment passes the sockets to the process `pid` with the parent process `parent`.
    static func isMeant(_ environment: [String: String], pid: Int32, parent: Int32) -> Bool {
        if let meant = environment["LISTEN_PID"] { return Int32(meant) == pid }
        return environment["LISTEN_PPID"].flatMap(Int32.init) == parent
    }
}
