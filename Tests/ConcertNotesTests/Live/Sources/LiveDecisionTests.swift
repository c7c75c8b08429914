import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// Each decision about the sources counts once, and a late repeat does not undo a colleague's decision (decisions 0052 and 0066).
@Suite struct LiveDecisionTests {
    /// A concert on the air, with the accounts of two operators.
    private func onAir(_ database: TestDatabase) async throws -> Tenant {
        let tenant = try await LiveFixture.onAir(in: database)
        try await database.sql(
            "insert into app.user_account (tenant_id, user_id, login, password_hash, role) overriding system value "
                + "values (\(tenant.id), 7, 'anna', 'x', 'operator'), (\(tenant.id), 8, 'bob', 'x', 'operator')")
        return tenant
    }

    /// Sends a form as the page's script does.
    private func press(
        _ form: String, _ fields: [String: String], key: String, at shown: Shown = Shown(), age: Int = 10,
        by login: String = "anna", _ stage: LiveStage, _ tenant: Tenant
    ) async -> LiveStage.Answer {
        var all = fields
        all["csrf"] = LiveStage.csrf
        all["key"] = key
        all["age"] = String(age)
        all["expected"] = shown.revision.map(String.init)
        all["version"] = shown.version.map(String.init)
        return await stage.post(
            "/operator/\(form)", all, to: tenant, by: login, fields: ["Tutti-Regions": "page-\(login)"])
    }

    /// The numbers that a page shows; without numbers, a press counts in any situation.
    private struct Shown {
        var revision: Int?
        var version: Int?
    }

    private func shown(_ stage: LiveStage, _ tenant: Tenant) async -> Shown {
        let sources = await stage.send(.get, "/api/v1/live/sources", to: tenant).json
        return Shown(revision: sources["revision"]?.number, version: sources["version"]?.number)
    }

    private func holder(_ stage: LiveStage, _ tenant: Tenant) async -> String? {
        await stage.send(.get, "/api/v1/live/sources", to: tenant).json["holder"]?.string
    }

    @Test func aRepeatedPressOfFasterChangesTheTempoOnceAcrossAllServers() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stages = [try LiveStage(database, tenant), try LiveStage(database, tenant)]
            for stage in stages {
                #expect(await press("advance", ["action": "running"], key: "a", stage, tenant).status == 200)
            }
            #expect(await stages[0].send(.get, "/api/v1/live", to: tenant).json["revision"] == 2)
            for stage in stages + stages {
                let answer = await press("advance", ["action": "faster"], key: "b", stage, tenant)
                #expect(answer.status == 200)
                #expect(answer.text.contains("at <strong>103 %</strong>"))
            }
            let next = await press("advance", ["action": "faster"], key: "c", stages[1], tenant)
            #expect(next.text.contains("at <strong>106 %</strong>"))
        }
    }

    @Test func simultaneousRepeatsOfAPressOfFasterChangeTheTempoOnce() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            _ = await press("advance", ["action": "running"], key: "a", stage, tenant)
            let answers = await withTaskGroup(of: LiveStage.Answer.self) { group in
                for _ in 0..<6 {
                    group.addTask { await press("advance", ["action": "faster"], key: "b", stage, tenant) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 && $0.text.contains("at <strong>103 %</strong>") })
        }
    }

    @Test func theIdempotencyKeyOfAnotherDecisionIsRefused() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            _ = await press("advance", ["action": "running"], key: "a", stage, tenant)
            #expect(await press("advance", ["action": "faster"], key: "a", stage, tenant).status == 422)
            #expect(await stage.load(of: tenant).text.contains("at <strong>100 %</strong>"))
        }
    }

    @Test func aRepeatedTakeOverDoesNotTakeTheLeadFromAColleague() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let person = ["leader": "person"]
            _ = await press("leader", person, key: "a", stage, tenant)
            _ = await press("leader", person, key: "b", by: "bob", stage, tenant)
            #expect(await press("leader", person, key: "a", age: 20_000, stage, tenant).status == 200)
            #expect(await holder(stage, tenant) == "bob")
        }
    }

    @Test(arguments: [
        ("leader", ["leader": "person"]), ("leader", ["leader": "follower"]), ("advance", ["action": "faster"]),
        ("advance", ["action": "off"]),
    ])
    func aLateDecisionAfterAColleaguesTakeOverIsRefusedWithTheReason(
        form: String, fields: [String: String]
    ) async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let shown = await self.shown(stage, tenant)
            _ = await press("leader", ["leader": "person"], key: "b", by: "bob", stage, tenant)
            let late = await press(form, fields, key: "a", at: shown, age: 20_000, stage, tenant)
            #expect(late.status == 412)
            #expect(late.text.contains("data-refusal=\"sources-decided\""))
            #expect(late.text.contains("Not done: since this press, bob has moved the concert, or changed the leader"))
            #expect(await holder(stage, tenant) == "bob")
            let isTakenOver = try await database.sql("select arbiter ->> 'isTakenOver' from app.live")
            #expect(isTakenOver == "true")
        }
    }

    @Test func aTakeOverCountsDespiteAColleaguesStepUnlessTheTakeOverIsLate() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let shown = await self.shown(stage, tenant)
            let step = ["csrf": LiveStage.csrf, "key": "n", "revision": "1", "by": "1"]
            #expect(await stage.post("/operator/steps", step, to: tenant, by: "bob").status == 303)
            let late = await press("leader", ["leader": "person"], key: "a", at: shown, age: 20_000, stage, tenant)
            #expect(late.status == 412)
            let follower = await press("leader", ["leader": "follower"], key: "b", at: shown, stage, tenant)
            #expect(follower.status == 412)
            #expect(await press("leader", ["leader": "person"], key: "c", at: shown, stage, tenant).status == 200)
            #expect(await holder(stage, tenant) == "anna")
        }
    }

    @Test func anOperatorsOwnDecisionDoesNotCauseTheRefusalOfTheNext() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let shown = await self.shown(stage, tenant)
            #expect(await press("advance", ["action": "running"], key: "a", at: shown, stage, tenant).status == 200)
            #expect(await press("leader", ["leader": "person"], key: "b", at: shown, stage, tenant).status == 200)
        }
    }

    @Test func aRepeatedHandOverIsNotRefusedAfterTheColleagueHasClosedThePage() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let presence = ["csrf": LiveStage.csrf, "page": "p1"]
            _ = await stage.post("/operator/presence", presence, to: tenant, by: "bob")
            #expect(await press("leader", ["colleague": "bob"], key: "a", stage, tenant).status == 200)
            _ = await stage.post(
                "/operator/presence", presence.merging(["leaving": "1"]) { $1 }, to: tenant, by: "bob")
            #expect(await press("leader", ["colleague": "bob"], key: "a", stage, tenant).status == 200)
            #expect(await press("leader", ["colleague": "bob"], key: "b", stage, tenant).status == 422)
        }
    }

    @Test(arguments: ["expected", "version"])
    func aNumberWithASignInTheLeaderFormIsRefused(field: String) async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let fields = ["leader": "person", "csrf": LiveStage.csrf, "key": "a", field: "+1"]
            #expect(await stage.post("/operator/leader", fields, to: tenant).status == 422)
        }
    }

    @Test func aRepeatedRequestForTheLeaderOrTheAdvanceChangesNothing() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            func put(_ path: String, _ body: String, key: String) async -> LiveStage.Answer {
                await stage.send(.put, path, body, to: tenant, fields: ["Idempotency-Key": "\"\(key)\""])
            }
            let (leader, advance) = ("/api/v1/live/sources/leader", "/api/v1/live/auto-advance")
            #expect(await put(advance, #"{"state":"running","tempo":0.5}"#, key: "a").status == 200)
            #expect(await put(leader, #"{"leader":"person"}"#, key: "b").json["leader"] == "person")
            // A late repeat does not start the advance again.
            let again = await put(advance, #"{"state":"running","tempo":0.5}"#, key: "a")
            #expect(again.status == 200 && again.json["leader"] == "person")
            let reused = await put(leader, #"{"leader":"auto"}"#, key: "b")
            #expect(reused.status == 422 && reused.json["code"] == "idempotency-key-reused")
            let deletion = await stage.send(.delete, advance, to: tenant, fields: ["Idempotency-Key": "a"])
            #expect(deletion.status == 422)
        }
    }

    @Test func aRequestForTheLeaderCountsOnlyAtThePositionThatIfMatchLists() async throws {
        try await withDatabase { database in
            let tenant = try await onAir(database)
            let stage = try LiveStage(database, tenant)
            let tag = try #require(await stage.send(.get, "/api/v1/live", to: tenant).representation?.entityTag)
            func take() async -> LiveStage.Answer {
                await stage.send(
                    .put, "/api/v1/live/sources/leader", #"{"leader":"person"}"#, to: tenant,
                    fields: ["If-Match": tag])
            }
            #expect(await take().status == 200)
            _ = await stage.send(.post, "/api/v1/live/steps", #"{"by":1}"#, to: tenant)
            let late = await take()
            #expect(late.status == 412 && late.json["code"] == "position-moved")
        }
    }
}
