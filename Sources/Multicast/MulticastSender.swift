import Glibc

/// Sends datagrams to one group by one interface.
///
/// The interface is always named: what the routing table would choose may be the wrong network of a machine
/// with two (RFC 8085; spec X3). Other programs on this machine get the datagrams too.
public final class MulticastSender: Sendable {
    /// What became of a datagram. Losing one is normal: the next follows soon.
    public enum Outcome: Sendable, Hashable {
        case sent
        /// The system did not take it, with errno: a full queue (ENOBUFS, EAGAIN), an interface that is down or gone
        /// (ENETUNREACH, ENETDOWN, ENODEV), a firewall (EPERM).
        case dropped(code: Int32)
    }

    public let group: MulticastGroup
    private let socket: DatagramSocket

    /// - Parameters:
    ///   - interface: an address of the interface to send by.
    ///   - ttl: how many routers the datagrams may pass plus one; 1 stays on the network, 0 on this machine.
    public init(group: MulticastGroup, interface: IPv4Address, ttl: UInt8 = 1) throws(MulticastError) {
        self.group = group
        socket = try DatagramSocket()
        try socket.set(IP_MULTICAST_IF, to: in_addr(s_addr: interface.raw))
        try socket.set(IP_MULTICAST_TTL, to: ttl)
        try socket.set(IP_MULTICAST_LOOP, to: UInt8(1))
    }

    /// Sends one datagram, now or not at all; never waits.
    public func send(_ bytes: [UInt8]) -> Outcome {
        let sent = group.withSocketAddress { address, length in
            bytes.withUnsafeBytes {
                sendto(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
        return sent == bytes.count ? .sent : .dropped(code: errno)
    }
}
