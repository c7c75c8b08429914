import Glibc

/// The descriptors that connections must leave free.
///
/// A process without free descriptors cannot connect to its database or open a file; libdispatch even traps, because its thread-pool monitor cannot
/// open a `/proc` file. The system assigns the lowest free number, so all numbers below that of a new descriptor are in use.
struct DescriptorReserve {
    private let first: Int32

    /// Creates a reserve, and raises the process's soft limit towards the number of descriptors that the limits need.
    ///
    /// - Parameter limits: the server's limits. The process needs `connections` descriptors and 1,024 more, and `reserve(of:)` must stay free.
    init(limits: borrowing Limits) {
        let soft = Self.allow(limits.connections + 1024)
        first = Int32(clamping: soft - limits.reserve(of: soft))
    }

    /// Returns whether a newly assigned descriptor lies in the reserve.
    func isReached(by descriptor: Int32) -> Bool { descriptor >= first }

    /// Returns whether the next descriptor would lie in the reserve; `true` if no descriptor is free.
    ///
    /// - Parameter descriptor: any open descriptor.
    func isReached(beside descriptor: Int32) -> Bool {
        let next = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard next >= 0 else { return true }
        close(next)
        return isReached(by: next)
    }

    /// The maximum number of descriptors that the process may currently have; 1,024 if the system does not report the number.
    static var softLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the process's soft limit towards `wanted`, up to the hard limit. The usual limit of 1,024 would otherwise allow
    /// fewer connections than `Limits`.
    ///
    /// - Returns: the soft limit after the call.
    private static func allow(_ wanted: Int) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(wanted) else { return softLimit }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        setrlimit(resource, &limit)
        return softLimit
    }
}
