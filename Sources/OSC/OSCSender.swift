import Glibc

/// A sender of messages, each as one datagram. A datagram that the system does not accept is lost, as it might be on the network.
public struct OSCSender: Sendable {
    public init() {}

    /// Sends a message without waiting, and returns whether the system has accepted it; `false` also for a host that is not a numeric address.
    @discardableResult
    public func send(_ message: OSCMessage, to endpoint: OSCEndpoint) -> Bool {
        let bytes = message.bytes
        let sent = try? endpoint.withSocketAddress { family, address, length -> Int in
            let descriptor = socket(
                family, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { return -1 }
            defer { close(descriptor) }
            return sendto(descriptor, bytes, bytes.count, 0, address, length)
        }
        return sent == bytes.count
    }
}
