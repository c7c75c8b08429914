import Glibc

/// Listening sockets handed over by the service manager or by a predecessor: descriptors from 3 on, counted
/// in LISTEN_FDS and meant for LISTEN_PID (sd_listen_fds(3)).
public struct InheritedSockets: Sendable, Hashable {
    public let http: Int32?
    public let admin: Int32?

    /// Reads the variables; descriptors named "admin" in LISTEN_FDNAMES serve the probes, the first other one
    /// the service.
    public init(environment: [String: String], pid: Int32 = getpid()) {
        guard environment["LISTEN_PID"].flatMap(Int32.init) == pid,
            let count = environment["LISTEN_FDS"].flatMap(Int.init), (1...16).contains(count)
        else {
            http = nil
            admin = nil
            return
        }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        let sockets = (0..<count).map { (name: $0 < names.count ? String(names[$0]) : "", descriptor: Int32(3 + $0)) }
        for socket in sockets { _ = fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC) }
        admin = sockets.first { $0.name == "admin" }?.descriptor
        http = sockets.first { $0.name != "admin" }?.descriptor
    }
}
