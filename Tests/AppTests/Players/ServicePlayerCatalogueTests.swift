import Foundation
import HTTP
import Players
import Radio
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import App

/// Channels and episodes of the radio in the listener's one player (spec R18, R19, R66).
struct ServicePlayerCatalogueTests {
    /// A station with the channels "one" and "two", which have streams, "mute", which has none, and an episode on demand.
    private struct Station {
        let stage: RouteStage
        let channels: [Int64]
        let mute: Int64
        let episode: Int64

        func send(_ method: HTTP.Method, _ path: String, _ json: String? = nil) async -> StageAnswer {
            await stage.send(method, "/api/v1/me/player\(path)", json, as: .listener)
        }
    }

    private func withStation(_ body: (Station) async throws -> Void) async throws {
        try await RouteStage.with(routes: { database, now in
            let hub = PlayingHub(database: database, logger: RouteStage.silence, now: now)
            let catalogue = ServicePlayerCatalogue(database: database, playing: hub)
            return PlayerRoutes(database: database, catalogue: catalogue).routes
                + PlayerQueueRoutes(database: database, catalogue: catalogue).routes
        }) { stage in
            let (database, here) = (stage.database, stage.here)
            var channels: [Int64] = []
            for (number, slug) in ["one", "two"].enumerated() {
                let channel = try await database.channel(slug, number: number + 1, in: here)
                try await database.bearer("https://radio.example/\(slug).mp3", of: channel, in: here)
                channels.append(channel)
            }
            let mute = try await database.channel("mute", in: here)
            let show = try await database.show("Morning", in: here)
            let episode = try await database.episode("First", of: show, in: here)
            let version = try await database.version(of: episode, from: "2020-01-01T00:00:00Z", in: here)
            try await database.sql("update app.version set duration_ms = 1800000")
            try await database.media("https://radio.example/first.mp3", of: version, in: here)
            try await body(Station(stage: stage, channels: channels, mute: mute, episode: episode))
        }
    }

    /// Spec R13, R23.
    @Test func channelsPlayLiveAndNextSelectsTheNextChannel() async throws {
        try await withStation { station in
            let begun = await station.send(.put, "/play", #"{"context": "channels", "device": "phone"}"#)
            #expect(begun.status == 200, "\(begun.text)")
            let track = try #require(begun["track"] as? [String: Any])
            #expect(track["id"] as? String == "channel:\(station.channels[0])")
            #expect(track["isLive"] as? Bool == true)
            #expect(track["title"] as? String == "One")
            #expect(track["audioUrl"] as? String == "/api/v1/channels/\(station.channels[0])/audio")
            #expect(begun["behindMs"] as? Int == 0 && begun["durationMs"] == nil)
            // The channel without a stream is not in the list.
            #expect((begun["queue"] as? [String: Any])?["length"] as? Int == 2)
            let ready = await station.send(
                .post, "/events", #"{"event": "streamReady", "attempt": 1, "device": "phone"}"#)
            #expect(ready["audio"] as? String == "playing")
            let reported = await station.send(
                .post, "/events", #"{"event": "position", "attempt": 1, "behindMs": 0, "device": "phone"}"#)
            #expect(reported.status == 200, "\(reported.text)")
            let next = await station.send(.post, "/next", #"{"device": "phone"}"#)
            #expect((next["track"] as? [String: Any])?["id"] as? String == "channel:\(station.channels[1])")
            // One channel instead of the line-up.
            let tuned = await station.send(
                .put, "/play", #"{"context": "channel:\#(station.channels[0])", "device": "phone"}"#)
            #expect((tuned["track"] as? [String: Any])?["id"] as? String == "channel:\(station.channels[0])")
            #expect((tuned["queue"] as? [String: Any])?["length"] as? Int == 1)
        }
    }

    @Test func aChannelInTheQueueLeadsToItsRowOnTheRadioPage() async throws {
        try await withStation { station in
            let (stage, id) = (station.stage, "channel:\(station.channels[0])")
            let hub = PlayingHub(
                database: stage.database.tenants, logger: RouteStage.silence,
                now: { [clock = stage.clock] in clock.now })
            let catalogue = ServicePlayerCatalogue(database: stage.database.tenants, playing: hub)
            let owner = PlayerOwner(tenant: stage.here.id, account: 1)
            let texts = try await catalogue.descriptions(of: [id], of: owner)
            #expect(texts[id]?.path == "/player/radio#channel-\(station.channels[0])")
        }
    }

    @Test func anEpisodeHasADurationAndAPosition() async throws {
        try await withStation { station in
            let body = #"{"context": "episode:\#(station.episode)", "positionMs": 60000, "device": "phone"}"#
            let begun = await station.send(.put, "/play", body)
            #expect(begun["durationMs"] as? Int == 1_800_000)
            #expect(begun["positionMs"] as? Int == 60_000)
            let track = try #require(begun["track"] as? [String: Any])
            #expect(track["artist"] as? String == "Morning")
            #expect(track["audioUrl"] as? String == "/api/v1/episodes/\(station.episode)/audio")
            let listed = await station.send(.put, "/play", #"{"context": "episodes", "device": "phone"}"#)
            #expect((listed["queue"] as? [String: Any])?["length"] as? Int == 1)
            let added = await station.send(
                .post, "/queue/items", #"{"tracks": ["channel:\#(station.channels[1])"], "device": "phone"}"#)
            #expect((added["queue"] as? [String: Any])?["length"] as? Int == 2)
        }
    }

    @Test func unavailableAudioIsRefusedWithTheReason() async throws {
        try await withStation { station in
            func code(_ context: String) async -> String? {
                await station.send(.put, "/play", #"{"context": "\#(context)", "device": "phone"}"#)["code"] as? String
            }
            #expect(await code("channel:\(station.mute)") == "no-audio")
            #expect(await code("channel:999999999") == "no-such-context")
            #expect(await code("channel:01") == "no-such-context")
            #expect(await code("show:999999999") == "no-such-context")
            try await station.stage.database.sql("update app.version set available_until = '2020-01-02Z'")
            #expect(await code("episode:\(station.episode)") == "no-audio")
            let player = await station.send(.get, "")
            #expect((player["queue"] as? [String: Any])?["length"] as? Int == 0)
        }
    }

    @Test func anotherTenantsChannelIsUnknown() async throws {
        try await withStation { station in
            let answer = await station.stage.send(
                .put, "/api/v1/me/player/play", #"{"context": "channel:\#(station.channels[0])", "device": "phone"}"#,
                as: .listener, at: "there")
            #expect(answer["code"] as? String == "no-such-context")
        }
    }
}
