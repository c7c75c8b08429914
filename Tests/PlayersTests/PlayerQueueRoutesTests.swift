import Foundation
import HTTP
import PlayerCore
import Testing
import Web
import WebTestSupport

@testable import Players

struct PlayerQueueRoutesTests {
    private func tracks(_ player: PlayerStage, _ query: String = "") async -> String {
        await player.get("/queue" + query).objects("items").compactMap { item in
            ((item["track"] as? [String: Any])?["id"] as? String)?.split(separator: ":").last.map(String.init)
        }.joined()
    }

    private func list(_ numbers: String) -> String {
        "\"tracks\": [" + numbers.map { "\"soundcloud:tracks:\($0)\"" }.joined(separator: ", ") + "]"
    }

    @Test func aQueueWithRepeatedTracksIsEditedByIndex() async throws {
        try await PlayerStage.with { player in
            let set = await player.put("/queue", "{\(list("1214")), \"index\": 1}")
            #expect(set.status == 200 && set.state == "silent", "\(set.text)")
            #expect(await tracks(player) == "1214")
            await player.post("/queue/items", "{\(list("5")), \"at\": \"next\"}")
            #expect(await tracks(player) == "12514")
            await player.post("/queue/items", "{\(list("12"))}")
            #expect(await tracks(player) == "1251412")
            await player.post("/queue/moves", #"{"from": 6, "to": 0}"#)
            #expect(await tracks(player) == "2125141")
            let removed = await player.stage.send(.delete, PlayerStage.path + "/queue/items/0", as: .listener)
            #expect(removed.status == 200)
            #expect(await tracks(player) == "125141")
            #expect(removed.track == "soundcloud:tracks:2", "the current track stays current")
        }
    }

    @Test func invalidTracksAndIndexesOfAQueueChangeAreRefused() async throws {
        try await PlayerStage.with { player in
            #expect(await player.put("/queue", "{\(list("19"))}").faults == ["/tracks/1"])
            #expect(await player.put("/queue", "{}").faults == ["/tracks"])
            #expect(await player.put("/queue", "{\(list("12")), \"index\": 2}").faults == ["/index"])
            #expect(await player.post("/queue/items", "{\(list("1")), \"at\": \"first\"}").faults == ["/at"])
            #expect(await player.post("/queue/moves", #"{"from": 0, "to": 1}"#).code == "empty-queue")
            await player.put("/queue", "{\(list("12"))}")
            #expect(await player.post("/queue/moves", #"{"from": 0, "to": 2}"#).code == "no-such-index")
            let removed = await player.stage.send(.delete, PlayerStage.path + "/queue/items/2", as: .listener)
            #expect(removed.status == 409 && removed.code == "no-such-index")
            let odd = await player.stage.send(.delete, PlayerStage.path + "/queue/items/x", as: .listener)
            #expect(odd.status == 404)
        }
    }

    @Test func replacingTheQueueWhilePlayingStartsTheNewQueueUnlessPlayIsFalse() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            let replaced = await player.put("/queue", "{\(list("45"))}")
            #expect(replaced.state == "beginPlay" && replaced.effects == ["stop phone 1", "queue phone 2"])
            let paused = await player.put("/queue", "{\(list("12")), \"play\": false}")
            #expect(paused.state == "expanded" && paused.effects == ["cancel phone 2"])
        }
    }

    @Test func aQueueOfTenThousandTracksIsReadInParts() async throws {
        try await PlayerStage.with { player in
            #expect(await player.put("/queue", #"{"context": "long", "index": 9999}"#).status == 200)
            let part = await player.get("/queue?offset=9990&limit=20")
            #expect(part.objects("items").count == 10 && part["nextOffset"] == nil)
            #expect(part["length"] as? Int == 10_000 && part["index"] as? Int == 9999)
            #expect(await player.get("/queue?limit=1")["nextOffset"] as? Int == 1)
            let full = await player.post("/queue/items", "{\(list("1"))}")
            #expect(full.status == 409 && full.code == "queue-full")
            let tag = part.tag
            #expect(await player.get("/queue", fields: ["If-None-Match": tag]).status == 304)
        }
    }

    @Test func turningShuffleOffRestoresTheOrderOfTheQueue() async throws {
        try await PlayerStage.with { player in
            await player.put("/queue", "{\(list("12451245")), \"index\": 2}")
            let shuffled = await player.put("/shuffle", #"{"on": true, "seed": 3}"#)
            #expect(shuffled.track == "soundcloud:tracks:4")
            #expect(await player.get("/queue")["seed"] as? Int == 3)
            let order = await tracks(player)
            #expect(order.hasPrefix("4") && order.sorted() == Array("11224455"))
            await player.put("/shuffle", #"{"on": false}"#)
            #expect(await tracks(player) == "12451245")
            #expect(await player.get("/queue")["index"] as? Int == 2)
        }
    }
}
