import Foundation
import Tenancy
import Testing
import TestSupport
import WebTestSupport
import Web

@testable import Radio

/// `GET /api/v1/events` over real sockets.
struct PlayingEventsTests {
    private func stream(
        _ port: Int, _ query: String = "", after id: String? = nil, at host: String = "here"
    ) throws -> EventClient {
        try EventClient(port: port, host: host, path: "/api/v1/events\(query)", lastEventID: id)
    }

    private func title(_ event: EventClient.Event?) -> String? {
        let json = try? JSONSerialization.jsonObject(with: Data((event?.data ?? "").utf8)) as? [String: Any]
        return (json?["cut"] as? [String: Any])?["title"] as? String
    }

    private func play(_ playing: PlayingStage, _ channel: Int64, _ title: String) async {
        let answer = await playing.stage.send(
            .put, "/api/v1/admin/channels/\(channel)/now-playing", "{\"title\": \"\(title)\"}", as: .programmer)
        #expect(answer.status == 201)
    }

    @Test func anEventStreamBeginsWithTheCurrentStateAndThenSendsChanges() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channels = [try await database.channel("one", in: here), try await database.channel("two", in: here)]
            await play(playing, channels[0], "First")
            try await playing.stage.serve { port in
                let client = try stream(port, "?channels=\(channels[0])")
                defer { client.close() }
                var events = client.events.makeAsyncIterator()
                let first = await events.next()
                #expect(first?.name == "now")
                #expect(title(first) == "First")
                // Another channel's events are not sent.
                playing.stage.clock.advance(seconds: 10)
                await play(playing, channels[1], "Elsewhere")
                await play(playing, channels[0], "Second")
                let second = await events.next()
                #expect(title(second) == "Second")
                // A resumed stream gets the changes since its last event.
                let back = try stream(port, "?channels=\(channels[0])", after: first?.id)
                defer { back.close() }
                var missed = back.events.makeAsyncIterator()
                var heard = await missed.next()
                while let event = heard, event.name != "now" { heard = await missed.next() }
                #expect(title(heard) == "Second")
                playing.hub.close()
                #expect(await events.next() == nil)
            }
        }
    }

    @Test func anEventIsSentWhenAScheduledBroadcastBegins() async throws {
        try await PlayingStage.with(at: "2026-06-15T11:59:30Z") { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            let show = try await database.show("Noon", on: [channel], in: here)
            try await database.airing(
                of: show, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:00:00Z", in: here)
            try await playing.stage.serve { port in
                let client = try stream(port)
                defer { client.close() }
                var events = client.events.makeAsyncIterator()
                #expect(await events.next()?.name == "now")
                playing.stage.clock.advance(seconds: 30)
                await playing.hub.tick()
                let begun = await events.next()
                #expect(begun?.name == "airing")
                #expect(begun?.data.contains(#""change":"began""#) == true)
                #expect(begun?.data.contains(#""title":"Noon""#) == true)
                #expect(await events.next()?.name == "now")
                playing.hub.close()
            }
        }
    }

    @Test func disablingATenantEndsOnlyItsEventStreams() async throws {
        try await PlayingStage.with { playing in
            let (here, there) = (playing.stage.here, playing.stage.there)
            try await playing.stage.database.channel("one", in: here)
            let theirs = try await playing.stage.database.channel("theirs", in: there)
            try await playing.stage.serve { port in
                let (ended, going) = (try stream(port), try stream(port, at: "there"))
                defer {
                    ended.close()
                    going.close()
                }
                var events = ended.events.makeAsyncIterator()
                #expect(await events.next()?.name == "now")
                var others = going.events.makeAsyncIterator()
                #expect(await others.next()?.name == "now")
                let observers = TenantObservers()
                observers.add(playing.hub)
                observers.tenantsEnded(except: [there.id])
                #expect(await events.next() == nil)
                let answer = await playing.stage.send(
                    .put, "/api/v1/admin/channels/\(theirs)/now-playing", #"{"title": "On"}"#, as: .programmer,
                    at: "there")
                #expect(answer.status == 201)
                #expect(title(await others.next()) == "On")
                playing.hub.close()
            }
        }
    }
}
