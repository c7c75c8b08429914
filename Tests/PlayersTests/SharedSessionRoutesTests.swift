import Foundation
import HTTP
import PlayerCore
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Players

/// Shared sessions over HTTP (spec Decided 24). The listener is the owner; editor and operator join by an invitation.
struct SharedSessionRoutesTests {
    private static let path = PlayerStage.path + "/shared"

    private func send(
        _ player: PlayerStage, _ method: HTTP.Method, _ path: String = "", _ json: String? = nil,
        as role: Role = .listener, at host: String = "here", _ fields: Fields = [:]
    ) async -> StageAnswer {
        await player.stage.send(method, Self.path + path, json, as: role, at: host, fields)
    }

    @discardableResult
    private func event(_ player: PlayerStage, _ body: String, as role: Role = .listener) async -> StageAnswer {
        await send(player, .post, "/events", "{\(body)}", as: role)
    }

    private func create(_ player: PlayerStage, _ rule: String = "everyone") async throws {
        let created = await send(player, .post, "", "{\"name\": \"Ada\", \"rule\": \"\(rule)\"}")
        try #require(created.status == 201, "\(created.text)")
    }

    private func invite(_ player: PlayerStage) async throws -> String {
        let answer = await send(player, .post, "/invitations")
        try #require(answer.status == 201, "\(answer.text)")
        return try #require(answer["secret"] as? String)
    }

    private func join(
        _ player: PlayerStage, _ secret: String, as role: Role = .editor, _ name: String = "Ben",
        at host: String = "here"
    ) async -> StageAnswer {
        await send(player, .put, "", "{\"invitation\": \"\(secret)\", \"name\": \"\(name)\"}", as: role, at: host)
    }

    /// A session of the listener with the tracks 1, 2 and 3 of which 3 is blocked, and the editor as its second member.
    private func withTwo(_ rule: String = "everyone", _ body: (PlayerStage) async throws -> Void) async throws {
        try await PlayerStage.with { player in
            await player.put("/queue", #"{"context": "songs"}"#)
            try await create(player, rule)
            let joined = await join(player, try await invite(player))
            try #require(joined.status == 200, "\(joined.text)")
            try await body(player)
        }
    }

    private func names(_ answer: StageAnswer) -> [String] {
        answer.objects("members").compactMap { $0["name"] as? String }
    }

    private func allowed(_ answer: StageAnswer) -> [String] {
        (answer["you"] as? [String: Any])?["allowedEvents"] as? [String] ?? []
    }

    @Test func aLiveStreamCannotBeAddedToASharedSession() async throws {
        try await withTwo { player in
            let refused = await event(player, #""event": "add", "context": "channel""#)
            #expect(refused.status == 409)
            #expect(refused["code"] as? String == "is-live")
            #expect((await send(player, .get)["queue"] as? [String: Any])?["length"] as? Int == 2)
        }
    }

    /// Spec Decided 24.
    @Test func aSharedSessionBeginsWithACopyOfTheQueueOfItsOwner() async throws {
        try await withTwo { player in
            let answer = await send(player, .get)
            #expect(names(answer) == ["Ada", "Ben"])
            #expect(answer["rule"] as? String == "everyone")
            #expect(answer.track == "soundcloud:tracks:1")
            #expect((answer["queue"] as? [String: Any])?["length"] as? Int == 2, "the blocked track is left out")
            #expect(await send(player, .get, "", nil, as: .operator).code == "no-shared-session")
            #expect(await send(player, .get, "", nil, as: .listener, ["If-None-Match": answer.tag]).status == 304)
        }
    }

    @Test func bothMembersOfASharedSessionHaveTheSameQueueAndPosition() async throws {
        try await withTwo { player in
            await event(player, #""event": "play""#, as: .editor)
            await event(player, #""event": "ready", "attempt": 1"#, as: .editor)
            let playing = await event(player, #""event": "ready", "attempt": 1"#)
            #expect(playing.audio == "playing")
            player.stage.clock.advance(seconds: 10)
            let (first, second) = (await send(player, .get), await send(player, .get, "", nil, as: .editor))
            #expect(first.position == second.position && first.position == 9400)
            #expect(first["asOf"] as? String == second["asOf"] as? String)
            let added = await event(player, #""event": "add", "tracks": ["soundcloud:tracks:4"]"#, as: .editor)
            #expect((added["queue"] as? [String: Any])?["length"] as? Int == 3)
            #expect(await send(player, .get, "/queue").objects("items").count == 3)
        }
    }

    @Test func theStartOfPlaybackIsAnnounced600MillisecondsInAdvance() async throws {
        try await withTwo { player in
            await event(player, #""event": "play""#)
            let playing = await event(player, #""event": "ready", "attempt": 1"#)
            #expect(playing["asOf"] as? String == "2026-06-15T12:00:00.600Z")
            #expect(playing.position == 0)
        }
    }

    @Test func leavingASharedSessionRestoresTheMembersOwnPlayer() async throws {
        try await PlayerStage.with { player in
            try await player.play()
            player.stage.clock.advance(seconds: 20)
            try await create(player)
            let during = await player.get()
            #expect(during.audio == "paused" && during.position == 20_000)
            #expect(await player.put("/play").code == "in-shared-session")
            await event(player, #""event": "add", "tracks": ["soundcloud:tracks:5"]"#)
            await event(player, #""event": "next""#)
            player.stage.clock.advance(seconds: 40)
            #expect(await send(player, .delete).status == 204)
            let after = await player.get()
            #expect(after.revision == during.revision && after.position == 20_000 && after.audio == "paused")
            #expect((await player.get("/queue")).objects("items").count == 3)
            #expect(await send(player, .delete).code == "no-shared-session")
            #expect(await player.put("/play").audio == "loading")
        }
    }

    @Test func whenTheOwnerLeavesAnotherMemberBecomesTheOwner() async throws {
        try await withTwo("votes") { player in
            #expect(await event(player, #""event": "play""#, as: .editor).code == "owner-only")
            #expect(await send(player, .delete).status == 204)
            let answer = await event(player, #""event": "play""#, as: .editor)
            #expect(answer.audio == "loading")
            #expect(names(answer) == ["Ben"])
            #expect(answer.objects("members").first?["isOwner"] as? Bool == true)
        }
    }

    @Test func onlyTheOwnerCanEndASharedSessionForAllMembers() async throws {
        try await withTwo { player in
            let secret = try await invite(player)
            #expect(await send(player, .delete, "/members", nil, as: .editor).code == "owner-only")
            #expect(await send(player, .delete, "/members").status == 204)
            #expect(await send(player, .get, "", nil, as: .editor).code == "no-shared-session")
            let late = await join(player, secret, as: .operator)
            #expect(late.status == 410 && late.code == "session-ended")
        }
    }

    @Test func anExpiredOrRevokedInvitationIsRefused() async throws {
        try await withTwo { player in
            let short = await send(player, .post, "/invitations", #"{"minutes": 5}"#)
            let secret = short["secret"] as? String ?? ""
            #expect((short["url"] as? String)?.hasSuffix("/player/join/\(secret)") == true)
            #expect(short["expiresAt"] as? String == "2026-06-15T12:05:00.000Z")
            let long = try await invite(player)
            player.stage.clock.advance(seconds: 300)
            let expired = await join(player, secret, as: .operator)
            #expect(expired.status == 410 && expired.code == "invitation-expired")
            #expect(await send(player, .delete, "/invitations", nil, as: .editor).code == "owner-only")
            #expect(await send(player, .delete, "/invitations").status == 204)
            let revoked = await join(player, long, as: .operator)
            #expect(revoked.status == 410 && revoked.code == "invitation-revoked")
            #expect(await join(player, SecretKey().text, as: .operator).code == "no-such-invitation")
            #expect(await join(player, "guess", as: .operator).status == 404)
        }
    }

    @Test func theSecretOfAnInvitationIsNotStored() async throws {
        try await withTwo { player in
            let secret = try await invite(player)
            let rows = try await player.stage.database.sql("select row_to_json(i) from app.shared_invitation i")
            #expect(!rows.contains(secret))
        }
    }

    @Test func aSharedSessionHasAtMostTwentyInvitations() async throws {
        try await PlayerStage.with { player in
            try await create(player)
            for _ in 0..<20 { _ = try await invite(player) }
            let refused = await send(player, .post, "/invitations")
            #expect(refused.status == 409 && refused.code == "too-many-invitations")
            #expect(await send(player, .post, "/invitations", #"{"minutes": 4}"#).faults == ["/minutes"])
        }
    }

    @Test func anInvitationIsValidOnlyInItsTenant() async throws {
        try await withTwo { player in
            let secret = try await invite(player)
            let foreign = await join(player, secret, as: .editor, at: "there")
            #expect(foreign.status == 404 && foreign.code == "no-such-invitation")
            #expect(await send(player, .get, "", nil, as: .listener, at: "there").status == 404)
            #expect(await player.stage.send(.get, Self.path).status == 401)
        }
    }

    @Test func aTrackBlockedForOneMemberIsReportedToThatMemberOnly() async throws {
        try await withTwo { player in
            player.catalogue.block(TestCatalogue.id(1), for: await player.account(.editor))
            let (own, other) = (await send(player, .get, "", nil, as: .editor), await send(player, .get))
            #expect((own["you"] as? [String: Any])?["isBlocked"] as? Bool == true)
            #expect((other["you"] as? [String: Any])?["isBlocked"] as? Bool == false)
            await event(player, #""event": "play""#)
            let failed = await event(player, #""event": "failed", "attempt": 1, "error": "refused""#, as: .editor)
            #expect((failed["you"] as? [String: Any])?["error"] as? String == "refused")
            let playing = await event(player, #""event": "ready", "attempt": 1"#)
            #expect(playing.audio == "playing")
            #expect((playing["you"] as? [String: Any])?["error"] == nil)
            #expect(!playing.text.contains("refused"))
            let added = await event(player, #""event": "add", "tracks": ["soundcloud:tracks:1"]"#, as: .editor)
            #expect(added.faults == ["/tracks/0"])
        }
    }

    @Test func simultaneousVotesOfTwoMembersSkipOneTrack() async throws {
        for _ in 0..<5 {
            try await withTwo("votes") { player in
                async let first = event(player, #""event": "voteToSkip", "track": "soundcloud:tracks:1""#)
                async let second = event(player, #""event": "voteToSkip", "track": "soundcloud:tracks:1""#, as: .editor)
                let statuses = await [first.status, second.status]
                #expect(statuses == [200, 200])
                let answer = await send(player, .get)
                #expect(answer.track == "soundcloud:tracks:2")
                #expect((answer["skip"] as? [String: Any])?["votes"] as? Int == 0)
            }
        }
    }

    @Test func oneOfTwoMembersWhoSkipTheSameTrackIsRefused() async throws {
        try await withTwo { player in
            await event(player, #""event": "setRepeat", "mode": "all""#)
            for number in 0..<10 {
                let track = "soundcloud:tracks:\(1 + number % 2)"
                async let first = event(player, "\"event\": \"next\", \"track\": \"\(track)\"").status
                async let second = event(player, "\"event\": \"next\", \"track\": \"\(track)\"", as: .editor).status
                let statuses = await [first, second].sorted()
                #expect(statuses == [200, 409])
            }
            #expect(await send(player, .get).track == "soundcloud:tracks:1")
        }
    }

    @Test func concurrentAdditionsOfTwoMembersAreAllApplied() async throws {
        try await withTwo { player in
            await withTaskGroup(of: Void.self) { group in
                for role in [Role.listener, .editor] {
                    group.addTask {
                        for _ in 0..<20 {
                            await event(player, #""event": "add", "tracks": ["soundcloud:tracks:2"]"#, as: role)
                        }
                    }
                }
            }
            #expect((await send(player, .get)["queue"] as? [String: Any])?["length"] as? Int == 42)
        }
    }

    @Test func aTrackThatAListDoesNotHaveCannotBeAddedFromThatList() async throws {
        try await withTwo { player in
            let length = { (await send(player, .get)["queue"] as? [String: Any])?["length"] as? Int }
            let before = await length()
            let unknown = #""event": "add", "context": "songs", "track": "soundcloud:tracks:404""#
            let refused = await event(player, unknown)
            #expect(refused.status == 422 && refused.faults == ["/track"])
            #expect(await length() == before)
            let known = #""event": "add", "context": "songs", "track": "soundcloud:tracks:2""#
            #expect(await event(player, known).status == 200)
            #expect(await length() == before.map { $0 + 1 })
        }
    }

    @Test func underTheTurnsRuleMembersAddTracksAlternately() async throws {
        try await withTwo("turns") { player in
            let add = #""event": "add", "tracks": ["soundcloud:tracks:2"]"#
            let early = await event(player, add, as: .editor)
            #expect(early.status == 409 && early.code == "not-your-turn")
            #expect(await event(player, add).status == 200)
            #expect(await event(player, add).code == "not-your-turn")
            let added = await event(player, add, as: .editor)
            #expect(added.objects("members").map { $0["hasTurn"] as? Bool ?? false } == [true, false])
            #expect(await event(player, #""event": "add", "context": "songs""#).faults == ["/tracks"])
        }
    }

    @Test func anEventOfASharedSessionForAnOlderRevisionIsRefused() async throws {
        try await withTwo { player in
            let known = await send(player, .get).tag
            let fields: Fields = ["If-Match": known]
            #expect(await send(player, .post, "/events", #"{"event": "play"}"#, fields).status == 200)
            let second = await send(player, .post, "/events", #"{"event": "pause"}"#, fields)
            #expect(second.status == 412 && second.code == "changed-meanwhile")
        }
    }

    @Test(arguments: [
        (#""event": "fly""#, "/event"), (#""event": "ready""#, "/attempt"), (#""event": "seek""#, "/positionMs"),
        (#""event": "select""#, "/index"), (#""event": "setRule", "rule": "none""#, "/rule"),
        (#""event": "add""#, "/tracks"), (#""event": "add", "tracks": [], "at": "first""#, "/at"),
        (#""event": "inStep", "differenceUs": 1"#, "/errorBoundUs"), (#""event": "removeMember""#, "/member"),
        (#""event": "voteToSkip""#, "/track"), (#""event": "play", "speed": 1"#, "/speed"),
    ])
    func anInvalidJSONMemberOfAnEventIsNamedInTheError(body: String, field: String) async throws {
        try await withTwo { player in
            let answer = await event(player, body)
            #expect(answer.status == 422 && answer.faults == [field], "\(answer.text)")
        }
    }

    @Test func theNameOfAMemberMustBeValidAndUniqueInTheSession() async throws {
        try await withTwo { player in
            let secret = try await invite(player)
            #expect(await join(player, secret, as: .operator, "ADA").code == "name-taken")
            #expect(await join(player, secret, as: .operator, "").faults == ["/name"])
            #expect(await join(player, secret, as: .operator, String(repeating: "a", count: 51)).faults == ["/name"])
            let renamed = await join(player, secret, as: .editor, "Berta")
            #expect(names(renamed) == ["Ada", "Berta"])
            #expect(await send(player, .post, "", #"{"name": "Ada"}"#).code == "in-shared-session")
        }
    }

    @Test func joiningASecondSharedSessionLeavesTheFirst() async throws {
        try await withTwo { player in
            let other = await send(player, .post, "", #"{"name": "Otto"}"#, as: .operator)
            #expect(other.status == 201)
            let invitation = await send(player, .post, "/invitations", nil, as: .operator)
            let joined = await join(player, invitation["secret"] as? String ?? "")
            #expect(names(joined) == ["Otto", "Ben"])
            #expect(names(await send(player, .get)) == ["Ada"])
        }
    }

    @Test func aMemberInactiveForHalfAnHourLeavesTheSharedSession() async throws {
        try await withTwo { player in
            #expect(await player.put("/play").code == "in-shared-session")
            player.stage.clock.advance(seconds: 31 * 60)
            #expect(await player.put("/play").audio == "loading")
            #expect(await send(player, .get).code == "no-shared-session")
            let count = try await player.stage.database.sql("select count(*) from app.shared_session")
            #expect(count.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
        }
    }

    /// Plays the first track on the devices of both members for some seconds.
    private func playTogether(_ player: PlayerStage, seconds: Int64) async {
        await event(player, #""event": "play""#)
        await event(player, #""event": "ready", "attempt": 1"#)
        await event(player, #""event": "ready", "attempt": 1"#, as: .editor)
        player.stage.clock.advance(seconds: seconds)
    }

    @Test func heardTracksAreInTheHistoryOfEveryListeningMember() async throws {
        try await withTwo { player in
            await playTogether(player, seconds: 59)
            await event(player, #""event": "pause""#)
            #expect(await player.get("/history").objects("items").count == 1)
            #expect(await player.get("/history", as: .editor).objects("items").count == 1)
            #expect(player.catalogue.calls.heard.count == 2)
        }
    }

    @Test func tracksHeardBeforeTheSessionEndedAreInTheHistoryAndTheCatalogue() async throws {
        try await withTwo { player in
            await playTogether(player, seconds: 70)
            #expect(await send(player, .delete, "/members").status == 204)
            #expect(await player.get("/history").objects("items").count == 1)
            #expect(await player.get("/history", as: .editor).objects("items").count == 1)
            #expect(player.catalogue.calls.heard.count == 2)
        }
    }

    @Test func aTrackHeardAloneBeforeTheSessionIsInTheCatalogue() async throws {
        try await PlayerStage.with { player in
            await player.post("/play", #"{"context": "songs", "device": "phone"}"#)
            await player.event("streamReady", "\"attempt\": 1")
            player.stage.clock.advance(seconds: 60)
            try await create(player)
            #expect(await player.get("/history").objects("items").count == 1)
            #expect(player.catalogue.calls.heard.count == 1)
        }
    }

    @Test func aTrackHeardInASessionThatEndsByJoiningAnotherIsInTheCatalogue() async throws {
        try await PlayerStage.with { player in
            await player.put("/queue", #"{"context": "songs"}"#)
            try await create(player)
            await event(player, #""event": "play""#)
            await event(player, #""event": "ready", "attempt": 1"#)
            player.stage.clock.advance(seconds: 70)
            let other = await send(player, .post, "", #"{"name": "Cleo", "rule": "everyone"}"#, as: .operator)
            #expect(other.status == 201, "\(other.text)")
            let invitation = await send(player, .post, "/invitations", as: .operator)
            let joined = await join(player, try #require(invitation["secret"] as? String), as: .listener, "Ada")
            #expect(joined.status == 200, "\(joined.text)")
            #expect(await player.get("/history").objects("items").count == 1)
            #expect(player.catalogue.calls.heard.count == 1)
        }
    }

    @Test func theClockEndpointReturnsTheTimesOfReceiptAndResponse() async throws {
        try await PlayerStage.with { player in
            let answer = await player.get("/clock")
            let (received, sent) = (answer["receivedAtUs"] as? Int ?? 0, answer["sentAtUs"] as? Int ?? 0)
            #expect(received <= sent)
            #expect((received + sent) / 2 == 1_781_524_800_000_000)
        }
    }

    // MARK: - Streams

    private func stream(_ port: Int, _ token: String) throws -> EventClient {
        try EventClient(port: port, host: "here", path: Self.path + "/stream", token: token)
    }

    private func value(_ event: EventClient.Event?, _ name: String) throws -> Any? {
        let data = Data(try #require(event).data.utf8)
        return try (JSONSerialization.jsonObject(with: data) as? [String: Any])?[name]
    }

    @Test func aChangeByOneMemberIsSentToTheEventStreamsOfAllMembers() async throws {
        try await withTwo { player in
            try await player.stage.serve { port in
                let clients = [try stream(port, "listener"), try stream(port, "editor")]
                var events = clients.map { $0.events.makeAsyncIterator() }
                for index in 0..<2 { #expect(try value(await events[index].next(), "audio") as? String == "stopped") }
                await event(player, #""event": "play""#, as: .editor)
                // The test does not listen for notifications, so it calls the hub directly.
                player.shared.changesWereMissed()
                await player.shared.tick()
                for index in 0..<2 {
                    let event = await events[index].next()
                    #expect(event?.name == "shared")
                    #expect(try value(event, "audio") as? String == "loading")
                }
                #expect(await send(player, .delete, "", nil, as: .editor).status == 204)
                player.shared.changesWereMissed()
                await player.shared.tick()
                #expect(await events[1].next()?.name == "left")
                #expect((try value(await events[0].next(), "members") as? [Any])?.count == 1)
                for client in clients { client.close() }
            }
        }
    }

    @Test func theEventStreamNeedsASharedSession() async throws {
        try await PlayerStage.with { player in
            #expect(await send(player, .get, "/stream").code == "no-shared-session")
        }
    }
}
