import PlayerCore
import Testing
import WebTestSupport

@testable import Players

/// The reads and writes of a change of a player.
struct PlayerStoreTests {
    /// Plays the track at an index of the list "long" on the phone.
    private static func play(_ player: PlayerStage, at index: Int) async throws {
        let body = "{\"context\": \"long\", \"offset\": \(index), \"device\": \"phone\"}"
        try #require(await player.post("/play", body).status == 200)
        try #require(await player.event("streamReady", "\"attempt\": 1").status == 200)
    }

    @Test func anEventReadsOnlyAnExcerptOfTheQueue() async throws {
        try await PlayerStage.with { player in
            try await Self.play(player, at: 5000)
            _ = try await player.stage.database.sql("update app.player set queue = '{\"items\": []}'")
            #expect(await player.event("seek", "\"positionMs\": 7000").position == 7000)
            let next = await player.event("next", "\"play\": true")
            #expect(next.track == TestCatalogue.id(2))
            #expect(next.effects == ["stop phone 1", "queue phone 2"])
            #expect(await player.get().position == 0)
        }
    }

    @Test func nextReachesTracksBeyondTheExcerptOfTheQueue() async throws {
        try await PlayerStage.with { player in
            try await Self.play(player, at: 5000)
            for number in 1...20 {
                let answer = await player.event("next", "\"play\": true")
                #expect((answer["queue"] as? [String: Any])?["index"] as? Int == 5000 + number)
                #expect(answer.track == TestCatalogue.id(1 + number % 2))
            }
            let queue = await player.get("/queue?offset=5020&limit=1")
            #expect(queue["length"] as? Int == PlayerQueue.limit)
            #expect(queue.objects("items").count == 1)
        }
    }

    @Test func aStoredPlayerWithoutAnExcerptIsReadWithItsQueue() async throws {
        try await PlayerStage.with { player in
            try await Self.play(player, at: 5000)
            _ = try await player.stage.database.sql(
                "update app.player set session = session #- '{queue,excerpt}'")
            #expect(await player.get().track == TestCatalogue.id(1))
            #expect(await player.event("next", "\"play\": true").track == TestCatalogue.id(2))
            let written = try await player.stage.database.sql("select session->'queue' ? 'excerpt' from app.player")
            #expect(written.contains("t"))
        }
    }

    @Test func editingTheQueueAfterEventsKeepsAllItems() async throws {
        try await PlayerStage.with { player in
            try await Self.play(player, at: 5000)
            await player.event("next", "\"play\": true")
            try #require(await player.event("setShuffle", "\"on\": true, \"seed\": 7").status == 200)
            await player.event("next", "\"play\": true")
            try #require(await player.event("setShuffle", "\"on\": false").status == 200)
            #expect(await player.get("/queue")["length"] as? Int == PlayerQueue.limit)
            let removed = await player.stage.send(.delete, PlayerStage.path + "/queue/items/0", as: .listener)
            #expect(removed.status == 200)
            #expect(await player.get("/queue")["length"] as? Int == PlayerQueue.limit - 1)
        }
    }

    @Test func aDeviceIsRecordedAtItsFirstEvent() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            try #require(await player.event("seek", "\"positionMs\": 7000", device: "tablet").status == 200)
            let devices = await player.get("/devices").objects("items").compactMap { $0["id"] as? String }
            #expect(Set(devices) == ["phone", "tablet"])
        }
    }
}
