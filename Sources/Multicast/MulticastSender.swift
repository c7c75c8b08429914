import Glibc

/// A sender of datagrams to one group through one interface.
///
/// The caller must choose the interface, because the routing table may choose the wrong network on a machine with two
/// networks (RFC 8085; spec X3). Programs on this machine that have joined the group receive the datagrams too.
public final class MulticastSender: Sendable {
    /// The result of sending a datagram. The sender does not repeat a lost datagram; the protocols that use this module repeat their state.
    public enum Outcome: Sendable, Hashable {
        case sent
        /// The kernel refused the datagram, with errno. Typical causes are a full queue (ENOBUFS, EAGAIN), an interface that is down or removed
        /// (ENETUNREACH, ENETDOWN, ENODEV), and a firewall (EPERM).
        case dropped(code: Int32)
    }

    public let group: MulticastGroup
    private let socket: DatagramSocket

    /// Opens a sender. Throws `system` if the system refuses the socket, with EADDRNOTAVAIL or ENODEV if no interface has the address.
    ///
    /// - Parameters:
    ///   - interface: An address of the interface to send through.
    ///   - ttl: The time to live of the datagrams: the number of routers that a datagram may pass, plus one. A datagram with a TTL of 1 stays on the
    ///     local network, and a datagram with a TTL of 0 stays on this machine.
    public init(group: MulticastGroup, interface: IPv4Address, ttl: UInt8 = 1) throws(MulticastError) {
        self.group = group
        socket = try DatagramSocket()
        try socket.set(IP_MULTICAST_IF, to: in_addr(s_addr: interface.raw))
        try socket.set(IP_MULTICAST_TTL, to: ttl)
        try socket.set(IP_MULTICAST_LOOP, to: UInt8(1))
    }

    /// Sends one datagram, without waiting. Returns `dropped` if the kernel refuses the datagram, which is not sent again.
    public func send(_ bytes: [UInt8]) -> Outcome {
        let sent = group.withSocketAddress { address, length in
            bytes.withUnsafeBytes {
                sendto(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
        return sent == bytes.count ? .sent : .dropped(code: errno)
    }
}
