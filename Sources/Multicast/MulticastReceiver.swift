import Glibc

/// A receiver of the datagrams of one group on one interface. Other receivers on this machine get their own copies (SO_REUSEADDR).
public final class MulticastReceiver: Sendable {
    public let group: MulticastGroup
    private let socket: DatagramSocket

    /// Joins the group on the interface with this address. Throws `system`, with EADDRNOTAVAIL or ENODEV if no interface has the address.
    public init(group: MulticastGroup, interface: IPv4Address) throws(MulticastError) {
        self.group = group
        socket = try DatagramSocket()
        try socket.set(SO_REUSEADDR, to: Int32(1), level: SOL_SOCKET)
        // Otherwise Linux also delivers groups that other programs have joined on this port (ip(7)).
        try socket.set(IP_MULTICAST_ALL, to: Int32(0))
        // Bound to the group, so that unicast datagrams are not received.
        let bound = group.withSocketAddress { bind(socket.descriptor, $0, $1) }
        guard bound == 0 else { throw .system(call: "bind", code: errno) }
        try socket.set(
            IP_ADD_MEMBERSHIP,
            to: ip_mreq(
                imr_multiaddr: in_addr(s_addr: group.address.raw), imr_interface: in_addr(s_addr: interface.raw)))
    }

    /// Returns the next datagram, truncated after `limit` bytes; `nil` if none has arrived or receiving fails. Never waits.
    public func receive(limit: Int = 2048) -> [UInt8]? {
        var count = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
            repeat {
                count = recv(socket.descriptor, buffer.baseAddress, buffer.count, 0)
            } while count < 0 && errno == EINTR
            initialized = max(0, count)
        }
        return count < 0 ? nil : bytes
    }

    /// Waits for the next datagram and returns it, truncated after `limit` bytes; `nil` if none arrives within `timeout`. Blocks the calling thread.
    public func receive(within timeout: Duration, limit: Int = 2048) -> [UInt8]? {
        let deadline = ContinuousClock.now + timeout
        while true {
            if let bytes = receive(limit: limit) { return bytes }
            let left = deadline - .now
            guard left > .zero else { return nil }
            let milliseconds = left / .milliseconds(1)
            var wait = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&wait, 1, Int32(min(milliseconds.rounded(.up), 60_000)))
        }
    }
}
