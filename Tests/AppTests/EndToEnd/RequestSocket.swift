import Foundation
import Glibc

/// A plain socket on which a GET request has been sent. The socket closes with the last reference. Reading is left to the owner.
final class RequestSocket: Sendable {
    let descriptor: Int32

    /// Connects to a server on this machine and sends the request. A read fails after two minutes of silence. Throws `POSIXError` if the server does not
    /// accept the connection or the request.
    ///
    /// - Parameter fields: Further header fields, each with its line end.
    init(port: Int, path: String, host: String, fields: String) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let descriptor = descriptor
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n".utf8)
        // The socket closes in `deinit`, also after an error, because all members have a value.
        guard connected == 0, send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw POSIXError(.ECONNREFUSED)
        }
    }

    deinit { close(descriptor) }
}
