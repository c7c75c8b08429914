import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// Undo of the newest move: only once, only for the operator's own move, and not after another operator's move.
@Suite struct OperatorUndoTests {
    /// The form for an undo on the page, or `nil`.
    private func offer(_ stage: LiveStage, _ tenant: Tenant) async -> PageForm? {
        PageForm.all(in: await stage.load(of: tenant).text).first { $0.action == "/operator/undo" }
    }

    private func jump(to measure: Int, key: String, _ stage: LiveStage, _ tenant: Tenant) async {
        _ = await stage.post(
            "/operator/jumps",
            [
                "csrf": LiveStage.csrf, "key": key, "piece": LiveFixture.round, "measure": String(measure),
                "counted": "heard",
            ], to: tenant)
    }

    @Test func pressingUndoTwiceUndoesAJumpOnce() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            await jump(to: 2, key: "a", stage, tenant)
            await jump(to: 5, key: "b", stage, tenant)
            let page = await stage.load(of: tenant).text
            #expect(page.contains("m. 2, 1st time to m. 3") || page.contains("m. 2 to m. 3"))
            let undo = try #require(await offer(stage, tenant))
            for _ in 0..<2 {
                let answer = await stage.post(undo.action, undo.fields, to: tenant)
                #expect(answer.status == 303)
                #expect(answer.fields["Location"] == "/operator?notice=undone")
            }
            let live = await stage.send(.get, "/api/v1/live", to: tenant).json
            #expect(live["measure"] == 2)
            #expect(live["revision"] == 4)
        }
    }

    @Test func aChangeOfStateCanBeUndone() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            await jump(to: 3, key: "a", stage, tenant)
            let form = ["csrf": LiveStage.csrf, "key": "b", "state": "blackout"]
            _ = await stage.post("/operator/state", form, to: tenant)
            #expect(await stage.load(of: tenant).text.contains("Running to Blackout"))
            let undo = try #require(await offer(stage, tenant))
            _ = await stage.post(undo.action, undo.fields, to: tenant)
            let live = await stage.send(.get, "/api/v1/live", to: tenant).json
            #expect(live["state"] == "running")
            #expect(live["measure"] == 3)
        }
    }

    @Test func anUndoCanItselfBeUndone() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            await jump(to: 5, key: "a", stage, tenant)
            for measure in [1, 5] {
                let undo = try #require(await offer(stage, tenant))
                _ = await stage.post(undo.action, undo.fields, to: tenant)
                #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == .number(measure))
            }
        }
    }

    @Test func aMoveCannotBeUndoneAfterAMoveByAnotherOperator() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            await jump(to: 3, key: "a", stage, tenant)
            let undo = try #require(await offer(stage, tenant))
            let step = ["csrf": LiveStage.csrf, "revision": "2", "presses": "b:1"]
            _ = await stage.post("/operator/presses", step, to: tenant, by: "bob")
            let answer = await stage.post(undo.action, undo.fields, to: tenant)
            #expect(answer.status == 412)
            #expect(answer.text.contains("Not done: "))
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 4)
            // anna cannot undo bob's move.
            #expect(await offer(stage, tenant) == nil)
            var other = undo.fields
            (other["key"], other["revision"]) = ("fresh", "3")
            let notMine = await stage.post(undo.action, other, to: tenant)
            #expect(notMine.status == 409)
            #expect(notMine.text.contains("go to a measure instead. The position is unchanged."))
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["measure"] == 4)
        }
    }

    @Test func goingOnTheAirCannotBeUndone() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            #expect(await offer(stage, tenant) == nil)
            let form = ["csrf": LiveStage.csrf, "key": "a", "revision": "1"]
            let answer = await stage.post("/operator/undo", form, to: tenant)
            #expect(answer.status == 409)
            #expect(await stage.send(.get, "/api/v1/live", to: tenant).json["revision"] == 1)
        }
    }

    @Test func anUndoIsAcceptedForLongerThanItIsOffered() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let stage = try LiveStage(database, tenant)
            await jump(to: 3, key: "a", stage, tenant)
            let undo = try #require(await offer(stage, tenant))
            for (seconds, status) in [(15, 303), (40, 409)] {
                try await database.sql(
                    "update app.live_change set at = at - interval '\(seconds) s' where tenant_id = \(tenant.id)")
                #expect(await offer(stage, tenant) == nil)
                // A press that was made in time may arrive late, but not as late as this.
                var form = undo.fields
                let live = await stage.send(.get, "/api/v1/live", to: tenant).json
                (form["key"], form["revision"]) = ("late-\(seconds)", live["revision"]?.number.map(String.init))
                #expect(await stage.post(undo.action, form, to: tenant).status == status)
            }
        }
    }
}
