import Glibc
import Testing

@testable import HTTP

struct WriteQueueTests {
    /// Both ends of a connected pair of sockets, which are closed with this object.
    private final class Pair {
        let ours: Int32
        let theirs: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            let type = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
            guard socketpair(AF_UNIX, Int32(type), 0, &ends) == 0 else {
                throw TestClient.Failure(what: "socketpair: \(String(cString: strerror(errno)))")
            }
            (ours, theirs) = (ends[0], ends[1])
        }

        deinit {
            close(ours)
            close(theirs)
        }

        func received() -> [UInt8] {
            var all: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 65536)
            while case let count = recv(theirs, &chunk, chunk.count, 0), count > 0 { all += chunk[..<count] }
            return all
        }
    }

    private func file(_ content: [UInt8], _ folder: String) throws -> ContentFile {
        try ContentFile(content, in: folder, count: ContentFileCount(limit: 1))
    }

    @Test func queuedBytesAndFilesAreSentInOrder() async throws {
        let content = noise(20_000)
        try await withTemporaryFolder { folder in
            let pair = try Pair()
            var queue = WriteQueue()
            queue.append([1, 2, 3], 1..<3)
            queue.append([], 0..<0)
            queue.append(ContentSlice(.file(try file(content, folder)), 5..<19_000))
            queue.append([4], 0..<1)
            let (sent, outcome) = queue.send(to: pair.ours)
            guard case .complete = outcome else { throw TestClient.Failure(what: "\(outcome)") }
            #expect(sent == 2 + 18_995 + 1)
            #expect(queue.isEmpty)
            let expected: [UInt8] = [2, 3] + content[5..<19_000] + [4]
            #expect(pair.received() == expected)
        }
    }

    @Test(arguments: [false, true])
    func oneCallOfSendWritesAtMostItsLimit(isFile: Bool) async throws {
        let content = noise(30_000)
        try await withTemporaryFolder { folder in
            let pair = try Pair()
            let data: RepresentationData = isFile ? .file(try file(content, folder)) : .bytes(content)
            var queue = WriteQueue()
            queue.append(ContentSlice(data, 0..<content.count))
            var turns: [Int] = []
            while !queue.isEmpty {
                let (sent, outcome) = queue.send(to: pair.ours, limit: 12_000)
                turns.append(sent)
                switch outcome {
                case .paused: #expect(!queue.isEmpty)
                case .complete: #expect(queue.isEmpty)
                default: throw TestClient.Failure(what: "\(outcome)")
                }
            }
            #expect(turns == [12_000, 12_000, 6000])
            #expect(pair.received() == content)
        }
    }

    @Test func sendingResumesAfterTheSocketWasFull() async throws {
        let content = noise(2 << 20)
        try await withTemporaryFolder { folder in
            let pair = try Pair()
            var queue = WriteQueue()
            queue.append(ContentSlice(.file(try file(content, folder)), 0..<content.count))
            var received: [UInt8] = []
            var wasBlocked = false
            while !queue.isEmpty {
                if case .blocked = queue.send(to: pair.ours, limit: content.count).outcome { wasBlocked = true }
                received += pair.received()
            }
            #expect(wasBlocked)
            #expect(received == content)
        }
    }

    @Test func fileContentOutsideThePageCacheIsRequestedOnceBeforeItIsSent() async throws {
        try await withTemporaryFolder { folder in
            let pair = try Pair()
            let file = try file(noise(100_000), folder)
            try file.takeOut()
            var queue = WriteQueue()
            queue.append(ContentSlice(.file(file), 10..<90_000))
            let (sent, outcome) = queue.send(to: pair.ours)
            guard case .awaiting(let asked, let range) = outcome else { throw TestClient.Failure(what: "\(outcome)") }
            #expect(sent == 0)
            #expect(asked === file)
            #expect(range == 10..<90_000)
            // The content may still not be in memory and is sent nevertheless, so every request for it makes progress.
            queue.markPreloaded(range)
            guard case .complete = queue.send(to: pair.ours).outcome else { throw TestClient.Failure(what: "no step") }
            #expect(pair.received() == [UInt8](repeating: 0, count: 89_990))
        }
    }

    @Test func sendingATruncatedFileFails() async throws {
        let content = noise(20_000)
        try await withTemporaryFolder { folder in
            let pair = try Pair()
            let file = try file(content, folder)
            ftruncate(file.descriptor, 8192)
            var queue = WriteQueue()
            queue.append(ContentSlice(.file(file), 0..<content.count))
            queue.markPreloaded(0..<content.count)
            let (sent, outcome) = queue.send(to: pair.ours)
            guard case .failed = outcome else { throw TestClient.Failure(what: "\(outcome)") }
            #expect(sent == 8192)
            #expect(pair.received() == Array(content[..<8192]))
        }
    }

    @Test(arguments: [false, true])
    func sendingOnABrokenConnectionFailsWithoutASignal(isFile: Bool) async throws {
        let content = noise(20_000)
        try await withTemporaryFolder { folder in
            let pair = try Pair()
            shutdown(pair.theirs, Int32(SHUT_RDWR))
            let data: RepresentationData = isFile ? .file(try file(content, folder)) : .bytes(content)
            var queue = WriteQueue()
            queue.append(ContentSlice(data, 0..<content.count))
            guard case (0, .failed) = queue.send(to: pair.ours) else { throw TestClient.Failure(what: "not failed") }
            var pending = sigset_t()
            sigpending(&pending)
            #expect(sigismember(&pending, SIGPIPE) == 0)
        }
    }
}
