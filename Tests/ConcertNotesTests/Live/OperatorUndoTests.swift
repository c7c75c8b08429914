import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// Undo of the newest move: only once, only the operator's own move, and not after another operator's move.
@Suite struct OperatorUndoTests {
    /// The form that the page offers, or `nil`.
    private func offer(_ desk: LiveDesk, _ tenant: Tenant) async -> PageForm? {
        PageForm.all(in: await desk.load(of: tenant).text).first { $0.action == "/operator/undo" }
    }

    private func jump(to measure: Int, key: String, _ desk: LiveDesk, _ tenant: Tenant) async {
        _ = await desk.post(
            "/operator/jumps",
            [
                "csrf": LiveDesk.csrf, "key": key, "piece": LiveFixture.round, "measure": String(measure),
                "counted": "heard",
            ], to: tenant)
    }

    @Test func onePressUndoesAJumpOnce() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let desk = try LiveDesk(database, tenant)
            await jump(to: 2, key: "a", desk, tenant)
            await jump(to: 5, key: "b", desk, tenant)
            let page = await desk.load(of: tenant).text
            #expect(page.contains("m. 2, 1st time to m. 3") || page.contains("m. 2 to m. 3"))
            let undo = try #require(await offer(desk, tenant))
            for _ in 0..<2 {
                let answer = await desk.post(undo.action, undo.fields, to: tenant)
                #expect(answer.status == 303)
                #expect(answer.fields["Location"] == "/operator?notice=undone")
            }
            let live = await desk.send(.get, "/api/v1/live", to: tenant).json
            #expect(live["measure"] == 2)
            #expect(live["revision"] == 4)
        }
    }

    @Test func aStateIsUndoneToo() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let desk = try LiveDesk(database, tenant)
            await jump(to: 3, key: "a", desk, tenant)
            let form = ["csrf": LiveDesk.csrf, "key": "b", "state": "blackout"]
            _ = await desk.post("/operator/state", form, to: tenant)
            #expect(await desk.load(of: tenant).text.contains("Running to Blackout"))
            let undo = try #require(await offer(desk, tenant))
            _ = await desk.post(undo.action, undo.fields, to: tenant)
            let live = await desk.send(.get, "/api/v1/live", to: tenant).json
            #expect(live["state"] == "running")
            #expect(live["measure"] == 3)
        }
    }

    @Test func anUndoIsAMoveThatCanBeUndone() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let desk = try LiveDesk(database, tenant)
            await jump(to: 5, key: "a", desk, tenant)
            for measure in [1, 5] {
                let undo = try #require(await offer(desk, tenant))
                _ = await desk.post(undo.action, undo.fields, to: tenant)
                #expect(await desk.send(.get, "/api/v1/live", to: tenant).json["measure"] == .number(measure))
            }
        }
    }

    @Test func aMoveIsNotUndoneAfterSomebodyElseHasMoved() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let desk = try LiveDesk(database, tenant)
            await jump(to: 3, key: "a", desk, tenant)
            let undo = try #require(await offer(desk, tenant))
            let step = ["csrf": LiveDesk.csrf, "revision": "2", "presses": "b:1"]
            _ = await desk.post("/operator/presses", step, to: tenant, by: "bob")
            let answer = await desk.post(undo.action, undo.fields, to: tenant)
            #expect(answer.status == 412)
            #expect(answer.text.contains("Not done: "))
            #expect(await desk.send(.get, "/api/v1/live", to: tenant).json["measure"] == 4)
            // anna cannot undo bob's move.
            #expect(await offer(desk, tenant) == nil)
            var other = undo.fields
            (other["key"], other["revision"]) = ("fresh", "3")
            let notMine = await desk.post(undo.action, other, to: tenant)
            #expect(notMine.status == 409)
            #expect(notMine.text.contains("go to a measure instead. The position is unchanged."))
            #expect(await desk.send(.get, "/api/v1/live", to: tenant).json["measure"] == 4)
        }
    }

    @Test func theBeginningOfAConcertIsNotUndone() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let desk = try LiveDesk(database, tenant)
            #expect(await offer(desk, tenant) == nil)
            let form = ["csrf": LiveDesk.csrf, "key": "a", "revision": "1"]
            let answer = await desk.post("/operator/undo", form, to: tenant)
            #expect(answer.status == 409)
            #expect(await desk.send(.get, "/api/v1/live", to: tenant).json["revision"] == 1)
        }
    }

    @Test func anOldMoveIsNeitherOfferedNorUndone() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let desk = try LiveDesk(database, tenant)
            await jump(to: 3, key: "a", desk, tenant)
            let undo = try #require(await offer(desk, tenant))
            for (seconds, status) in [(15, 303), (40, 409)] {
                try await database.sql(
                    "update app.live_change set at = at - interval '\(seconds) s' where tenant_id = \(tenant.id)")
                #expect(await offer(desk, tenant) == nil)
                // A press made in time may arrive late, but not this late.
                var form = undo.fields
                let live = await desk.send(.get, "/api/v1/live", to: tenant).json
                (form["key"], form["revision"]) = ("late-\(seconds)", live["revision"]?.number.map(String.init))
                #expect(await desk.post(undo.action, form, to: tenant).status == status)
            }
        }
    }
}
