import Glibc

/// The network that counts as one client for the limits: an IPv4 address, or the /64 prefix of an IPv6 address, since one client may use all
/// addresses of its subnet (RFC 4291 §2.5.1).
struct ClientNetwork: Hashable, Sendable {
    /// The first 64 bits of an IPv6 address, in network byte order; 0 for IPv4.
    private let prefix: UInt64
    /// The IPv4 address in network byte order; 0 for IPv6.
    private let address: UInt32

    /// The IPv4 address; `nil` for an IPv6 network.
    var ipv4: IPAddress? { address == 0 ? nil : IPAddress(ipv4: UInt32(bigEndian: address)) }

    /// The IPv4 address in dotted decimal; `nil` for an IPv6 network, which many addresses share.
    var ipv4Text: String? {
        guard address != 0 else { return nil }
        return withUnsafeBytes(of: address) { $0.map(String.init).joined(separator: ".") }
    }

    init(ipv4 address: UInt32) {
        prefix = 0
        self.address = address
    }

    /// Creates the network of the 16 bytes of an IPv6 address. An IPv4-mapped address (RFC 4291 §2.5.5.2) becomes the IPv4 address.
    init(ipv6 bytes: UnsafeRawBufferPointer) {
        let upper = bytes.loadUnaligned(as: UInt64.self)
        let middle = bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        let isMapped = upper == 0 && UInt32(bigEndian: middle) == 0xFFFF
        prefix = upper
        address = isMapped ? bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self) : 0
    }

    /// Creates the network of a socket address that accept(2) has stored. The memory may contain an IPv4 address instead.
    init(_ address: borrowing sockaddr_in6) {
        let isIPv4 = Int32(address.sin6_family) == AF_INET
        var address = copy address
        self = withUnsafeBytes(of: &address) { bytes in
            // The offsets of sin_addr and sin6_addr (netinet/in.h), after family, port and, for IPv6, the flow label.
            isIPv4
                ? ClientNetwork(ipv4: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
                : ClientNetwork(ipv6: UnsafeRawBufferPointer(rebasing: bytes[8..<24]))
        }
    }
}
