import Glibc

/// An IPv4 multicast group and a UDP port.
public struct MulticastGroup: Sendable, Hashable, CustomStringConvertible {
    public let address: IPv4Address
    public let port: UInt16

    /// Creates a group. Throws `notMulticast` for an address outside 224.0.0.0/4.
    public init(_ address: IPv4Address, port: UInt16) throws(MulticastError) {
        guard address.isMulticast else { throw .notMulticast(address) }
        self.address = address
        self.port = port
    }

    public var description: String { "\(address):\(port)" }

    /// Calls `body` with the socket address of the group and its length.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: self.address.raw)
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
