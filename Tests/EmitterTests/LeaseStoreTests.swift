import Postgres
import TestSupport
import Tenancy
import Testing

@testable import Emitter

@Suite struct LeaseStoreTests {
    @Test func theFirstLeaseReservesTheFirstTenThousandCounts() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            let attempt = try await store(database).take(for: stage.tenant)
            #expect(attempt == .granted(LeaseGrant(epoch: 1, reserved: 10_000), LiveState(position: nil)))
        }
    }

    /// Spec Decided 25.
    @Test func aHeldLeaseIsRefusedWithItsRemainingTime() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            _ = try await store(database).take(for: stage.tenant)
            try await database.sql("update app.emitter_lease set until = now() + interval '1 hour';")
            guard case .held(let left) = try await store(database, "other").take(for: stage.tenant) else {
                Issue.record("the lease was not refused")
                return
            }
            #expect(left > .seconds(1800) && left <= .seconds(3600))
        }
    }

    /// Spec O3.9.
    @Test func theNextHolderOfAnExpiredLeaseGetsHigherCounts() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            let first = store(database), second = store(database, "other")
            _ = try await first.take(for: stage.tenant)
            let renewed = try await first.renew(epoch: 1, reserving: 10_000, for: stage.tenant)
            #expect(renewed?.0 == LeaseGrant(epoch: 1, reserved: 20_000))
            try await database.sql("update app.emitter_lease set until = now() - interval '1 ms';")
            let attempt = try await second.take(for: stage.tenant)
            #expect(attempt == .granted(LeaseGrant(epoch: 2, reserved: 30_000), LiveState(position: nil)))
            let late = try await first.renew(epoch: 1, reserving: 10_000, for: stage.tenant)
            #expect(late == nil)
            #expect(try await stage.lease("reserved_count") == "30000")
        }
    }

    @Test func anExpiredLeaseCanBeRenewedByItsHolder() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            _ = try await store(database).take(for: stage.tenant)
            try await database.sql("update app.emitter_lease set until = now() - interval '1 hour';")
            let renewed = try await store(database).renew(epoch: 1, reserving: 0, for: stage.tenant)
            #expect(renewed?.0 == LeaseGrant(epoch: 1, reserved: 10_000))
            #expect(try await stage.lease("until > now() - interval '1 minute'") == "t")
        }
    }

    @Test func aLeaseIsFreeAsSoonAsItsHolderReleasesIt() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            let first = store(database), second = store(database, "other")
            _ = try await first.take(for: stage.tenant)
            try await database.sql("update app.emitter_lease set until = now() + interval '1 minute';")
            try await second.release(for: stage.tenant)
            #expect(try await stage.lease("until > now()") == "t")
            try await first.release(for: stage.tenant)
            guard case .granted(let grant, _) = try await second.take(for: stage.tenant) else {
                Issue.record("the lease is not free")
                return
            }
            #expect(grant == LeaseGrant(epoch: 2, reserved: 20_000))
        }
    }

    @Test func anEmitterCanTakeItsOwnLeaseAgain() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            _ = try await store(database).take(for: stage.tenant)
            let again = try await store(database).take(for: stage.tenant)
            #expect(again == .granted(LeaseGrant(epoch: 2, reserved: 20_000), LiveState(position: nil)))
        }
    }

    @Test func aLeaseIsRefusedWhenAllCountsAreUsedUp() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            _ = try await store(database).take(for: stage.tenant)
            try await database.sql("update app.emitter_lease set reserved_count = 2147480000;")
            let renewed = try await store(database).renew(epoch: 1, reserving: 10_000, for: stage.tenant)
            #expect(renewed?.0.reserved == .max)
            try await database.sql("update app.emitter_lease set until = now() - interval '1 s';")
            let attempt = try await store(database, "other").take(for: stage.tenant)
            #expect(attempt == .countsUsedUp)
        }
    }

    @Test func theLiveStateContainsThePositionAndTheMessages() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            try await stage.goOnAir(measure: 35)
            try await stage.send("old")
            try await stage.send("new", milliseconds: 600_000)
            let state = try await store(database).read(for: stage.tenant).state
            #expect(state.position == LivePosition(name: EmitterStage.piece, measure: 35))
            #expect(state.messages.map(\.packet.title) == ["old", "new"])
            #expect(
                state.messages.last?.packet == PushPacket(title: "new", body: "b", style: .automatic, repeatNumber: 0))
            #expect(state.messages.last.map { $0.validity > .zero && $0.validity <= .seconds(600) } == true)
        }
    }

    @Test func messagesOfEveryStyleAreReadFromTheDatabase() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            try await stage.goOnAir()
            let rows: [(String, PushPacket)] = [
                (
                    "'t', 'b', 'BUTTON', 'OK', null, 2",
                    PushPacket(title: "t", body: "b", style: .button(text: "OK"), repeatNumber: 2)
                ),
                ("'t', '', 'AUTO', '', null, 0", PushPacket(title: "t", body: "", style: .automatic, repeatNumber: 0)),
                (
                    "'Survey', 'b', 'LINK', '', 'https://a.example/x', 1",
                    PushPacket(title: "Survey", body: "b", style: .link(url: "https://a.example/x"), repeatNumber: 1)
                ),
            ]
            for (values, packet) in rows {
                try await database.sql(
                    """
                    insert into app.hall_message (tenant_id, concert_id, title, body, style, button_text, url,
                                                  repeat_number, expires_at)
                    select tenant_id, concert_id, \(values), 'infinity' from app.live where tenant_id = \(stage.tenant);
                    """)
                let message = try await store(database).read(for: stage.tenant).state.messages.last
                #expect(message?.packet == packet)
                #expect(message.map { $0.validity > .seconds(80_000) } == true)
            }
        }
    }

    @Test func thePositionIsHiddenDuringABlackoutAndAfterTheConcert() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            try await stage.goOnAir()
            for (state, shows) in [("running", true), ("held", true), ("blackout", false), ("ended", false)] {
                try await database.sql("update app.live set state = '\(state)' where tenant_id = \(stage.tenant);")
                #expect(try await store(database).read(for: stage.tenant).state.showsPosition == shows)
            }
        }
    }

    @Test func aLeaseRenewalReturnsWhetherAStandbyIsReady() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            let first = store(database), second = store(database, "other")
            _ = try await first.take(for: stage.tenant)
            try await database.sql("update app.emitter_lease set until = now() + interval '1 hour';")
            _ = try await second.take(for: stage.tenant, standsBy: false)
            var renewed = try await first.renew(epoch: 1, reserving: 0, for: stage.tenant)
            #expect(renewed?.hasStandby == false)
            try await database.sql("update app.emitter_lease set until = now() + interval '1 hour';")
            _ = try await second.take(for: stage.tenant)
            renewed = try await first.renew(epoch: 1, reserving: 0, for: stage.tenant)
            #expect(renewed?.hasStandby == true)
        }
    }

    @Test func aLeaseRenewalAddsTheSentAndFailedPackets() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            let store = store(database)
            _ = try await store.take(for: stage.tenant, interface: "127.0.0.1")
            for _ in 0..<2 {
                let report = PacketReport(sent: 4, failed: 1, age: .milliseconds(50), problem: "the cable is out")
                _ = try await store.renew(epoch: 1, reserving: 0, reporting: report, for: stage.tenant)
            }
            let row = try await stage.lease("packets_sent, packets_failed, problem, interface")
            #expect(row == "8|2|the cable is out|127.0.0.1")
            #expect(try await stage.lease("last_sent_at <= now() and problem_at <= now()") == "t")
            _ = try await store.renew(epoch: 1, reserving: 0, for: stage.tenant)
            #expect(try await stage.lease("problem is null and problem_at is null and last_sent_at is not null") == "t")
        }
    }

    @Test func anEmitterThatCannotSendReportsTheReasonOnlyIfNoOtherEmitterSends() async throws {
        try await withDatabase { database in
            let stage = try await EmitterStage(in: database)
            try await store(database, "broken").report("no interface", for: stage.tenant)
            #expect(try await stage.lease("problem") == "no interface")
            guard case .granted = try await store(database).take(for: stage.tenant) else {
                Issue.record("the lease is not free")
                return
            }
            #expect(try await stage.lease("problem is null") == "t")
            try await database.sql("update app.emitter_lease set until = now() + interval '1 hour';")
            try await store(database, "broken").report("no interface", for: stage.tenant)
            #expect(try await stage.lease("problem is null") == "t")
        }
    }

    @Test func aTenantReadsOnlyItsOwnLeaseAndState() async throws {
        try await withDatabase { database in
            let one = try await EmitterStage(in: database, slug: "one"),
                two = try await EmitterStage(in: database, slug: "two")
            try await one.goOnAir(measure: 7)
            _ = try await store(database).take(for: one.tenant)
            let other = try await store(database).read(for: two.tenant)
            #expect(other.epoch == nil)
            #expect(other.state == LiveState(position: nil))
        }
    }

    private func store(_ database: TestDatabase, _ holder: String = "test") -> LeaseStore {
        LeaseStore(database: database.tenants, holder: holder)
    }
}
