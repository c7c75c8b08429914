import Foundation
import Testing
import WebTestSupport

@testable import Subsonic

struct PlaybackTests {
    @Test func reportsOfAnAppSetTheStateAndPositionOfThePlayer() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.report("tr-100001", "starting", 0).isOK)
            #expect(try await stage.audio == "loading tr-100001 tests")
            #expect(await stage.report("tr-100001", "playing", 0).isOK)
            #expect(try await stage.audio == "playing tr-100001 tests")
            #expect(await stage.report("tr-100001", "playing", 30_000).isOK)
            let playing = try #require(await stage.call("getNowPlaying").element("nowPlaying").list("entry").first)
            #expect(playing["id"] as? String == "tr-100001")
            #expect(playing["positionMs"] as? Int ?? 0 >= 30_000)
            #expect(playing["username"] as? String == "listener")
            #expect(await stage.report("tr-100001", "paused", 31_000).isOK)
            #expect(try await stage.audio == "paused tr-100001 tests")
            #expect(await stage.call("getPlayQueue").element("playQueue")["position"] as? Int == 31_000)
            #expect(await stage.call("getNowPlaying").element("nowPlaying").list("entry").isEmpty)
            #expect(await stage.report("tr-100001", "playing", 31_000).isOK)
            #expect(await stage.report("tr-100001", "stopped", 45_000).isOK)
            #expect(await stage.call("getPlayQueue").element("playQueue")["position"] as? Int == 45_000)
        }
    }

    @Test func aReportedTrackOutsideTheQueueIsInsertedAfterTheCurrentTrack() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("savePlayQueue", "id=tr-100001&id=tr-100002").isOK)
            #expect(await stage.report("tr-100003", "playing", 500).isOK)
            let queue = await stage.call("getPlayQueueByIndex").element("playQueueByIndex")
            #expect(queue.list("entry").map { $0["id"] as? String } == ["tr-100001", "tr-100003", "tr-100002"])
            #expect(queue["currentIndex"] as? Int == 1)
        }
    }

    @Test func anAppThatPausesOrStopsDoesNotTakeThePlayerOver() async throws {
        try await SubsonicStage.with { stage async throws in
            #expect(await stage.report("tr-100001", "playing", 500, app: "kitchen").isOK)
            #expect(await stage.report("tr-100002", "stopped", 500, app: "phone").isOK)
            #expect(await stage.report("tr-100001", "paused", 500, app: "phone").isOK)
            #expect(try await stage.audio == "playing tr-100001 kitchen")
            #expect(await stage.report("tr-100002", "playing", 500, app: "phone").isOK)
            #expect(try await stage.audio == "playing tr-100002 phone")
            #expect(await stage.report("tr-100001", "stopped", 900, app: "kitchen").isOK)
            #expect(try await stage.audio == "playing tr-100002 phone")
        }
    }

    @Test func anInvalidPlaybackReportIsRefused() async throws {
        try await SubsonicStage.with { stage async throws in
            let good = "mediaId=tr-100001&mediaType=song&positionMs=1&state=playing"
            for (query, code) in [
                ("mediaType=song&positionMs=1&state=playing", 10), ("mediaId=tr-100001&positionMs=1&state=playing", 10),
                ("mediaId=tr-100001&mediaType=song&state=playing", 10),
                ("mediaId=tr-100001&mediaType=song&positionMs=1", 10),
                ("mediaId=tr-999&mediaType=song&positionMs=1&state=playing", 70),
                ("mediaId=tr-100001&mediaType=film&positionMs=1&state=playing", 0),
                ("mediaId=tr-100001&mediaType=song&positionMs=-1&state=playing", 0),
                ("mediaId=tr-100001&mediaType=song&positionMs=1&state=completed", 0),
                (good + "&playbackRate=fast", 0), (good + "&playbackRate=9", 0), (good + "&ignoreScrobble=perhaps", 0),
            ] {
                #expect(await stage.call("reportPlayback", query).code == code, "\(query)")
            }
            #expect(try await stage.stage.database.sql("select count(*) from app.player") == "0")
        }
    }

    @Test func aReportedPlaybackRateIsStored() async throws {
        try await SubsonicStage.with { stage async throws in
            #expect(await stage.report("pe-100005", "playing", 0, more: "&playbackRate=1.5").isOK)
            #expect(try await stage.stage.database.sql("select session->>'rate' from app.player") == "1500")
        }
    }

    /// Half of the track was heard, by the reported positions and the time that has passed between them.
    @Test(arguments: [("", "1"), ("&ignoreScrobble=true", "0")])
    func aHeardTrackIsAddedToTheHistoryUnlessIgnoreScrobbleIsSet(more: String, count: String) async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.report("tr-100001", "playing", 0, more: more).isOK)
            // The time of the previous report is set back by two minutes, as if the track had played for that time.
            try await stage.stage.database.sql(
                """
                update app.player
                   set session = jsonb_set(session, '{knownAt}', to_jsonb((session->>'knownAt')::bigint - 120000))
                """)
            #expect(await stage.report("tr-100001", "playing", 120_000, more: more).isOK)
            #expect(await stage.report("tr-100001", "stopped", 120_000, more: more).isOK)
            #expect(try await stage.stage.database.sql("select count(*) from app.listen") == count)
        }
    }
}

extension SubsonicStage {
    /// The state of the player's audio, the current track and the device.
    var audio: String {
        get async throws {
            let line = try await stage.database.sql(
                """
                select (session->>'audio') || ' tr-'
                       || split_part(queue->'items'->((session->'queue'->>'index')::int)->>'id', ':', 3) || ' '
                       || (session->>'device')
                  from app.player
                """)
            return line
        }
    }
}
