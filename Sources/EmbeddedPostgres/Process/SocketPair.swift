import Glibc

/// Two connected sockets: `ours` stays in this process, and `theirs` becomes standard input, output or error of a child. Both are close-on-exec,
/// since a copy of `ours` in another child would keep the stream open.
package struct SocketPair {
    package let ours: Int32
    package let theirs: Int32

    package init() throws(EmbeddedPostgresError) {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &pair) == 0 else { throw systemFailure("socketpair", "") }
        ours = pair[0]
        theirs = pair[1]
    }

    /// Closes both ends.
    func close() {
        Glibc.close(ours)
        Glibc.close(theirs)
    }

    /// Writes all of `text`, blocking while the other end does not read. Discards the rest after an error.
    func send(_ text: String) { Self.send(text, to: ours) }

    /// Returns the next bytes, at most 4096; `nil` at the end of the stream or after a read error. Blocks.
    func receive() -> [UInt8]? { Self.receive(from: ours) }

    /// Writes all of `text` to a socket, blocking while the other end does not read. After an error, discards the rest; a closed other end causes no
    /// SIGPIPE.
    static func send(_ text: String, to socket: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                guard errno == EINTR else { return }
            } else {
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Returns the next bytes of a descriptor, at most 4096; `nil` at the end of the stream or after a read error. Blocks.
    static func receive(from descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 { return Array(buffer[..<count]) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }
}
