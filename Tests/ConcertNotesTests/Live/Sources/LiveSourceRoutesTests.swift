import HTTP
import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveSourceRoutesTests {
    @Test func automaticSourcesAreRefusedAfterAPersonTakesOver() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let answer = await stage.send(.put, "/api/v1/live/sources/leader", #"{"leader":"person"}"#, to: tenant)
            #expect(answer.status == 200)
            #expect(answer.json["leader"] == "person")
            #expect(answer.json["holder"] == "anna")
            for source in ["follower", "auto"] {
                let move = await stage.send(
                    .put, "/api/v1/live", #"{"measure":2,"source":"\#(source)"}"#, to: tenant)
                #expect(move.status == 409)
                #expect(move.json["code"] == "source-not-leading")
            }
            _ = await stage.send(.put, "/api/v1/live/sources/leader", #"{"leader":"follower"}"#, to: tenant)
            let move = await stage.send(.put, "/api/v1/live", #"{"measure":2,"source":"follower"}"#, to: tenant)
            #expect(move.status == 200)
        }
    }

    @Test func theAPIStartsPausesAndEndsTheAutomaticAdvance() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let path = "/api/v1/live/auto-advance"
            #expect(
                await stage.send(.put, path, #"{"state":"running","tempo":0.5}"#, to: tenant).json["leader"] == "auto")
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["state"] == "running")
            #expect(await stage.send(.put, path, #"{"state":"paused"}"#, to: tenant).json["leader"] == "person")
            #expect(await stage.send(.delete, path, to: tenant).status == 204)
            #expect(await stage.send(.get, "/api/v1/live/sources", to: tenant).text.contains(#""state":"off""#))
        }
    }

    @Test(arguments: [
        ("/api/v1/live/sources/leader", #"{"leader":"osc"}"#, 422, "invalid"),
        ("/api/v1/live/auto-advance", #"{"state":"running","tempo":5}"#, 422, "invalid"),
        ("/api/v1/live/auto-advance", #"{"state":"running","tempo":1,"isTapped":true}"#, 422, "invalid"),
        ("/api/v1/live/auto-advance", #"{"state":"running","isTapped":true}"#, 409, "no-tapped-tempo"),
        ("/api/v1/live/follower", #"{"measure":2}"#, 422, "invalid"),
        ("/api/v1/live/follower", #"{"confidence":0.5}"#, 422, "invalid"),
        ("/api/v1/live/follower", #"{"measure":2,"recordingMs":4,"confidence":0.5}"#, 422, "invalid"),
        ("/api/v1/live/follower", #"{"measure":2,"confidence":1.5}"#, 422, "invalid"),
        ("/api/v1/live/follower", #"{"measure":6,"confidence":0.5}"#, 422, "measure-out-of-range"),
        ("/api/v1/live/follower", #"{"piece":"Nobody","measure":1,"confidence":0.5}"#, 422, "no-such-piece"),
    ])
    func anInvalidSourceRequestDoesNotChangeTheLeadOrThePosition(
        path: String, body: String, status: Int, code: String
    ) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let answer = await stage.send(.put, path, body, to: tenant)
            #expect(answer.status == status)
            #expect(answer.json["code"] == .string(code))
            #expect(try await database.sql("select arbiter is null and revision = 1 from app.live") == "t")
        }
    }

    @Test func sourceRequestsWithoutALiveConcertGetTheCodeNoLiveConcert() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let stage = try LiveStage(database, tenant)
            let answers = [
                await stage.send(.get, "/api/v1/live/sources", to: tenant),
                await stage.send(.put, "/api/v1/live/sources/leader", #"{"leader":"person"}"#, to: tenant),
                await stage.send(.put, "/api/v1/live/follower", #"{"measure":2,"confidence":1}"#, to: tenant),
            ]
            for answer in answers { #expect(answer.json["code"] == "no-live-concert") }
        }
    }
}
