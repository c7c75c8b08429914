import Dispatch
import Glibc

/// A datagram with the numeric address of its sender, empty if unknown. `OSCReceiver` truncates a longer datagram to one byte more than
/// `OSCPacket.sizeLimit`, so that `OSCPacket` refuses it as too large.
public struct OSCDatagram: Sendable, Hashable {
    public let sender: String
    public let bytes: [UInt8]

    public init(sender: String, bytes: [UInt8]) {
        self.sender = sender
        self.bytes = bytes
    }
}

/// A receiver of datagrams on one UDP port, which keeps the newest 256 that are unread.
public final class OSCReceiver: Sendable {
    /// The datagrams in the order of arrival, for one reader. The stream ends after `close`.
    public let datagrams: AsyncStream<OSCDatagram>
    /// The UDP port of the receiver; the system has chosen it if the endpoint has port 0.
    public let port: Int
    private let continuation: AsyncStream<OSCDatagram>.Continuation
    // Safety: libdispatch allows a source to be cancelled from any thread.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// Opens the socket and begins to receive. Throws `OSCSocketError`.
    public init(_ endpoint: OSCEndpoint) throws {
        let descriptor = try endpoint.withSocketAddress { family, address, length -> Int32 in
            let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            let descriptor = socket(family, kind, 0)
            guard descriptor >= 0 else { throw OSCSocketError(call: "socket", code: errno) }
            guard bind(descriptor, address, length) == 0 else {
                let code = errno
                _ = Glibc.close(descriptor)
                throw OSCSocketError(call: "bind", code: code)
            }
            return descriptor
        }
        port = Self.port(of: descriptor)
        let (datagrams, continuation) = AsyncStream.makeStream(
            of: OSCDatagram.self, bufferingPolicy: .bufferingNewest(256))
        (self.datagrams, self.continuation) = (datagrams, continuation)
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "tutti.osc"))
        source.setEventHandler {
            while let datagram = Self.receive(descriptor) { continuation.yield(datagram) }
        }
        source.setCancelHandler {
            _ = Glibc.close(descriptor)
            continuation.finish()
        }
        source.activate()
    }

    deinit { source.cancel() }

    /// Closes the socket and ends the stream, soon after this call returns.
    public func close() { source.cancel() }

    private static func receive(_ descriptor: Int32) -> OSCDatagram? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var count = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: OSCPacket.sizeLimit + 1) { buffer, initialized in
            withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    repeat {
                        count = recvfrom(descriptor, buffer.baseAddress, buffer.count, 0, address, &length)
                    } while count < 0 && errno == EINTR
                }
            }
            initialized = max(0, count)
        }
        return count < 0 ? nil : OSCDatagram(sender: text(of: &storage, length), bytes: bytes)
    }

    private static func text(of storage: inout sockaddr_storage, _ length: socklen_t) -> String {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getnameinfo($0, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
            }
        }
        guard result == 0 else { return "" }
        let text = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Without the zone of a link-local address.
        return String(text.prefix { $0 != "%" })
    }

    private static func port(of descriptor: Int32) -> Int {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer -> Int in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }
}
