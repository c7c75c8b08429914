import Glibc

/// The descriptors that connections must leave free, for the database, files, and libdispatch, which traps without them.
///
/// The system assigns the lowest free number, so all numbers below that of a new descriptor are in use.
struct DescriptorReserve {
    private let first: Int32

    /// Raises the process's soft limit towards `Limits.connections` plus 1,024, and creates a reserve of `Limits.reserve(of:)` descriptors.
    init(limits: borrowing Limits) {
        let soft = Self.allow(limits.connections + 1024)
        first = Int32(clamping: soft - limits.reserve(of: soft))
    }

    /// Returns whether a newly assigned descriptor lies in the reserve.
    func isReached(by descriptor: Int32) -> Bool { descriptor >= first }

    /// Returns whether the next descriptor would lie in the reserve. `descriptor` is any open descriptor.
    func isReached(beside descriptor: Int32) -> Bool {
        let next = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard next >= 0 else { return true }
        close(next)
        return isReached(by: next)
    }

    /// The number of descriptors that the process may currently have; 1,024 if the system does not report the number.
    static var softLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the process's soft limit, usually 1,024, towards `wanted`, up to the hard limit, and returns the new soft limit.
    private static func allow(_ wanted: Int) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(wanted) else { return softLimit }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        setrlimit(resource, &limit)
        return softLimit
    }
}
