import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(10))) struct PollingThreadTests {
    /// The two ends of a connection, and the bytes that the handler has read.
    private final class Pair: Sendable {
        let watched: Int32, peer: Int32
        let received = Mutex<[UInt8]>([])

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
            (watched, peer) = (ends[0], ends[1])
        }

        func receive() {
            var byte: UInt8 = 0
            if read(watched, &byte, 1) == 1 { received.withLock { $0.append(byte) } }
        }

        func send(_ byte: UInt8) throws {
            let count = withUnsafeBytes(of: byte) { write(peer, $0.baseAddress, 1) }
            try #require(count == 1)
        }
    }

    private let queue = DispatchQueue(label: "test")

    @Test func theHandlerReadsEachByteOnTheQueue() async throws {
        let pair = try Pair()
        let polling = PollingThread(pair.watched, on: queue) { [queue] in
            dispatchPrecondition(condition: .onQueue(queue))
            pair.receive()
        }
        let thread = try #require(polling)
        for byte in [UInt8(1), 2, 3] {
            try pair.send(byte)
            #expect(await eventually { pair.received.withLock { $0.last } == byte })
        }
        thread.cancel()
        #expect(pair.received.withLock { $0 } == [1, 2, 3])
        for end in [pair.watched, pair.peer] { close(end) }
    }

    /// The peer sees the end of the stream when the last descriptor of the watched socket is closed, the duplicate of the thread included.
    @Test func aCancelledThreadClosesItsDescriptorAndReadsNothing() async throws {
        let pair = try Pair()
        let polling = PollingThread(pair.watched, on: queue) { pair.receive() }
        let thread = try #require(polling)
        try queue.sync {
            try pair.send(1)
            thread.cancel()
        }
        thread.cancel()
        close(pair.watched)
        #expect(
            await eventually {
                var byte: UInt8 = 0
                let count = recv(pair.peer, &byte, 1, Int32(MSG_DONTWAIT))
                // A socket of this family whose peer is closed with unread bytes reports ECONNRESET once.
                return count == 0 || count < 0 && errno == ECONNRESET
            })
        #expect(pair.received.withLock { $0.isEmpty })
        close(pair.peer)
    }

    @Test func aClosedSocketCannotBePolled() {
        let polling = PollingThread(-1, on: queue) {}
        #expect(polling == nil)
    }
}
