import Glibc

/// The descriptors that connections leave free: accepting stops before the last one is taken.
///
/// A process with none left cannot reach its database, open a file or read the clock of its threads; libdispatch even
/// traps, because the monitor of its thread pools takes a `/proc` file that it cannot open for a thread that died. Since
/// the system gives out the lowest free number, a number tells how many are in use, without a count of all.
struct DescriptorReserve {
    private let first: Int32

    /// - Parameter limits: of the server; the process's soft limit is raised towards what they need.
    init(limits: borrowing Limits) {
        let soft = Self.allow(limits.connections + 1024)
        first = Int32(clamping: soft - limits.reserve(of: soft))
    }

    /// Whether a descriptor just given out is one of the reserve.
    func isReached(by descriptor: Int32) -> Bool { descriptor >= first }

    /// Whether the next one would be.
    ///
    /// - Parameter descriptor: any that is open.
    func isReached(beside descriptor: Int32) -> Bool {
        let next = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard next >= 0 else { return true }
        close(next)
        return isReached(by: next)
    }

    /// How many descriptors the process may have now.
    static var softLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the process's soft limit towards `wanted`, as far as the hard one allows: the usual 1,024 would be the
    /// bound of connections, and not the one that `Limits` states.
    ///
    /// - Returns: the limit now.
    private static func allow(_ wanted: Int) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(wanted) else { return softLimit }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        setrlimit(resource, &limit)
        return softLimit
    }
}
