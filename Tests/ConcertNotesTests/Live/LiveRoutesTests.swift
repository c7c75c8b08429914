import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveRoutesTests {
    @Test func getLiveReturnsTheDocumentedMembers() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let answer = await stage.send(.get, "/api/v1/live", to: tenant, as: nil)
            #expect(answer.status == 200)
            #expect(
                Set(answer.json.keys)
                    == ["piece", "measure", "printedMeasure", "pass", "revision", "state", "source", "at"])
            #expect(answer.json["piece"] == .string(LiveFixture.round))
            #expect(answer.json["measure"] == 1)
            #expect(answer.json["printedMeasure"] == "1")
            #expect(answer.json["pass"] == 1)
            #expect(answer.json["revision"] == 1)
            #expect(answer.json["state"] == "ready")
            #expect(answer.json["source"] == "operator")
            #expect(answer.json["at"]?.string.flatMap(Instant.init(rfc3339:)) != nil)
            #expect(answer.representation?.fields["Cache-Control"] == "no-cache")
        }
    }

    @Test func liveRequestsGet404WhileNoConcertIsOnTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            let stage = try LiveStage(database, tenant)
            for (method, path, body) in [
                (Method.get, "/api/v1/live", nil), (.get, "/api/v1/live?since=0", nil),
                (.put, "/api/v1/live", #"{"measure":1}"#), (.post, "/api/v1/live/steps", #"{"by":1}"#),
                (.delete, "/api/v1/live", nil), (.post, "/api/v1/messages", #"{"title":"a","style":"AUTO"}"#),
            ] {
                let answer = await stage.send(method, path, body, to: tenant)
                #expect(answer.status == 404, "\(method) \(path)")
                #expect(answer.json["code"] == "no-live-concert", "\(method) \(path)")
            }
        }
    }

    @Test func setLiveChangesThePositionThatGetLiveReturns() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            _ = await stage.send(.get, "/api/v1/live", to: tenant, as: nil)
            let answer = await stage.send(
                .put, "/api/v1/live", #"{"piece":"composer,work: CODA","measure":2}"#, to: tenant)
            #expect(answer.status == 200)
            #expect(answer.json["piece"] == .string(LiveFixture.coda))
            #expect(answer.json["state"] == "running")
            #expect(await stage.send(.get, "/api/v1/live", to: tenant, as: nil).json == answer.json)
        }
    }

    /// Spec N26, N34.
    @Test func aPositionSetByAScoreFollowerNamesTheFollowerAsItsSource() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let answer = await stage.send(
                .put, "/api/v1/live", #"{"measure":2,"source":"follower"}"#, to: tenant)
            #expect(answer.json["source"] == "follower")
        }
    }

    @Test func anInvalidLiveRequestDoesNotChangeThePosition() async throws {
        let cases = [
            (Method.put, "/api/v1/live", "{}", 422, "invalid"),
            (.put, "/api/v1/live", #"{"measure":"two"}"#, 422, "invalid"),
            (.put, "/api/v1/live", #"{"measure":1.5}"#, 422, "invalid"),
            (.put, "/api/v1/live", #"{"measure":6}"#, 422, "measure-out-of-range"),
            (.put, "/api/v1/live", #"{"measure":99999999999}"#, 422, "measure-out-of-range"),
            (.put, "/api/v1/live", #"{"piece":"Nobody, Nothing: Never"}"#, 422, "no-such-piece"),
            (.put, "/api/v1/live", #"{"state":"paused"}"#, 422, "invalid"),
            (.put, "/api/v1/live", #"{"measure":1,"source":"nobody"}"#, 422, "invalid"),
            (.put, "/api/v1/live", #"{"measure":1,"measure":2}"#, 400, "bad-json"),
            (.put, "/api/v1/live", "", 400, "bad-json"),
            (.post, "/api/v1/live/steps", #"{"by":0}"#, 422, "step-out-of-range"),
            (.post, "/api/v1/live/steps", #"{"by":1001}"#, 422, "step-out-of-range"),
            (.post, "/api/v1/live/steps", "{}", 422, "invalid"),
            (.post, "/api/v1/live/steps", #"{"by":-1}"#, 409, "beyond-programme"),
            (.put, "/api/v1/live/concert", #"{"concert":"no-such"}"#, 404, "no-such-concert"),
            (.get, "/api/v1/live?since=x", "", 422, "invalid"),
            (.post, "/api/v1/messages", #"{"title":"a|b","style":"AUTO"}"#, 422, "invalid-message"),
            (.post, "/api/v1/messages", #"{"title":"a"}"#, 422, "invalid"),
            (.delete, "/api/v1/messages/99", "", 404, "no-such-message"),
            (.delete, "/api/v1/messages/+9", "", 404, "no-such-message"),
        ]
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let before = await stage.send(.get, "/api/v1/live", to: tenant).text
            for (method, path, body, status, code) in cases {
                let answer = await stage.send(method, path, method == .get ? nil : body, to: tenant)
                #expect(answer.status == status, "\(method) \(path) \(body)")
                #expect(answer.json["code"] == .string(code), "\(method) \(path) \(body)")
                #expect(answer.fields["Content-Type"] == "application/problem+json")
            }
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).text == before)
        }
    }

    /// The permission of each operation, listed separately from the routes.
    private static let permissions: [Permission: Set<String>] = [
        .moveLive: [
            "setLive", "stepLive", "postOperatorStep", "postOperatorPresses", "postOperatorUndo", "postOperatorJump",
            "postOperatorState", "postOperatorLeader", "postOperatorAdvance", "setLiveLeader", "setAutoAdvance",
            "endAutoAdvance", "setFollowerReading", "sendFollowerReadings",
        ],
        .putOnAir: ["setLiveConcert", "endLive", "postOperatorConcert", "postOperatorConcertEnd"],
        .sendHallMessage: [
            "sendMessage", "withdrawMessage", "postOperatorMessage", "postOperatorWithdrawal", "findScheduledMessages",
            "scheduleMessage", "cancelMessage", "postScheduledMessage", "postMessageCancellation",
        ],
        .viewOperator: [
            "getOperatorPage", "getOperatorSources", "getOperatorEvents", "getOperatorLog", "getOperatorLogTable",
            "getOperatorRehearsal",
            "getMessageLogPage", "getLiveEmitter", "getLiveSources", "postOperatorPresence",
            "getLiveReport", "getOperatorReport", "getOperatorReportTable",
        ],
    ]

    @Test func everyLiveOperationThatIsNotPublicRequiresAnOperator() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let open = Set(stage.routes.filter { $0.access == .everyone }.map(\.operation))
            #expect(open == ["getLive", "getLiveEvents", "findMessages", "reportShown"])
            for route in stage.routes where route.access != .everyone {
                let permission = Self.permissions.first { $0.value.contains(route.operation) }?.key
                #expect(route.access == permission.map(Route.Access.permission), "\(route.operation)")
                let path = route.path.replacing("{message}", with: "1")
                let isPage = route.path.hasPrefix("/operator")
                #expect(
                    await stage.send(route.method, path, "{}", to: tenant, as: nil).status == (isPage ? 303 : 401),
                    "\(route.operation)")
                for role in [Role.listener, .editor, .programmer] {
                    #expect(
                        await stage.send(route.method, path, "{}", to: tenant, as: role).status == 403,
                        "\(route.operation) as \(role)")
                }
            }
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["revision"] == 1)
        }
    }

    @Test func aRepeatedIdempotencyKeyCausesOneStep() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let fields: Fields = ["Idempotency-Key": "\"press-1\""]
            let first = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant, fields: fields)
            let again = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant, fields: fields)
            #expect(first.json["measure"] == 2)
            #expect(again.json == first.json)
        }
    }

    @Test func aStepFromAnOldRevisionIsRefused() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let tag = try #require(
                await stage.send(.get, "/api/v1/live", to: tenant).representation?.entityTag)
            let fields: Fields = ["If-Match": tag]
            let first = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant, fields: fields)
            let second = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant, fields: fields)
            #expect(first.status == 200)
            #expect(second.status == 412)
            #expect(second.json["code"] == "position-moved")
        }
    }

    @Test func anIdempotencyKeyReusedWithAnotherBodyIsRefused() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let fields: Fields = ["Idempotency-Key": "\"press-1\""]
            let message = #"{"title":"Welcome","style":"AUTO"}"#
            for (method, path, first, other) in [
                (Method.post, "/api/v1/live/steps", #"{"by":1}"#, #"{"by":2}"#),
                (.post, "/api/v1/messages", message, #"{"title":"Goodbye","style":"AUTO"}"#),
            ] {
                let status = path.hasSuffix("messages") ? 201 : 200
                let done = await stage.send(method, path, first, to: tenant, fields: fields)
                #expect(done.status == status)
                let refused = await stage.send(method, path, other, to: tenant, fields: fields)
                #expect(refused.status == 422)
                #expect(refused.json["code"] == "idempotency-key-reused")
                #expect(await stage.send(method, path, first, to: tenant, fields: fields).json == done.json)
            }
            let key: Fields = ["Idempotency-Key": "\"jump-1\""]
            #expect(await stage.send(.put, "/api/v1/live", #"{"measure":3}"#, to: tenant, fields: key).status == 200)
            #expect(await stage.send(.put, "/api/v1/live", #"{"measure":4}"#, to: tenant, fields: key).status == 422)
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 3)
        }
    }

    @Test func aChangeIsRefusedUnlessIfMatchListsTheCurrentEntityTag() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let first = try #require(await stage.send(.get, "/api/v1/live", to: tenant).representation?.entityTag)
            let list: Fields = ["If-Match": "\"99-1-1\", \(first)"]
            let answer = await stage.send(.put, "/api/v1/live", #"{"measure":2}"#, to: tenant, fields: list)
            #expect(answer.status == 200)
            let tag = try #require(answer.fields["ETag"])
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).representation?.entityTag == tag)
            #expect(await stage.send(.put, "/api/v1/live", #"{"measure":3}"#, to: tenant, fields: list).status == 412)
            #expect(
                await stage.send(.put, "/api/v1/live", #"{"measure":3}"#, to: tenant, fields: ["If-Match": tag]).status
                    == 200)
            #expect(await stage.send(.delete, "/api/v1/live", to: tenant, fields: list).status == 412)
        }
    }

    @Test func aNewMessageEndsALongPoll() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            async let waiting = stage.send(.get, "/api/v1/live?since=1", to: tenant, as: nil)
            let topic = try await stage.hub.topic(of: tenant.id)
            #expect(await eventually { topic.isWatched })
            _ = await stage.send(.post, "/api/v1/messages", #"{"title":"Welcome","style":"AUTO"}"#, to: tenant)
            #expect(!topic.isWatched)
            #expect(await waiting.json["revision"] == 1)
        }
    }

    @Test func operatorsSeeWhetherTheEmitterIsSending() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let path = "/api/v1/live/emitter"
            let none = await stage.send(.get, path, to: tenant)
            #expect(none.json["state"] == "silent")
            #expect(none.json["warning"] != nil)
            #expect(await stage.load(of: tenant).text.contains("No emitter is running"))
            try await database.sql(
                """
                insert into app.emitter_lease (tenant_id, holder, epoch, until, interface, packets_sent, last_sent_at)
                values (\(tenant.id), 'hall-1 4711', 3, now() + interval '1 hour', '10.0.0.1', 42, now() + interval '1 hour');
                """)
            let sound = await stage.send(.get, path, to: tenant)
            #expect(sound.json["state"] == "sending")
            #expect(sound.json["warning"] == nil)
            #expect(sound.json["packetsSent"] == 42)
            #expect(sound.json["epoch"] == 3)
            #expect(sound.json["holder"] == "hall-1 4711")
            let page = await stage.load(of: tenant).text
            #expect(page.contains("<summary id=\"health-line\">Packets are sent, no standby emitter</summary>"))
            #expect(page.contains("<dd id=\"health-emitter\">hall-1</dd>"))
            #expect(page.contains("<dd id=\"health-packets\">42 sent, 0 failed</dd>"))
            try await database.sql("update app.emitter_lease set problem = 'The interface 10.0.0.1 is down.';")
            #expect(await stage.send(.get, path, to: tenant).json["state"] == "failing")
            #expect(await stage.load(of: tenant).text.contains("The interface 10.0.0.1 is down."))
            try await database.sql(
                "update app.emitter_lease set problem = null, last_sent_at = now() - interval '1 minute';")
            #expect(await stage.send(.get, path, to: tenant).json["state"] == "silent")
            // During a blackout no position is sent.
            #expect(await stage.send(.put, "/api/v1/live", #"{"state":"blackout"}"#, to: tenant).status == 200)
            #expect(await stage.send(.get, path, to: tenant).json["state"] == "sending")
        }
    }

    @Test func theNextChangeOfThePositionEndsALongPoll() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            async let waiting = stage.send(.get, "/api/v1/live?since=1", to: tenant, as: nil)
            let topic = try await stage.hub.topic(of: tenant.id)
            #expect(await eventually { topic.isWatched })
            _ = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant)
            #expect(await waiting.json["revision"] == 2)
            #expect(await stage.send(.get, "/api/v1/live?since=1", to: tenant, as: nil).json["revision"] == 2)
        }
    }

    @Test func aLongPollOfAClosedHubIsAnsweredWithoutContent() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            _ = try await stage.hub.topic(of: tenant.id)
            stage.hub.close()
            let answer = await stage.send(.get, "/api/v1/live?since=1", to: tenant, as: nil)
            #expect(answer.status == 204)
            let time = try #require(answer.fields["Server-Time"].flatMap { Int64($0) })
            #expect(abs(time - Instant.now.milliseconds) < 3_600_000)
        }
    }

    @Test func anOperatorCanPutAConcertOnAndOffTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            try await LiveFixture.concert(in: database, for: tenant)
            let stage = try LiveStage(database, tenant)
            let on = await stage.send(.put, "/api/v1/live/concert", #"{"concert":"evening"}"#, to: tenant)
            #expect(on.status == 200)
            #expect(on.json["state"] == "ready")
            #expect(await stage.send(.delete, "/api/v1/live", to: tenant).status == 204)
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).status == 404)
        }
    }

    @Test func aRepeatedRequestPutsAConcertOnTheAirOnce() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            for slug in ["matinee", "encore"] { try await LiveFixture.concert(in: database, for: tenant, slug: slug) }
            let stage = try LiveStage(database, tenant)
            func put(_ slug: String, key: String? = nil) async -> LiveStage.Answer {
                await stage.send(
                    .put, "/api/v1/live/concert", #"{"concert":"\#(slug)"}"#, to: tenant,
                    fields: key.map { ["Idempotency-Key": "\"\($0)\""] } ?? [:])
            }
            let onAir = "select c.slug, l.revision from app.live l join app.concert c using (tenant_id, concert_id)"
            let first = await put("matinee", key: "a")
            #expect(first.status == 200)
            #expect(await put("encore").status == 200)
            // A late repeat does not replace the newer concert.
            let again = await put("matinee", key: "a")
            #expect(again.status == 200 && again.json == first.json)
            let reused = await put("evening", key: "a")
            #expect(reused.status == 422 && reused.json["code"] == "idempotency-key-reused")
            #expect(try await database.sql(onAir) == "encore|3")
            // Simultaneous requests with one key all get the position of the first.
            let answers = await withTaskGroup(of: LiveStage.Answer.self) { group in
                for _ in 0..<6 { group.addTask { await put("evening", key: "b") } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 && $0.json == answers[0].json })
            #expect(try await database.sql(onAir) == "evening|4")
        }
    }

    @Test func aConcertIsReplacedOnlyAtThePositionThatIfMatchLists() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("hall")
            for slug in ["evening", "matinee"] { try await LiveFixture.concert(in: database, for: tenant, slug: slug) }
            let stage = try LiveStage(database, tenant)
            func put(_ slug: String, _ match: String) async -> Int {
                await stage.send(
                    .put, "/api/v1/live/concert", #"{"concert":"\#(slug)"}"#, to: tenant, fields: ["If-Match": match]
                ).status
            }
            #expect(await put("evening", "*") == 412, "no concert is on the air")
            let on = await stage.send(.put, "/api/v1/live/concert", #"{"concert":"evening"}"#, to: tenant)
            let tag = try #require(on.fields["ETag"])
            _ = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant)
            #expect(await put("matinee", tag) == 412)
            let now = try #require(await stage.send(.get, "/api/v1/live", to: tenant).representation?.entityTag)
            #expect(await put("matinee", "\(tag), \(now)") == 200)
            #expect(await put("evening", "*") == 200)
            let slug = "select c.slug from app.live l join app.concert c using (tenant_id, concert_id)"
            #expect(try await database.sql(slug) == "evening")
            _ = await stage.send(.delete, "/api/v1/live", to: tenant)
            #expect(await put("evening", now) == 412)
        }
    }

    /// Spec T12.
    @Test func anOperatorCanSendListAndWithdrawAMessage() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            let sent = await stage.send(
                .post, "/api/v1/messages",
                #"{"title":"Welcome","body":"Please silence your phones.","style":"BUTTON","buttonText":"Will do!"}"#,
                to: tenant)
            #expect(sent.status == 201)
            #expect(sent.json["style"] == "BUTTON")
            let id = try #require(sent.json["id"]?.string)
            let found = await stage.send(.get, "/api/v1/messages", to: tenant, as: nil)
            #expect(found.text == #"{"items":[\#(sent.text)]}"#)
            #expect(await stage.send(.delete, "/api/v1/messages/\(id)", to: tenant).status == 204)
            #expect(await stage.send(.get, "/api/v1/messages", to: tenant, as: nil).text == #"{"items":[]}"#)
        }
    }

    @Test func withdrawingAMessageOfAnotherTenantIsAnsweredLikeAnUnknownMessage() async throws {
        try await withDatabase { database in
            let one = try await LiveFixture.onAir(in: database, slug: "one", port: 1001)
            let other = try await LiveFixture.onAir(in: database, slug: "other", port: 1002)
            let stage = try LiveStage(database, one, other)
            let sent = await stage.send(.post, "/api/v1/messages", #"{"title":"a","style":"AUTO"}"#, to: one)
            let id = try #require(sent.json["id"]?.string)
            let foreign = await stage.send(.delete, "/api/v1/messages/\(id)", to: other)
            let absent = await stage.send(.delete, "/api/v1/messages/999999", to: other)
            #expect(foreign.status == 404)
            var (left, right) = (foreign.json, absent.json)
            (left["requestId"], right["requestId"]) = (nil, nil)
            #expect(left == right)
            #expect(await stage.send(.get, "/api/v1/messages", to: one, as: nil).text.contains(#""id":"\#(id)""#))
        }
    }

    @Test func livePositionsOfTwoTenantsHaveDifferentEntityTags() async throws {
        try await withDatabase { database in
            let one = try await LiveFixture.onAir(in: database, slug: "one", port: 1001)
            let other = try await LiveFixture.onAir(in: database, slug: "other", port: 1002)
            let stage = try LiveStage(database, one, other)
            let tags = (
                await stage.send(.get, "/api/v1/live", to: one).representation?.entityTag,
                await stage.send(.get, "/api/v1/live", to: other).representation?.entityTag
            )
            #expect(tags.0 != nil && tags.0 != tags.1)
        }
    }

    @Test func withoutTheDatabaseThePositionCanBeReadButNotChanged() async throws {
        let database = try await TestDatabase.create()
        let tenant = try await LiveFixture.onAir(in: database)
        let stage = try LiveStage(await LiveFixture.impatient(database), [tenant])
        let before = await stage.send(.get, "/api/v1/live", to: tenant)
        try await database.drop()
        #expect(await stage.send(.get, "/api/v1/live", to: tenant).text == before.text)
        let step = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant)
        #expect(step.status == 503)
        #expect(step.fields["Retry-After"] != nil)
        #expect(await stage.send(.get, "/api/v1/live", to: tenant).text == before.text)
    }
}
