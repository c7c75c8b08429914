import Glibc

/// The reason why a multicast group or socket could not be created.
public enum MulticastError: Error, Sendable, Hashable {
    case notMulticast(IPv4Address)
    /// A system call failed. `setsockopt` with EADDRNOTAVAIL or ENODEV means that no interface has the address.
    case system(call: String, code: Int32)
}

extension MulticastError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notMulticast(let address): "\(address) is not a multicast address (224.0.0.0 to 239.255.255.255)"
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        }
    }
}
