import Foundation
import HTTP
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Players

struct PlayerStreamTests {
    private func stream(_ port: Int, after id: String? = nil) throws -> EventClient {
        try EventClient(
            port: port, host: "here", path: PlayerStage.path + "/stream", token: "listener", lastEventID: id)
    }

    private func state(_ event: EventClient.Event?) throws -> String? {
        let data = Data(try #require(event).data.utf8)
        return try (JSONSerialization.jsonObject(with: data) as? [String: Any])?["state"] as? String
    }

    @Test func thePlayerEventStreamSendsTheCurrentStateAndEachChange() async throws {
        try await PlayerStage.with { player in
            try await player.stage.serve { port in
                let client = try stream(port)
                var events = client.events.makeAsyncIterator()
                #expect(try state(await events.next()) == "silent")
                let answer = await player.event("tapAnywhere")
                // The test does not listen for notifications, so it calls the hub directly.
                player.hub.changesWereMissed()
                await player.hub.tick()
                let event = await events.next()
                #expect(try state(event) == "expanded")
                #expect(event?.id == "\(answer.revision ?? 0)" && event?.name == "player")
                client.close()
            }
        }
    }

    @Test func aResumedEventStreamDoesNotRepeatTheKnownRevision() async throws {
        try await PlayerStage.with { player in
            try await player.stage.serve { port in
                await player.event("tapAnywhere")
                let client = try stream(port, after: "1")
                var events = client.events.makeAsyncIterator()
                let hub = player.hub
                let change = Task {
                    // Repeats the reading until the test ends, because an event is published only while the stream is open.
                    await player.event("tapText")
                    while !Task.isCancelled {
                        hub.changesWereMissed()
                        await hub.tick()
                        await Task.yield()
                    }
                }
                let event = await events.next()
                #expect(event?.id == "2")
                change.cancel()
                client.close()
            }
        }
    }

    /// Spec P14.
    @Test func theEventStreamReportsThatAnAttemptWithoutAnAnswerFailed() async throws {
        try await PlayerStage.with { player in
            try await player.stage.serve { port in
                await player.post("/play", #"{"context": "songs", "device": "phone"}"#)
                let client = try stream(port)
                var events = client.events.makeAsyncIterator()
                #expect(try state(await events.next()) == "beginPlay")
                player.stage.clock.advance(seconds: 30)
                await player.hub.tick()
                #expect(try state(await events.next()) == "expanded")
                client.close()
            }
        }
    }
}
