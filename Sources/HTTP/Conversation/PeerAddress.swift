import Glibc

/// The address at the other end of a connection.
struct PeerAddress {
    /// The bytes of an IPv6 address; undefined for IPv4, whose address is in `ClientNetwork`.
    private let bytes: (UInt64, UInt64)

    /// Creates an address from a socket address that accept(2) has stored. The memory may contain an IPv4 address instead.
    init(_ address: borrowing sockaddr_in6) {
        bytes = unsafeBitCast(address.sin6_addr, to: (UInt64, UInt64).self)
    }

    /// The IPv6 address; undefined for an IPv4 connection.
    var ipv6: IPAddress { IPAddress(upper: UInt64(bigEndian: bytes.0), lower: UInt64(bigEndian: bytes.1)) }

    /// The IPv6 address as text (RFC 4291 §2.2), without the port; undefined for an IPv4 connection.
    var ipv6Text: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            withUnsafePointer(to: bytes) {
                inet_ntop(AF_INET6, $0, text.baseAddress, socklen_t(text.count)).map { String(cString: $0) } ?? ""
            }
        }
    }
}
