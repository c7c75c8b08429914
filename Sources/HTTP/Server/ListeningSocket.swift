import Glibc

/// Functions for listening sockets, which the server binds or inherits (spec Decided 13).
enum ListeningSocket {
    /// The maximum number of connections that wait to be accepted, up to the kernel's `somaxconn`.
    private static let backlog: Int32 = 4096

    /// Binds `count` sockets to one port. The kernel distributes connections among them. Throws an error that names the address.
    ///
    /// - Parameters:
    ///   - host: the host name or address; empty for all addresses.
    ///   - port: the port; 0 lets the system choose one.
    /// - Returns: the listening sockets, which the caller closes, and the port in use.
    static func bind(host: String, port: Int, count: Int) throws(ServerError) -> (descriptors: [Int32], port: Int) {
        // SO_REUSEPORT would let a second server of the same user take half of the clients, so a first socket without it tests whether the port is
        // free.
        let first = try bind(host: host, port: port, isShared: false)
        let chosen = localPort(of: first)
        close(first)
        var descriptors: [Int32] = []
        do throws(ServerError) {
            for _ in 0..<count { descriptors.append(try bind(host: host, port: chosen, isShared: true)) }
        } catch {
            descriptors.forEach { _ = close($0) }
            throw error
        }
        return (descriptors, chosen)
    }

    /// Duplicates listening sockets, each at least once and at least `count` in all, so that each loop has one. Throws if a socket is not
    /// listening or no descriptor is free. `inherited` must not be empty; the caller keeps its descriptors.
    ///
    /// - Returns: the non-blocking duplicates, and the port of the first socket.
    static func share(
        _ inherited: [Int32], count: Int
    ) throws(ServerError) -> (descriptors: [Int32], port: Int) {
        for socket in inherited {
            var isListening: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening == 1 else {
                throw .cannotListen(address: "inherited socket \(socket)", reason: "the socket is not listening")
            }
            configure(socket)
            let flags = fcntl(socket, F_GETFL)
            _ = fcntl(socket, F_SETFL, flags | O_NONBLOCK)
        }
        var descriptors: [Int32] = []
        for index in 0..<max(count, inherited.count) {
            let socket = inherited[index % inherited.count]
            let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else {
                let reason = String(cString: strerror(errno))
                descriptors.forEach { _ = close($0) }
                throw .cannotListen(address: "inherited socket \(socket)", reason: reason)
            }
            descriptors.append(copy)
        }
        return (descriptors, inherited.first.map(localPort) ?? 0)
    }

    /// Returns one descriptor of each socket and closes the others.
    static func distinct(_ descriptors: [Int32]) -> [Int32] {
        var known: Set<UInt> = []
        return descriptors.filter { descriptor in
            var information = stat()
            guard fstat(descriptor, &information) == 0, known.insert(information.st_ino).inserted else {
                close(descriptor)
                return false
            }
            return true
        }
    }

    private static func bind(host: String, port: Int, isShared: Bool) throws(ServerError) -> Int32 {
        let address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host.isEmpty ? nil : host, "\(port)", &hints, &found)
        guard status == 0, let info = found?.pointee else {
            throw .cannotListen(address: address, reason: String(cString: gai_strerror(status)))
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(
            info.ai_family, info.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            info.ai_protocol)
        guard descriptor >= 0 else { throw failure(address) }
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if isShared { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        if info.ai_family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        guard Glibc.bind(descriptor, info.ai_addr, info.ai_addrlen) == 0 else {
            let error = failure(address)
            close(descriptor)
            throw error
        }
        // The socket of the test never listens, so that no client connects to it.
        guard isShared else { return descriptor }
        configure(descriptor)
        guard listen(descriptor, backlog) == 0 else {
            let error = failure(address)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func configure(_ descriptor: Int32) {
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        // A connection is reported with its first bytes, or after a second (spec H2, H3.6).
        set(descriptor, Int32(IPPROTO_TCP), TCP_DEFER_ACCEPT, 1)
        set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, unsentBytes)
    }

    /// The number of unsent bytes from which the kernel takes no more for a slow client (tcp(7)); it would otherwise hold megabytes. The rest stays
    /// in this process, where slow reading is detected and newer events replace older ones.
    private static let unsentBytes: Int32 = 32 * 1024

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func failure(_ address: String) -> ServerError {
        .cannotListen(address: address, reason: String(cString: strerror(errno)))
    }

    private static func localPort(of descriptor: Int32) -> Int {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }
}
