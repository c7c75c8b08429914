import Glibc

/// A notifier that reports the program's state to the service manager (sd_notify(3)), by datagrams to the socket in `NOTIFY_SOCKET` (spec O4.8).
/// Without this variable, all methods do nothing.
public struct ServiceNotifier: Sendable {
    private let path: String?
    /// The interval at which `alive` must be called: half of the manager's timeout (sd_watchdog_enabled(3)). `nil` if the manager does
    /// not watch the program.
    public let watchdogInterval: Duration?

    /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    public init(environment: [String: String]) {
        // A path, or "@name" in the abstract namespace. Other address families are not supported.
        path = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        watchdogInterval = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
            .flatMap { isForUs && $0 > 0 ? .microseconds($0 / 2) : nil }
    }

    /// Reports that the program is ready to serve requests.
    public func ready() { send("READY=1") }

    /// Reports that the program is reloading its settings (sd_notify(3), "RELOADING=1"). Call `ready` when the reload ends. The message contains the
    /// time of CLOCK_MONOTONIC, by which a manager with `Type=notify-reload` tells this reload from an earlier one.
    public func reloading() {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        send("RELOADING=1\nMONOTONIC_USEC=\(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)")
    }

    /// Whether a service manager expects notifications.
    public var isManaged: Bool { path != nil }

    /// Reports that the program is stopping.
    public func stopping() { send("STOPPING=1") }

    /// Reports that the program is alive. Call this method at intervals of `watchdogInterval`.
    public func alive() { send("WATCHDOG=1") }

    /// Reports a status text for the service manager to display. Line ends become spaces.
    public func status(_ text: String) {
        send("STATUS=\(String(text.map { $0.isNewline ? " " : $0 }))")
    }

    /// Sends a datagram without waiting. Errors are ignored.
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
        // The length of an abstract name ends with its last byte. The length of a path includes a NUL.
        let length = MemoryLayout<sa_family_t>.size + name.count + (name.first == UInt8(ascii: "@") ? 0 : 1)
        let bytes = Array(message.utf8)
        _ = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
            }
        }
    }
}
