import Glibc

/// The address at the other end of a socket.
enum PeerAddress {
    /// In numbers, without the port; an IPv4 address that came through an IPv6 socket as what it is. Empty when
    /// the socket is no longer connected.
    static func text(of descriptor: Int32) -> String {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        guard status == 0 else { return "" }
        let family = Int32(storage.ss_family)
        let text = withUnsafePointer(to: storage) { pointer -> String in
            var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            if family == AF_INET {
                pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                    var bytes = address.pointee.sin_addr
                    _ = inet_ntop(AF_INET, &bytes, &buffer, socklen_t(buffer.count))
                }
            } else if family == AF_INET6 {
                pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                    var bytes = address.pointee.sin6_addr
                    _ = inet_ntop(AF_INET6, &bytes, &buffer, socklen_t(buffer.count))
                }
            }
            return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
    }
}
