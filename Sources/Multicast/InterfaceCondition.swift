import Glibc

/// What the interface of an address can do at the moment, as the system knows it (netdevice(7)).
public enum InterfaceCondition: Sendable, Hashable {
    case working
    /// No interface of this machine has the address.
    case missing
    /// An administrator has taken it down.
    case down
    /// It is up and has no link: the cable is out, the access point is gone.
    case noCarrier

    /// The condition of the interface that has this address. Walks the addresses of the machine.
    ///
    /// A datagram sent by an interface without a carrier is taken by the system and thrown away, so that the result of
    /// sendto(2) alone does not tell.
    public init(of address: IPv4Address) {
        var first: UnsafeMutablePointer<ifaddrs>?
        // What cannot be asked is no reason to stop sending.
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

    /// IFF_UP and IFF_RUNNING.
    private static let up: UInt32 = 0x1
    private static let running: UInt32 = 0x40
}

extension InterfaceCondition: CustomStringConvertible {
    public var description: String {
        switch self {
        case .working: "works"
        case .missing: "is not on this machine"
        case .down: "is down"
        case .noCarrier: "has no link"
        }
    }
}
