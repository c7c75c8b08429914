import Foundation
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// `hummingbird-anchor HOST PORT FOLDER`: the bytes that the product serves, from memory, by a server that people
/// know. FOLDER holds `getPieces.txt`, `getData.xml` and `getData.xml.gz`.
///
/// Written as its users would write it, with three choices in its favour: a backlog as long as the others' (its
/// default of 256 would make the doors' opening a matter of lost SYNs), `Connection: close` said where it is meant
/// (the client would count an error for each answer), and no log line per request.
@main
struct Anchor {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let port = Int(arguments[2]) else {
            FileHandle.standardError.write(Data("usage: hummingbird-anchor HOST PORT FOLDER\n".utf8))
            exit(2)
        }
        func content(_ name: String) throws -> ByteBuffer {
            ByteBuffer(bytes: try Data(contentsOf: URL(filePath: arguments[3]).appending(path: name)))
        }
        let pieces = try content("getPieces.txt")
        let data = try content("getData.xml")
        let compressed = try content("getData.xml.gz")
        let clock = Clock()

        let router = Router()
        router.get("/getPieces.php") { request, _ in
            var headers: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
            if request.headers[.connection] == "close" { headers[.connection] = "close" }
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: pieces))
        }
        router.get("/getData.php") { request, _ in
            let takesGzip = request.headers[.acceptEncoding]?.contains("gzip") == true
            var headers: HTTPFields = [.contentType: "text/xml; charset=utf-8", .vary: "Accept-Encoding"]
            if takesGzip { headers[.contentEncoding] = "gzip" }
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: takesGzip ? compressed : data))
        }
        router.get("/sse") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: .init(asyncSequence: clock.events()))
        }
        var logger = Logger(label: "hummingbird-anchor")
        logger.logLevel = .error
        let application = Application(
            router: router,
            configuration: .init(address: .hostname(arguments[1], port: port), backlog: 4096),
            logger: logger)
        let ticking = Task { await clock.run() }
        defer { ticking.cancel() }
        try await application.runService()
    }
}

/// Tells every stream the time each 250 ms, in 120 bytes: one `AsyncStream` a stream that keeps the newest event.
final class Clock: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<ByteBuffer>.Continuation] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    func events() -> AsyncStream<ByteBuffer> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = state.withLock { state in
                state.next += 1
                state.listeners[state.next] = continuation
                return state.next
            }
            continuation.onTermination = { [weak self] _ in
                // What is removed is released after the lock.
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
            }
        }
    }

    func run() async {
        while (try? await Task.sleep(for: .milliseconds(250))) != nil {
            let listeners = state.withLock { Array($0.listeners.values) }
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            let stamp = String(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
            let text = "data: \(stamp) \(String(repeating: "x", count: 120 - 9 - stamp.count))\n\n"
            let event = ByteBuffer(string: text)
            for listener in listeners { listener.yield(event) }
        }
    }
}
