import Glibc
import Testing

@testable import App

struct PortHolderTests {
    /// The test opens enough sockets for several pages of the kernel's table, which is unordered.
    @Test func theProcessThatHoldsAPortIsFound() throws {
        let listeners = try (0..<100).map { _ in try Listener() }
        defer { for listener in listeners { listener.end() } }
        for listener in listeners {
            #expect(PortHolder.find(listener.port, isDatagram: false)?.pid == getpid())
        }
    }

    /// A socket that listens on a port chosen by the kernel.
    private struct Listener {
        let port: Int
        private let descriptor: Int32

        init() throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isListening = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0 && listen(descriptor, 1) == 0
                        && getsockname(descriptor, $0, &size) == 0
                }
            }
            try #require(isListening)
            self.descriptor = descriptor
            port = Int(in_port_t(bigEndian: address.sin_port))
        }

        func end() { close(descriptor) }
    }
}
