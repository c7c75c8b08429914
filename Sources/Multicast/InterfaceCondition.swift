import Glibc

/// The state of a network interface, as the kernel reports it (netdevice(7)).
public enum InterfaceCondition: Sendable, Hashable {
    case working
    /// No interface of this machine has the address.
    case missing
    /// Disabled (no IFF_UP).
    case down
    /// Up but without a cable or access point (no IFF_RUNNING).
    case noCarrier

    /// Reads the state of the interface with this address. O(n) in the machine's addresses.
    ///
    /// The kernel accepts and discards datagrams on an interface without a link, so the result of sendto(2) is not enough. An unknown state, and that
    /// of 0.0.0.0, is `working`, so that sending continues.
    public init(of address: IPv4Address) {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard address.raw != 0, getifaddrs(&first) == 0 else {
            self = .working
            return
        }
        defer { freeifaddrs(first) }
        var flags: UInt32?
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let name = entry.ifa_addr, name.pointee.sa_family == sa_family_t(AF_INET) else { continue }
            let raw = name.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr.s_addr }
            if raw == address.raw { flags = entry.ifa_flags }
        }
        self =
            switch flags {
            case nil: .missing
            case let flags? where flags & Self.up == 0: .down
            case let flags? where flags & Self.running == 0: .noCarrier
            default: .working
            }
    }

    private static let up: UInt32 = 0x1
    private static let running: UInt32 = 0x40
}

extension InterfaceCondition: CustomStringConvertible {
    public var description: String {
        switch self {
        case .working: "works"
        case .missing: "is not on the machine that sends the packets"
        case .down: "is down"
        case .noCarrier: "has no link"
        }
    }
}
