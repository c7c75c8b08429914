import Foundation
import Testing
import TestSupport
import WebTestSupport
import Web

@testable import Radio

struct AlertCalendarLinkRoutesTests {
    private func secret(_ answer: StageAnswer) throws -> String {
        let address = try #require(answer["url"] as? String)
        return String(try #require(address.split(separator: "=").last))
    }

    @Test func setAlertCalendarLink() async throws {
        try await AlertStage.with { alerts in
            let store = AlertCalendarStore(database: alerts.stage.database.tenants)
            let made = await alerts.me(.put, "/calendar")
            #expect(made.status == 201)
            #expect((made["url"] as? String)?.hasPrefix("http://here/api/v1/me/alerts.ics?token=") == true)
            #expect(made.fields["Cache-Control"] == "no-store")
            let first = try secret(made)
            #expect(try await store.reader(secret: first, in: alerts.stage.here.id)?.leadMinutes == 5)
            #expect(try await store.reader(secret: first, in: alerts.stage.there.id) == nil)
            let second = try secret(await alerts.me(.put, "/calendar"))
            #expect(second != first)
            #expect(try await store.reader(secret: first, in: alerts.stage.here.id) == nil)
            #expect(try await store.reader(secret: second, in: alerts.stage.here.id) != nil)
            // The database stores only a hash of the secret.
            #expect(!(try await alerts.stage.database.sql("select k from app.alert_calendar k").contains(second)))
            #expect(try await alerts.stage.audit() == Array(repeating: "listener alert.calendar.make ", count: 2))
            try await alerts.stage.database.sql(
                "update app.user_account set disabled_at = now() where login = 'listener'")
            #expect(try await store.reader(secret: second, in: alerts.stage.here.id) == nil)
        }
    }

    @Test func getAlertCalendarLink() async throws {
        try await AlertStage.with { alerts in
            #expect(await alerts.me(.get, "/calendar")["code"] as? String == "no-such-calendar")
            _ = await alerts.me(.put, "/calendar")
            let found = await alerts.me(.get, "/calendar")
            #expect(found["createdAt"] as? String == "2026-06-15T12:00:00.000Z")
            #expect(found["url"] == nil)
            #expect(await alerts.me(.get, "/calendar", as: .editor).status == 404)
        }
    }

    @Test func deleteAlertCalendarLink() async throws {
        try await AlertStage.with { alerts in
            #expect(await alerts.me(.delete, "/calendar").status == 404)
            let made = try secret(await alerts.me(.put, "/calendar"))
            #expect(await alerts.me(.delete, "/calendar").status == 204)
            let store = AlertCalendarStore(database: alerts.stage.database.tenants)
            #expect(try await store.reader(secret: made, in: alerts.stage.here.id) == nil)
            #expect(try await alerts.stage.audit().last == "listener alert.calendar.revoke ")
        }
    }

    @Test(arguments: ["", "short", String(repeating: "A", count: 44), String(repeating: "+", count: 43)])
    func aMalformedCalendarSecretIsRejected(text: String) {
        #expect(SecretKey(text) == nil)
    }
}
