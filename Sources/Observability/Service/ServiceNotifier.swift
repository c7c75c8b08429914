import Glibc

/// Tells the service manager how the program is (sd_notify(3)): datagrams to the socket that `NOTIFY_SOCKET` names.
/// Without that variable every call does nothing.
/// Spec O4.8.
public struct ServiceNotifier: Sendable {
    private let path: String?
    /// How often `alive` must be called: half of what the manager allows (sd_watchdog_enabled(3)); `nil` when it
    /// does not watch this process.
    public let watchdogInterval: Duration?

    /// - Parameter environment: the variables `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    public init(environment: [String: String]) {
        // A path, or "@name" in the abstract namespace; anything else is not a Unix socket of ours to talk to.
        path = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        watchdogInterval = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
            .flatMap { isForUs && $0 > 0 ? .microseconds($0 / 2) : nil }
    }

    /// The program serves.
    public func ready() { send("READY=1") }

    /// The program reads its settings again; `ready` says when it has (sd_notify(3), "RELOADING=1"). The time, of
    /// CLOCK_MONOTONIC, tells a manager that asked for it (`Type=notify-reload`) from an earlier one.
    public func reloading() {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        send("RELOADING=1\nMONOTONIC_USEC=\(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)")
    }

    /// Whether a service manager started the program and wants to be told.
    public var isManaged: Bool { path != nil }

    /// The program has begun to stop.
    public func stopping() { send("STOPPING=1") }

    /// The program is alive; to be called every `watchdogInterval`.
    public func alive() { send("WATCHDOG=1") }

    /// One line that the manager shows beside the program; line ends become spaces.
    public func status(_ text: String) {
        send("STATUS=\(String(text.map { $0.isNewline ? " " : $0 }))")
    }

    /// Sends without waiting; a manager that does not read is its own problem.
    private func send(_ message: String) {
        guard let path else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < capacity else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { field in
            field.copyBytes(from: name)
            if name.first == UInt8(ascii: "@") { field[0] = 0 }
        }
        let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = socket(AF_UNIX, Int32(kind), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // An abstract name ends with its last byte, a path with a NUL.
        let length = MemoryLayout<sa_family_t>.size + name.count + (name.first == UInt8(ascii: "@") ? 0 : 1)
        let bytes = Array(message.utf8)
        _ = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
            }
        }
    }
}
