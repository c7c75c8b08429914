import Foundation
import Synchronization

/// A proxy to a server's Unix socket that can freeze like a hung machine: connections remain, the kernel accepts new ones, every
/// byte is acknowledged, and nothing is answered.
public final class FreezableServer: Sendable {
    /// The folder to use as `host` instead of the server's own.
    public let folder: String

    private let target: String
    private let listener: Int32
    private let isFrozen = Atomic(false)
    private let isClosed = Atomic(false)

    /// - Parameters:
    ///   - folder: the folder of the real server's socket.
    ///   - port: the port in the socket's name.
    public init(before folder: String, port: Int = 5432) throws {
        let name = "/.s.PGSQL.\(port)"
        self.folder = FileManager.default.temporaryDirectory.path + "/frozen-\(UUID().uuidString.prefix(8))"
        target = folder + name
        try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: false)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let descriptor = listener
        guard Self.withAddress(self.folder + name, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 64) == 0
        else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Stops forwarding bytes in both directions.
    public func freeze() { isFrozen.store(true, ordering: .sequentiallyConsistent) }

    /// Forwards the delayed bytes and continues.
    public func thaw() { isFrozen.store(false, ordering: .sequentiallyConsistent) }

    /// Ends every connection and removes the folder.
    public func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var isOver: Bool { isClosed.load(ordering: .relaxed) }

    private func acceptAll() {
        defer { Glibc.close(listener) }
        while !isOver {
            guard !isFrozen.load(ordering: .relaxed), Self.isReadable([listener]) else {
                usleep(5_000)
                continue
            }
            let client = accept(listener, nil, nil)
            guard client >= 0 else { continue }
            Thread.detachNewThread { [self] in serve(client) }
        }
    }

    private func serve(_ client: Int32) {
        defer { Glibc.close(client) }
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard server >= 0 else { return }
        defer { Glibc.close(server) }
        guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isOver {
            guard !isFrozen.load(ordering: .relaxed), Self.isReadable([client, server]) else {
                usleep(2_000)
                continue
            }
            for (from, to) in [(client, server), (server, client)] where Self.isReadable([from], wait: 0) {
                let count = recv(from, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                var sent = 0
                while sent < count {
                    let more = buffer[sent..<count].withUnsafeBytes {
                        send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard more > 0 else { return }
                    sent += more
                }
            }
        }
    }

    private static func isReadable(_ descriptors: [Int32], wait: Int32 = 20) -> Bool {
        var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return poll(&requests, nfds_t(requests.count), wait) > 0
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
