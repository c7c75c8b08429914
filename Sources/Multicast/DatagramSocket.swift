import Glibc

/// A non-blocking UDP socket over IPv4, which is closed when the value is destroyed.
struct DatagramSocket: ~Copyable {
    let descriptor: Int32

    init() throws(MulticastError) {
        let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        descriptor = socket(AF_INET, Int32(kind), Int32(IPPROTO_UDP))
        guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
    }

    deinit { close(descriptor) }

    /// Calls setsockopt(2), and throws `system` if the call fails. The default level is that of the multicast options (ip(7)).
    func set<Value>(
        _ option: Int32, to value: Value, level: Int32 = Int32(IPPROTO_IP)
    ) throws(MulticastError) {
        let result = withUnsafeBytes(of: value) {
            setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count))
        }
        guard result == 0 else { throw .system(call: "setsockopt", code: errno) }
    }
}
