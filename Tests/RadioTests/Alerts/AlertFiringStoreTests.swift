import Tenancy
import Testing
import TestSupport
import WebTestSupport
import Web

@testable import Radio

/// The time at which an alert fires: the account's lead time before the currently scheduled start, once, and at most five minutes after the start.
struct AlertFiringStoreTests {
    /// Spec R44, Decided 18.
    @Test func anAlertFiresAtTheLeadTimeOfTheAccount() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            for role in [Role.listener, .editor] { _ = await alerts.me(.put, "/airings/\(airing)", as: role) }
            try await alerts.stage.database.sql(
                """
                insert into app.account_setting (tenant_id, user_id, alert_lead_minutes)
                select tenant_id, user_id, 60 from app.user_account where login = 'editor'
                """)
            try await alerts.look(at: "12:59:59.999")
            #expect(try await alerts.fired().isEmpty)
            try await alerts.look(at: "13:00:00")
            #expect(try await alerts.fired() == ["editor \(airing)"])
            try await alerts.look(at: "13:54:59.999")
            #expect(try await alerts.fired() == ["editor \(airing)"])
            try await alerts.look(at: "13:55:00")
            #expect(try await alerts.fired() == ["editor \(airing)", "listener \(airing)"])
            let listed = await alerts.me(.get).objects("airings")
            #expect(listed.first?["firedAt"] as? String == "2026-06-15T13:55:00.000Z")
        }
    }

    @Test func anAlertOnAShowFiresForEachOfItsAirings() async throws {
        try await AlertStage.with { alerts in
            let (one, two) = (try await alerts.airing(at: "13:00"), try await alerts.airing(at: "15:00"))
            let other = try await alerts.stage.database.show("News", in: alerts.stage.here)
            try await alerts.stage.database.airing(
                of: other, on: alerts.channel, from: "2026-06-15T14:00:00Z", to: "2026-06-15T14:30:00Z",
                in: alerts.stage.here)
            _ = await alerts.me(.put, "/shows/\(alerts.show)")
            // Two alerts on the same broadcast fire once.
            _ = await alerts.me(.put, "/airings/\(one)")
            try await alerts.look(at: "12:58:00")
            #expect(try await alerts.fired() == ["listener \(one)"])
            try await alerts.look(at: "13:58:00")
            try await alerts.look(at: "14:58:00")
            #expect(try await alerts.fired() == ["listener \(one)", "listener \(two)"])
        }
    }

    /// Spec R44.
    @Test func anAlertFollowsAMovedAiringAndFiresOnce() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            _ = await alerts.me(.put, "/airings/\(airing)")
            func move(_ start: String) async throws {
                try await alerts.stage.database.sql(
                    """
                    update app.airing set planned_start = '2026-06-15T\(start)Z',
                           planned_end = timestamptz '2026-06-15T\(start)Z' + interval '1 hour'
                     where airing_id = \(airing)
                    """)
            }
            try await move("16:00")
            try await alerts.look(at: "13:58:00")
            #expect(try await alerts.fired().isEmpty)
            try await alerts.look(at: "15:56:00")
            #expect(try await alerts.fired() == ["listener \(airing)"])
            let told = await alerts.me(.get).text
            try await move("20:00")
            try await alerts.look(at: "19:58:00")
            #expect(try await alerts.fired() == ["listener \(airing)"])
            // Deleting the alert and setting it again does not fire it a second time.
            _ = await alerts.me(.delete, "/airings/\(airing)")
            _ = await alerts.me(.put, "/airings/\(airing)")
            try await alerts.look(at: "19:59:00")
            #expect(try await alerts.fired() == ["listener \(airing)"])
            #expect(await alerts.me(.get).objects("airings").first?["firedAt"] as? String == "2026-06-15T15:56:00.000Z")
            #expect(told.contains("2026-06-15T15:56:00.000Z"))
        }
    }

    @Test func anAlertIsDelayedWhenTheAiringStartsLate() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            _ = await alerts.me(.put, "/airings/\(airing)")
            try await alerts.stage.database.sql(
                """
                update app.airing set actual_start = '2026-06-15T14:20Z', actual_end = '2026-06-15T14:50Z',
                       is_shifted = true
                """)
            try await alerts.look(at: "13:59:00")
            #expect(try await alerts.fired().isEmpty)
            try await alerts.look(at: "14:15:00")
            #expect(try await alerts.fired() == ["listener \(airing)"])
        }
    }

    @Test func aCancelledAiringFiresNoAlert() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            _ = await alerts.me(.put, "/airings/\(airing)")
            #expect(await alerts.stage.send(.delete, "/api/v1/admin/airings/\(airing)", as: .programmer).status == 204)
            try await alerts.look(at: "13:58:00")
            #expect(try await alerts.fired().isEmpty)
            #expect(
                (await alerts.me(.get).objects("airings").first?["airing"] as? [String: Any])?["isCancelled"] as? Bool
                    == true)
            // The broadcast is reinstated.
            try await alerts.stage.database.sql("update app.airing set is_cancelled = false")
            try await alerts.look(at: "13:59:00")
            #expect(try await alerts.fired() == ["listener \(airing)"])
        }
    }

    @Test func aMissedAlertFiresUntilFiveMinutesAfterTheStart() async throws {
        try await AlertStage.with { alerts in
            let (late, tooLate) = (try await alerts.airing(at: "14:00"), try await alerts.airing(at: "13:00"))
            for airing in [late, tooLate] { _ = await alerts.me(.put, "/airings/\(airing)") }
            // The hub was not run for two hours.
            try await alerts.look(at: "14:04:59.999")
            #expect(try await alerts.fired() == ["listener \(late)"])
            let never = try await alerts.airing(at: "15:00")
            _ = await alerts.me(.put, "/airings/\(never)")
            try await alerts.look(at: "15:05:00")
            #expect(try await alerts.fired() == ["listener \(late)"])
        }
    }

    @Test func aShowAlertSetDuringABroadcastDoesNotFireForThatBroadcast() async throws {
        try await AlertStage.with { alerts in
            _ = try await alerts.airing(at: "11:58")
            _ = await alerts.me(.put, "/shows/\(alerts.show)")
            try await alerts.look(at: "12:00:30")
            #expect(try await alerts.fired().isEmpty)
        }
    }

    @Test func aDisabledAccountGetsNoAlert() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            _ = await alerts.me(.put, "/airings/\(airing)")
            try await alerts.stage.database.sql(
                "update app.user_account set disabled_at = now() where login = 'listener'")
            try await alerts.look(at: "13:58:00")
            #expect(try await alerts.fired().isEmpty)
        }
    }

    @Test func concurrentServersFireAnAlertOnce() async throws {
        try await AlertStage.with { alerts in
            let airings = [try await alerts.airing(at: "14:00"), try await alerts.airing(at: "15:00")]
            for airing in airings {
                for role in Role.allCases { _ = await alerts.me(.put, "/airings/\(airing)", as: role) }
            }
            try alerts.stage.clock.set("2026-06-15T13:58:00Z")
            let (store, now, here) = (
                AlertFiringStore(database: alerts.stage.database.tenants), alerts.stage.clock.now, alerts.stage.here.id
            )
            let claimed = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<8 { group.addTask { try await store.claim(at: now, in: here) } }
                return try await group.reduce(0, +)
            }
            #expect(claimed == Int64(Role.allCases.count))
            #expect(try await alerts.fired().count == Role.allCases.count)
        }
    }

    @Test func theCheckForDueAlertsReturnsTheTimeOfTheNextAlert() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "12:30")
            let store = AlertFiringStore(database: alerts.stage.database.tenants)
            func checkDue(_ text: String) async throws -> AlertFiringStore.DueCheck {
                try await store.checkDue(at: instant("2026-06-15T\(text)Z"), in: alerts.stage.here.id)
            }
            #expect(try await checkDue("12:00:00") == .init(isDue: false, next: nil))
            _ = await alerts.me(.put, "/airings/\(airing)")
            #expect(try await checkDue("12:00:00") == .init(isDue: false, next: instant("2026-06-15T12:25:00Z")))
            #expect(try await checkDue("12:25:00") == .init(isDue: true, next: nil))
            #expect(
                try await store.checkDue(at: instant("2026-06-15T12:25:00Z"), in: alerts.stage.there.id).isDue == false)
        }
    }

    @Test func recordsOfOldAlertFiringsAreDeleted() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            _ = await alerts.me(.put, "/shows/\(alerts.show)")
            try await alerts.look(at: "13:58:00")
            #expect(try await alerts.fired() == ["listener \(airing)"])
            let later = try await alerts.stage.database.airing(
                of: alerts.show, on: alerts.channel, from: "2026-09-15T12:00:00Z", to: "2026-09-15T13:00:00Z",
                in: alerts.stage.here)
            try alerts.stage.clock.set("2026-09-15T11:58:00Z")
            alerts.hub.tenantChanged(ChangeNotice(tenant: alerts.stage.here.id, kind: "radio"))
            await alerts.hub.tick()
            #expect(try await alerts.fired() == ["listener \(later)"])
        }
    }
}
