import Foundation
import Testing
import WebTestSupport

@testable import Subsonic

struct PlayQueueTests {
    @Test func aSavedQueueIsReadWithItsPositionAppAndCurrentTrack() async throws {
        try await SubsonicStage.with { stage async throws in
            #expect(await stage.call("getPlayQueue").root["playQueue"] == nil)
            let saved = await stage.call(
                "savePlayQueue", "id=tr-100001&id=tr-100002&id=pe-100005&current=tr-100002&position=61000")
            #expect(saved.isOK, "\(saved.text)")
            let queue = await stage.call("getPlayQueue").element("playQueue")
            #expect(queue.list("entry").map { $0["id"] as? String } == ["tr-100001", "tr-100002", "tr-100005"])
            #expect(queue["current"] as? String == "tr-100002")
            #expect(queue["position"] as? Int == 61_000)
            #expect(queue["changedBy"] as? String == "tests")
            #expect(queue["username"] as? String == "listener")
            #expect(try await stage.xml("getPlayQueue").children.first?.attributes["current"] == "tr-100002")
        }
    }

    @Test func theIndexOfAQueueDistinguishesRepeatedTracks() async throws {
        try await SubsonicStage.with { stage in
            let saved = await stage.call(
                "savePlayQueueByIndex", "id=tr-100001&id=tr-100002&id=tr-100001&currentIndex=2&position=5000")
            #expect(saved.isOK, "\(saved.text)")
            let queue = await stage.call("getPlayQueueByIndex").element("playQueueByIndex")
            #expect(queue["currentIndex"] as? Int == 2)
            #expect(queue["position"] as? Int == 5_000)
            #expect(queue.list("entry").count == 3)
            // Only the position changes.
            #expect(
                await stage.call(
                    "savePlayQueueByIndex", "id=tr-100001&id=tr-100002&id=tr-100001&currentIndex=0&position=7000"
                ).isOK)
            let moved = await stage.call("getPlayQueueByIndex").element("playQueueByIndex")
            #expect(moved["currentIndex"] as? Int == 0)
            #expect(moved["position"] as? Int == 7_000)
        }
    }

    @Test func savingAQueueWithoutTracksRemovesTheQueue() async throws {
        try await SubsonicStage.with { stage in
            for method in ["savePlayQueue", "savePlayQueueByIndex"] {
                #expect(await stage.call("savePlayQueue", "id=tr-100001").isOK)
                #expect(await stage.call(method).isOK, "\(method)")
                #expect(await stage.call("getPlayQueue").root["playQueue"] == nil)
            }
        }
    }

    @Test(arguments: [
        ("savePlayQueue", "id=tr-999", 70), ("savePlayQueue", "id=al-1", 70), ("savePlayQueue", "id=nonsense", 70),
        ("savePlayQueue", "id=tr-100001&current=tr-100002", 0), ("savePlayQueue", "id=tr-100001&position=soon", 0),
        ("savePlayQueueByIndex", "id=tr-100001", 10), ("savePlayQueueByIndex", "id=tr-100001&currentIndex=1", 10),
        ("savePlayQueueByIndex", "id=tr-100001&currentIndex=-1", 10), ("savePlayQueueByIndex", "currentIndex=0", 10),
        ("savePlayQueueByIndex", "id=tr-100001&currentIndex=first", 10),
    ])
    func anInvalidQueueDoesNotReplaceTheSavedQueue(method: String, query: String, code: Int) async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("savePlayQueue", "id=tr-100003").isOK)
            #expect(await stage.call(method, query).code == code)
            #expect(await stage.call("getPlayQueue").texts("playQueue", "entry", "id") == ["tr-100003"])
        }
    }

    @Test func aQueueIsNotReplacedWhileAnotherDevicePlaysAnotherTrack() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("savePlayQueue", "id=tr-100001&id=tr-100002").isOK)
            #expect(await stage.report("tr-100001", "playing", 1_000, app: "kitchen").isOK)
            let refused = await stage.call("savePlayQueue", "id=tr-100003")
            #expect(refused.code == 50)
            #expect(refused.text.contains("kitchen"))
            #expect(await stage.call("getPlayQueue").texts("playQueue", "entry", "id") == ["tr-100001", "tr-100002"])
        }
    }

    @Test func aSavedQueueThatContainsTheCurrentTrackDoesNotRestartTheTrack() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("savePlayQueue", "id=tr-100001&id=tr-100002&id=tr-100003&current=tr-100002").isOK)
            #expect(await stage.report("tr-100002", "playing", 40_000, app: "kitchen").isOK)
            let before = try await stage.attempt
            let saved = await stage.call(
                "savePlayQueue", "id=tr-100003&id=tr-100005&id=tr-100001&id=tr-100002&id=tr-100001&current=tr-100002")
            #expect(saved.isOK, "\(saved.text)")
            let queue = await stage.call("getPlayQueueByIndex").element("playQueueByIndex")
            #expect(
                queue.list("entry").map { $0["id"] as? String } == [
                    "tr-100003", "tr-100005", "tr-100001", "tr-100002", "tr-100001",
                ])
            #expect(queue["currentIndex"] as? Int == 3)
            #expect(queue["position"] as? Int ?? 0 >= 40_000)
            #expect(try await stage.attempt == before)
        }
    }

    @Test func anAppThatIsPlayingCanReplaceTheQueue() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("savePlayQueue", "id=tr-100001").isOK)
            #expect(await stage.report("tr-100001", "playing", 1_000, app: "tests").isOK)
            #expect(await stage.call("savePlayQueue", "id=tr-100003&id=tr-100002&position=9000").isOK)
            let queue = await stage.call("getPlayQueue").element("playQueue")
            #expect(queue["current"] as? String == "tr-100003")
            #expect(queue["position"] as? Int ?? 0 >= 9_000)
            #expect(await stage.call("getNowPlaying").texts("nowPlaying", "entry", "state") == ["playing"])
        }
    }

    @Test func changedByNamesTheDeviceThatChangedTheQueueLast() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("savePlayQueue", "id=tr-100001").isOK)
            #expect(await stage.report("tr-100001", "playing", 1_000, app: "kitchen").isOK)
            #expect(await stage.call("getPlayQueue").element("playQueue")["changedBy"] as? String == "kitchen")
        }
    }
}

extension SubsonicStage {
    /// Reports the state and the position of a track, as the app of `call` unless another app is given.
    func report(_ track: String, _ state: String, _ positionMs: Int, app: String = "tests", more: String = "") async
        -> SubsonicAnswer
    {
        SubsonicAnswer(
            await get(
                "reportPlayback?\(proof)&c=\(app)&v=1.16.1&f=json&mediaId=\(track)&mediaType=song&state=\(state)"
                    + "&positionMs=\(positionMs)\(more)"))
    }

    /// The number of the player's last attempt to play.
    var attempt: String {
        get async throws { try await stage.database.sql("select session->>'attempt' from app.player") }
    }
}
