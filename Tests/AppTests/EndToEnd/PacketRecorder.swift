import Foundation
import Glibc
import Synchronization

/// A client that stays in the multicast group for the whole test, as a phone of 2013 does, and records the time and the count of each measure packet.
final class PacketRecorder: Sendable {
    struct Packet: Sendable {
        let at: Date
        let piece: String
        let measure: Int
        let count: Int
    }

    private let packets = Mutex<[Packet]>([])
    private let odd = Mutex<[String]>([])
    private let isOver = Mutex(false)

    init(group: String, port: Int) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(group)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var member = ip_mreq()
        member.imr_multiaddr.s_addr = inet_addr(group)
        member.imr_interface.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<ip_mreq>.size)
        guard bound == 0, setsockopt(descriptor, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, &member, size) == 0 else {
            close(descriptor)
            throw POSIXError(.EADDRNOTAVAIL)
        }
        var wait = timeval(tv_sec: 0, tv_usec: 100_000)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 2048)
            while !isOver.withLock({ $0 }) {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count > 0 { note(String(decoding: buffer[..<count], as: UTF8.self)) }
            }
            close(descriptor)
        }
    }

    func end() { isOver.withLock { $0 = true } }

    var all: [Packet] { packets.withLock { $0 } }

    /// The datagrams that are neither a measure packet nor a PUSH.
    var strange: [String] { odd.withLock { $0 } }

    /// Returns the first packet after an instant that satisfies a condition, or `nil` if no such packet arrives within `limit` seconds.
    func first(
        after start: Date, within limit: TimeInterval, where matches: (Packet) -> Bool = { _ in true }
    ) async -> Packet? {
        await eventually(within: limit) { packets.withLock { $0.first { $0.at > start && matches($0) } } }
    }

    private func note(_ text: String) {
        if text.hasPrefix("PUSH|") { return }
        let parts = text.components(separatedBy: "; ")
        let numbers = (parts.last ?? "").components(separatedBy: " : ").compactMap { Int($0) }
        guard parts.count == 2, numbers.count == 2 else {
            odd.withLock { $0.append(text) }
            return
        }
        packets.withLock { $0.append(Packet(at: .now, piece: parts[0], measure: numbers[0], count: numbers[1])) }
    }
}

/// Polls until there is a value. Returns `nil` if there is no value within `limit` seconds.
func eventually<Value>(within limit: TimeInterval, _ value: () -> Value?) async -> Value? {
    let deadline = Date.now + limit
    while Date.now < deadline {
        if let found = value() { return found }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return value()
}
