import Glibc

/// A sender of datagrams to one group through one interface, also to programs on this machine.
///
/// The caller must choose the interface, because the routing table may choose the wrong one on a machine with two networks (RFC 8085; spec X3).
public final class MulticastSender: Sendable {
    /// The result of sending a datagram. A dropped datagram is not sent again.
    public enum Outcome: Sendable, Hashable {
        case sent
        /// The kernel refused the datagram, with errno: for instance a full queue (ENOBUFS), an interface that is down (ENETDOWN), or a firewall.
        case dropped(code: Int32)
    }

    public let group: MulticastGroup
    private let socket: DatagramSocket

    /// Opens a sender through the interface with this address. Throws `system`, with EADDRNOTAVAIL or ENODEV if no interface has the address.
    ///
    /// - Parameter ttl: The number of routers that a datagram may pass, plus one: 1 for the local network, 0 for this machine.
    public init(group: MulticastGroup, interface: IPv4Address, ttl: UInt8 = 1) throws(MulticastError) {
        self.group = group
        socket = try DatagramSocket()
        try socket.set(IP_MULTICAST_IF, to: in_addr(s_addr: interface.raw))
        try socket.set(IP_MULTICAST_TTL, to: ttl)
        try socket.set(IP_MULTICAST_LOOP, to: UInt8(1))
    }

    /// Sends one datagram, without waiting.
    public func send(_ bytes: [UInt8]) -> Outcome {
        let sent = group.withSocketAddress { address, length in
            bytes.withUnsafeBytes {
                sendto(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
        return sent == bytes.count ? .sent : .dropped(code: errno)
    }
}
