import Foundation
import HTTP
import Testing
import Web
import WebTestSupport

@testable import Players

struct PlayerRoutesTests {
    /// Spec P1, Decided 24.
    @Test func thePlayerOfANewListenerIsSilent() async throws {
        try await PlayerStage.with { player in
            let answer = await player.get()
            #expect(answer.status == 200)
            #expect(answer.state == "silent" && answer.audio == "stopped")
            #expect(answer.revision == 0 && answer["track"] == nil && answer["mini"] == nil)
            #expect((answer["allowedEvents"] as? [String])?.contains("tapAnywhere") == true)
            #expect(answer.fields["ETag"] != nil)
            let again = await player.get("", fields: ["If-None-Match": answer.tag])
            #expect(again.status == 304 && again.bytes.isEmpty)
        }
    }

    /// Spec L10, L35, L36.
    @Test func playingAListStartsAtTheRequestedTrack() async throws {
        try await PlayerStage.with { player in
            let begun = await player.post("/play", #"{"context": "songs", "offset": 1, "device": "phone"}"#)
            #expect(begun.status == 200, "\(begun.text)")
            #expect(begun.state == "beginPlay" && begun.audio == "loading")
            #expect(begun.effects == ["queue phone 1"])
            #expect(begun.track == "soundcloud:tracks:2")
            #expect((begun["queue"] as? [String: Any])?["context"] as? String == "songs")
            let playing = await player.event("streamReady", "\"attempt\": 1")
            #expect(playing.state == "expandedPlay" && playing.effects == ["start phone 1"])
            player.stage.clock.advance(seconds: 20)
            let later = await player.get()
            #expect(later.position == 20_000 && later["asOf"] as? String == "2026-06-15T12:00:20.000Z")
            let mini = later["mini"] as? [String: Any]
            #expect(
                mini?["title"] as? String == "Title of soundcloud:tracks:2" && mini?["state"] as? String == "playing")
        }
    }

    @Test func aTrackIsAnnouncedEachTimeItsAudioStarts() async throws {
        try await PlayerStage.with { player in
            _ = await player.post("/play", #"{"context": "songs", "device": "phone"}"#)
            #expect(player.catalogue.calls.began.isEmpty, "nothing is audible yet")
            await player.event("streamReady", "\"attempt\": 1")
            #expect(player.catalogue.calls.began == ["soundcloud:tracks:1"])
            await player.event("position", "\"attempt\": 1, \"positionMs\": 0")
            _ = await player.put("/pause")
            #expect(player.catalogue.calls.began.count == 1)
            _ = await player.put("/play")
            await player.event("streamReady", "\"attempt\": 2")
            #expect(player.catalogue.calls.began == ["soundcloud:tracks:1", "soundcloud:tracks:1"])
        }
    }

    /// Spec Decided 14.
    @Test func playPauseShuffleAndRepeatRequestsAreIdempotent() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            let before = await player.get()
            let again = await player.put("/play")
            #expect(again.status == 200 && again.revision == before.revision)
            let paused = await player.put("/pause")
            #expect(paused.state == "expanded" && paused.effects == ["pause phone 1"])
            let twice = await player.put("/pause", "{}")
            #expect(twice.status == 200 && twice.revision == paused.revision)
            let shuffled = await player.put("/shuffle", #"{"on": true}"#)
            #expect(shuffled["shuffle"] as? Bool == true)
            #expect(await player.put("/shuffle", #"{"on": true}"#).revision == shuffled.revision)
            let repeated = await player.put("/repeat", #"{"mode": "all"}"#)
            #expect(repeated["repeat"] as? String == "all")
            #expect(await player.put("/repeat", #"{"mode": "all"}"#).revision == repeated.revision)
        }
    }

    /// Spec P2, Decided 14.
    @Test func anEventThatTheStateDoesNotAllowIsRefused() async throws {
        try await PlayerStage.with { player in
            let answer = await player.event("tapPause")
            #expect(answer.status == 409 && answer.code == "event-not-allowed")
            #expect(answer.state == "silent")
            #expect((answer["detail"] as? String)?.contains("in the state silent; allowed: ") == true)
            #expect((answer["allowedEvents"] as? [String])?.contains("tapAnywhere") == true)
            #expect(await player.get().revision == 0)
            #expect(await player.event("next").code == "empty-queue")
        }
    }

    /// An error after the change was stored must not look like a change that was not made.
    @Test func anEventIsAcknowledgedWithoutTextsIfTheTextsCannotBeRead() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            player.catalogue.withholdTexts()
            let seek = await player.event("seek", "\"positionMs\": 5000")
            #expect(seek.status == 200 && seek.position == 5000)
            #expect(
                (seek["track"] as? [String: Any])?["title"] as? String == "Title of soundcloud:tracks:1",
                "read with play")
            let next = await player.event("next")
            #expect(next.status == 200)
            let title = (next["track"] as? [String: Any])?["title"] as? String
            #expect(title == "soundcloud:tracks:2", "an item without texts has its identifier as its title")
            #expect(await player.get().status == 503)
        }
    }

    /// Spec L40.
    @Test func anEventForAnOlderRevisionIsRefusedWithTheCurrentRevision() async throws {
        try await PlayerStage.with { player in
            let known = await player.get().tag
            let first = await player.event("tapAnywhere", fields: ["If-Match": known])
            #expect(first.status == 200 && first.revision == 1)
            let second = await player.event("tapText", device: "web", fields: ["If-Match": known])
            #expect(second.status == 412 && second.code == "changed-meanwhile")
            #expect((second["versions"] as? [String: Any])?["current"] as? String == first.tag)
            #expect(await player.get().state == "expanded")
            #expect(await player.event("tapText", fields: ["If-Match": first.tag]).status == 200)
        }
    }

    @Test func aRequestRepeatedWithTheSameIdempotencyKeyIsPerformedOnce() async throws {
        try await PlayerStage.with { player in
            let body = #"{"context": "songs", "device": "phone"}"#
            let first = await player.post("/play", body, ["Idempotency-Key": "one"])
            let again = await player.post("/play", body, ["Idempotency-Key": "one"])
            #expect(again.status == 200 && again.effects == first.effects && again.revision == first.revision)
            #expect(again["attempt"] as? Int == 1)
            let other = await player.put("/pause", "{}", ["Idempotency-Key": "one"])
            #expect(other.status == 422 && other.code == "idempotency-key-reused")
        }
    }

    /// Spec P13.
    @Test func aStreamReadyEventOfACancelledAttemptChangesNothing() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            await player.put("/pause")
            let before = await player.get()
            let late = await player.event("streamReady", "\"attempt\": 1")
            #expect(late.status == 200 && late.revision == before.revision && late.effects.isEmpty)
        }
    }

    /// Spec P14.
    @Test func anAttemptToPlayWithoutAnAnswerForThirtySecondsFails() async throws {
        try await PlayerStage.with { player in
            await player.post("/play", #"{"context": "songs", "device": "phone"}"#)
            player.stage.clock.advance(seconds: 30)
            let answer = await player.get()
            #expect(answer.state == "expanded")
            #expect((answer["lastError"] as? [String: Any])?["code"] as? String == "no-answer")
            #expect(await player.get().revision == answer.revision, "the failure is stored")
        }
    }

    /// Spec P24.
    @Test func aDeviceWithoutReportsForHalfAnHourIsPausedAtItsEstimatedPosition() async throws {
        try await PlayerStage.with { player in
            await player.post("/play", #"{"context": "channel", "device": "phone"}"#)
            await player.event("streamReady", "\"attempt\": 1")
            player.stage.clock.advance(seconds: 31 * 60)
            let answer = await player.get()
            #expect(answer.state == "expanded" && answer.audio == "paused" && answer["device"] == nil)
            #expect(answer["behindMs"] as? Int == 60_000)
            #expect(answer["attempt"] as? Int == 2)
        }
    }

    /// Spec P24, L40.
    @Test func playbackTransferredToAnotherDeviceContinuesAtTheSamePosition() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            player.stage.clock.advance(seconds: 12)
            let moved = await player.post("/transfer", #"{"device": "web"}"#)
            #expect(moved.state == "beginPlay" && moved.position == 12_000)
            #expect(moved.effects == ["pause phone 1", "queue web 3"])
            #expect(moved["device"] as? String == "web")
            #expect((moved["queue"] as? [String: Any])?["context"] as? String == "songs")
            await player.event("streamReady", "\"attempt\": 3", device: "web")
            await player.put("/pause")
            let back = await player.post("/transfer", #"{"device": "phone"}"#)
            #expect(back.state == "expanded" && back.effects.isEmpty && back.position == 12_000)
        }
    }

    @Test func aSeekInALiveStreamNamesTheTimeBehindLive() async throws {
        try await PlayerStage.with { player in
            await player.post("/play", #"{"context": "channel", "device": "phone"}"#)
            await player.event("streamReady", "\"attempt\": 1")
            let sought = await player.put("/seek", #"{"behindMs": 30000}"#)
            let effect = try #require((sought["effects"] as? [[String: Any]])?.first)
            #expect(effect["effect"] as? String == "seek")
            #expect(effect["behindMs"] as? Int == 30_000 && effect["positionMs"] == nil)
        }
    }

    @Test func aSeekMovesThePositionOrAtTheEndStartsTheNextTrack() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            let sought = await player.put("/seek", #"{"positionMs": 50000}"#)
            #expect(sought.position == 50_000 && sought.effects == ["seek phone 1"])
            #expect(await player.put("/seek", #"{"behindMs": 1}"#).code == "not-live")
            #expect(await player.put("/seek", "{}").faults == ["/positionMs"])
            #expect(await player.put("/seek", #"{"positionMs": -1}"#).faults == ["/positionMs"])
            let ended = await player.put("/seek", #"{"positionMs": 100000}"#)
            #expect(ended.track == "soundcloud:tracks:2" && ended.state == "beginPlay")
        }
    }

    @Test func nextEndsPlaybackIfOnlyBlockedTracksFollow() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            #expect(await player.post("/next").track == "soundcloud:tracks:2")
            let ended = await player.post("/next", "{}")
            #expect(ended.state == "expanded" && ended.track == "soundcloud:tracks:2" && ended.position == 0)
            let back = await player.post("/previous", #"{"play": true}"#)
            #expect(back.track == "soundcloud:tracks:1" && back.state == "beginPlay")
        }
    }

    @Test(arguments: [
        (#"{"event": "fly"}"#, "/event"), (#"{"event": "streamReady"}"#, "/attempt"),
        (#"{"event": "select"}"#, "/index"), (#"{"event": "setRate", "rate": 9}"#, "/rate"),
        (#"{"event": "setRepeat", "mode": "some"}"#, "/mode"), (#"{"event": "transfer"}"#, "/to"),
        (#"{"event": "tapPlay", "device": ""}"#, "/device"), (#"{"event": "tapPlay", "speed": 1}"#, "/speed"),
        (#"{"event": "streamFailed", "attempt": 1, "error": "odd"}"#, "/error"),
        (#"{"event": "setShuffle", "on": true, "seed": -1}"#, "/seed"),
    ])
    func anInvalidJSONMemberOfAnEventIsNamedInTheError(body: String, field: String) async throws {
        try await PlayerStage.with { player in
            let answer = await player.post("/events", body)
            #expect(answer.status == 422 && answer.faults == [field], "\(answer.text)")
        }
    }

    @Test func playingAnUnknownListOrIndexIsRefused() async throws {
        try await PlayerStage.with { player in
            #expect(await player.put("/play", #"{"context": "nothing"}"#).code == "no-such-context")
            #expect(await player.put("/play", #"{"context": "songs", "offset": 3}"#).faults == ["/offset"])
            #expect(await player.put("/play", #"{"offset": 3}"#).faults == ["/context"])
            #expect(await player.post("/play", "{}").faults == ["/context"])
        }
    }

    @Test func eachAccountOfEachTenantHasItsOwnPlayer() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            #expect(await player.get("", as: .editor).state == "silent")
            #expect(await player.get("", at: "there").state == "silent")
            #expect(await player.stage.send(.get, PlayerStage.path).status == 401)
        }
    }

    /// Spec L26.
    @Test func heardTracksAndTheLastPositionAreRecordedInTheCatalogue() async throws {
        try await PlayerStage.with { player in
            await player.post("/play", #"{"context": "discover", "device": "phone"}"#)
            await player.event("streamReady", "\"attempt\": 1")
            player.stage.clock.advance(seconds: 60)
            await player.put("/pause")
            #expect(player.catalogue.calls.heard == ["soundcloud:tracks:1 60000"])
            #expect(player.catalogue.calls.stopped.last == "discover soundcloud:tracks:1 60000")
            let history = await player.get("/history")
            #expect(history.objects("items").count == 1)
            #expect(history.objects("items").first?["playedMs"] as? Int == 60_000)
            #expect(await player.get("/history?limit=1&cursor=x").status == 422)
        }
    }

    @Test func devicesCanBeNamedListedAndRemoved() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            #expect(await player.get("/devices").objects("items").map { $0["name"] as? String } == ["phone"])
            let named = await player.put("/devices/phone", #"{"name": "My phone", "abilities": ["play", "rate"]}"#)
            #expect(named.status == 200 && named["abilities"] as? [String] == ["play", "rate"])
            #expect(await player.put("/devices/kitchen", #"{"name": "Kitchen"}"#).status == 201)
            #expect(
                await player.put("/devices/x", #"{"name": "", "abilities": ["fly"]}"#).faults == [
                    "/name", "/abilities/0",
                ])
            let many = Array(repeating: #""play""#, count: 21).joined(separator: ", ")
            #expect(await player.put("/devices/x", #"{"name": "X", "abilities": [\#(many)]}"#).faults == ["/abilities"])
            let removed = await player.stage.send(.delete, PlayerStage.path + "/devices/kitchen", as: .listener)
            #expect(removed.status == 204)
            let again = await player.stage.send(.delete, PlayerStage.path + "/devices/kitchen", as: .listener)
            #expect(again.status == 404 && again.code == "no-such-device")
        }
    }
}
