import Foundation
import Glibc
import Testing

/// A server that runs out of descriptors: `http-probe` in a separate process with a low limit.
struct DescriptorShortageTests {
    private static let get = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test(.timeLimit(.minutes(30))) func aConnectionBeyondTheDescriptorLimitIsServedLater() async throws {
        let limit = 48
        let probe = try Probe(descriptors: limit)
        defer { probe.kill() }
        let port = try #require(await probe.port())
        var clients: [TestClient] = []
        for _ in 0..<70 {
            let client = try await TestClient(port: port)
            try await client.send(Self.get)
            clients.append(client)
        }
        // With so low a limit, a quarter is reserved for the rest of the program. Each loop notices the shortage with
        // its next descriptor.
        let most = limit - limit / 4
        #expect(await eventually { probe.descriptors(below: limit) >= most }, "the server accepts no more connections")
        #expect(probe.descriptors(below: limit) < limit)
        #expect(try await clients[0].response().status == 200)
        #expect(try await clients[0].exchange(Self.get).status == 200, "accepted clients are served")
        // Closes clients in two steps, so that the listener is paused each time.
        for _ in 0..<2 { clients.removeFirst(25) }
        for client in clients { #expect(try await client.response().status == 200) }
        clients = []
        #expect(await eventually { probe.descriptors(below: limit) < limit - 20 }, "all descriptors are released")
        let late = try await TestClient(port: port)
        #expect(try await late.exchange(Self.get).status == 200)
    }

    /// The program, started with a hard limit that it cannot raise.
    private struct Probe {
        private let process = Process()
        private let output = Pipe()

        init(descriptors: Int) throws {
            let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = [
                "-c", "ulimit -n \(descriptors) && exec \"$0\" 127.0.0.1 0 600",
                bundle.appending(path: "http-probe").path,
            ]
            process.standardOutput = output
            try process.run()
        }

        /// Returns the port, from the line that the program prints when it listens.
        func port() async -> Int? {
            let reader = output.fileHandleForReading
            let line = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(returning: String(decoding: reader.availableData, as: UTF8.self))
                }
            }
            return line.split(separator: "\n").first?.split(separator: ":").last.flatMap { Int($0) }
        }

        /// Returns the number of open descriptors below the limit; the program may have inherited others above it.
        func descriptors(below limit: Int) -> Int {
            let folder = "/proc/\(process.processIdentifier)/fd"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.count { Int($0).map { $0 < limit } ?? false }
        }

        func kill() {
            Glibc.kill(process.processIdentifier, SIGKILL)
            // `waitUntilExit` would poll without a pause on this thread, which did not start the process.
            while process.isRunning { usleep(5_000) }
        }
    }
}
