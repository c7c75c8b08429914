import Synchronization
import Testing

@testable import HTTP

struct LeavingClientTests {
    private static let post = "POST /long HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"

    /// The outcomes of the handlers.
    private final class Record: Sendable {
        let begun = Atomic(0)
        let cancelled = Atomic(0)
    }

    private enum Leaving: CaseIterable { case close, endOfSide, reset, requestAhead }

    @Test(arguments: Leaving.allCases)
    private func aHandlerThatEndsWithItsClientIsCancelledWhenTheClientLeaves(by leaving: Leaving) async throws {
        let record = Record()
        let responder = TestResponder(
            endsWithClient: true,
            handler: { _ in
                record.begun.add(1, ordering: .relaxed)
                try? await Task.sleep(for: .seconds(3600))
                record.cancelled.add(Task.isCancelled ? 1 : 0, ordering: .relaxed)
                return .text("given up")
            })
        try await withServer(responder) { server in
            var client: TestClient? = try await TestClient(port: server.port)
            try await client?.send(Self.post)
            #expect(await eventually { record.begun.load(ordering: .relaxed) == 1 })
            switch leaving {
            case .close: client = nil
            case .endOfSide: await client?.finishSending()
            case .reset: await client?.reset()
            case .requestAhead:
                try await client?.send(Self.post)
                await client?.finishSending()
            }
            #expect(await eventually { record.cancelled.load(ordering: .relaxed) == 1 })
            // A client that has only finished sending may still read.
            if leaving == .endOfSide { #expect(try await client?.response().text == "given up") }
        }
    }

    @Test func aHandlerThatDoesNotEndWithItsClientFinishesForAHalfClosedClient() async throws {
        let record = Record()
        let responder = TestResponder(handler: { _ in
            record.begun.add(1, ordering: .relaxed)
            // This is longer than the interval of the loop's timer, 0.5 s.
            try? await Task.sleep(for: .seconds(2))
            return .text(Task.isCancelled ? "cancelled" : "done")
        })
        try await withServer(responder) { server in
            let client = try await TestClient(port: server.port)
            try await client.send(Self.post)
            #expect(await eventually { record.begun.load(ordering: .relaxed) == 1 })
            await client.finishSending()
            #expect(try await client.response().text == "done")
        }
    }
}
