import Foundation
import Testing
import WebTestSupport

@testable import Subsonic

struct JukeboxTests {
    @Test func jukeboxActionsControlTheListenersPlayer() async throws {
        try await SubsonicStage.with { stage async throws in
            #expect(await stage.call("getUser").element("user")["jukeboxRole"] as? Bool == true)
            #expect(await stage.report("tr-100001", "playing", 10_000, app: "kitchen").isOK)
            let added = await stage.call("jukeboxControl", "action=add&id=tr-100002&id=tr-100003")
            #expect(added.isOK, "\(added.text)")
            let list = await stage.call("jukeboxControl", "action=get").element("jukeboxPlaylist")
            #expect(list.list("entry").map { $0["id"] as? String } == ["tr-100001", "tr-100002", "tr-100003"])
            #expect(list["playing"] as? Bool == true)
            #expect(list["currentIndex"] as? Int == 0)
            #expect(list["position"] as? Int ?? 0 >= 10)
            #expect(try await stage.jukebox("stop") == "0 false")
            #expect(try await stage.jukebox("start") == "0 true")
            #expect(try await stage.jukebox("skip&index=2&offset=30") == "2 true")
            #expect(try await stage.audio == "loading tr-100003 kitchen")
            #expect(await stage.call("getPlayQueue").element("playQueue")["position"] as? Int ?? 0 >= 30_000)
            #expect(try await stage.jukebox("remove&index=0") == "1 true")
            #expect(try await stage.jukebox("clear") == "-1 false")
            #expect(await stage.call("jukeboxControl", "action=get").element("jukeboxPlaylist").list("entry").isEmpty)
        }
    }

    @Test func aNewJukeboxListThatContainsTheCurrentTrackDoesNotRestartTheTrack() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.report("tr-100001", "playing", 10_000, app: "kitchen").isOK)
            let before = try await stage.attempt
            #expect(try await stage.jukebox("set&id=tr-100003&id=tr-100001&id=tr-100002") == "1 true")
            #expect(try await stage.attempt == before)
            #expect(try await stage.jukebox("shuffle") == "0 true")
            #expect(try await stage.attempt == before)
            #expect(try await stage.jukebox("set&id=tr-100002") == "0 true")
            #expect(try await stage.audio == "loading tr-100002 kitchen")
        }
    }

    @Test func aJukeboxWithoutADeviceDoesNotStart() async throws {
        try await SubsonicStage.with { stage async throws in
            #expect(try await stage.jukebox("add&id=tr-100001") == "0 false")
            let answer = await stage.call("jukeboxControl", "action=start")
            #expect(answer.code == 50)
            #expect(answer.text.contains("no device is playing for your account"))
        }
    }

    @Test func theJukeboxAcceptsOnlyTheFullVolume() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("jukeboxControl", "action=setGain&gain=1.0").isOK)
            #expect(await stage.call("jukeboxControl", "action=setGain&gain=0.5").code == 50)
            #expect(await stage.call("jukeboxControl", "action=setGain&gain=loud").code == 0)
            #expect(await stage.call("jukeboxControl", "action=setGain").code == 10)
        }
    }

    @Test(arguments: [
        ("", 10), ("action=dance", 0), ("action=skip", 10), ("action=skip&index=5", 0), ("action=skip&index=-1", 0),
        ("action=remove&index=5", 0), ("action=add", 10), ("action=add&id=tr-999", 70), ("action=set&id=al-1", 70),
    ])
    func anInvalidJukeboxActionDoesNotChangeTheQueue(query: String, code: Int) async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("savePlayQueue", "id=tr-100003").isOK)
            #expect(await stage.call("jukeboxControl", query).code == code)
            #expect(await stage.call("getPlayQueue").texts("playQueue", "entry", "id") == ["tr-100003"])
        }
    }
}

extension SubsonicStage {
    /// Performs an action and returns the index of the current track and whether the player is active.
    func jukebox(_ action: String) async throws -> String {
        let answer = await call("jukeboxControl", "action=\(action)")
        let status = try #require(answer.root["jukeboxStatus"] as? [String: Any], "\(answer.text)")
        return "\(status["currentIndex"] ?? "") \(status["playing"] as? Bool ?? false)"
    }
}
