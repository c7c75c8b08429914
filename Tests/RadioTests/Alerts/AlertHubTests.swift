import Foundation
import Tenancy
import Testing
import TestSupport
import WebTestSupport
import Web

@testable import Radio

/// `GET /api/v1/me/alerts/events` over real sockets, and the times at which the hub checks for due alerts.
struct AlertHubTests {
    private func stream(_ port: Int, as role: Role = .listener, after id: String? = nil) throws -> EventClient {
        try EventClient(
            port: port, host: "here", path: "/api/v1/me/alerts/events", token: role.rawValue, lastEventID: id)
    }

    private func airing(_ event: EventClient.Event?) -> String? {
        let data = Data((event?.data ?? "").utf8)
        let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        return (json?["airing"] as? [String: Any])?["id"] as? String
    }

    @Test func getAlertEvents() async throws {
        try await AlertStage.with { alerts in
            let (one, two) = (try await alerts.airing(at: "14:00"), try await alerts.airing(at: "15:00"))
            _ = await alerts.me(.put, "/airings/\(one)")
            _ = await alerts.me(.put, "/shows/\(alerts.show)")
            try await alerts.stage.serve { port in
                let (client, other) = (try stream(port), try stream(port, as: .editor))
                defer {
                    client.close()
                    other.close()
                }
                var events = client.events.makeAsyncIterator()
                // The stream is open once the account is known.
                let isOpen = try await eventually(within: .seconds(60)) {
                    try await alerts.hub.events(of: try await account("listener", alerts), in: alerts.stage.here.id)
                        .subscriberCount == 1
                }
                #expect(isOpen)
                try await alerts.look(at: "13:55:00")
                let first = await events.next()
                #expect(first?.name == "alert")
                #expect(airing(first) == "\(one)")
                #expect(first?.data.contains(#""firedAt":"2026-06-15T13:55:00.000Z""#) == true)
                // Later checks do not send the alert again.
                try await alerts.look(at: "13:56:00")
                try await alerts.look(at: "14:56:00")
                let second = await events.next()
                #expect(airing(second) == "\(two)")
                // A stream that resumes after the first event gets the second event. A new stream gets the events whose grace period has not ended.
                let back = try stream(port, after: first?.id)
                defer { back.close() }
                var missed = back.events.makeAsyncIterator()
                #expect(await missed.next() == second)
                let late = try stream(port)
                defer { late.close() }
                var found = late.events.makeAsyncIterator()
                #expect(await found.next() == second)
                alerts.hub.close()
                #expect(await events.next() == nil)
                var others = other.events.makeAsyncIterator()
                #expect(await others.next() == nil)
            }
        }
    }

    @Test func anAlertStreamGetsAlertsFiredByAnotherServer() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            _ = await alerts.me(.put, "/airings/\(airing)")
            let elsewhere = alerts.anotherHub()
            try await alerts.stage.serve { port in
                let client = try stream(port)
                defer { client.close() }
                var events = client.events.makeAsyncIterator()
                let key = try await account("listener", alerts)
                let isOpen = try await eventually(within: .seconds(60)) {
                    try await alerts.hub.events(of: key, in: alerts.stage.here.id).subscriberCount == 1
                }
                #expect(isOpen)
                try alerts.stage.clock.set("2026-06-15T13:58:00Z")
                elsewhere.tenantChanged(ChangeNotice(tenant: alerts.stage.here.id, kind: "alerts"))
                await elsewhere.tick()
                #expect(try await alerts.fired() == ["listener \(airing)"])
                alerts.hub.tenantChanged(ChangeNotice(tenant: alerts.stage.here.id, kind: "alerts"))
                await alerts.hub.tick()
                #expect(self.airing(await events.next()) == "\(airing)")
                alerts.hub.close()
            }
        }
    }

    /// A session may end while its stream is open, so a stream has to be reopened with valid credentials.
    @Test func anAlertStreamLastsAtMostFiveMinutes() async throws {
        try await AlertStage.with { alerts in
            let events = try await alerts.hub.events(
                of: try await account("listener", alerts), in: alerts.stage.here.id)
            #expect(try #require(events.lifetime) <= .seconds(300))
        }
    }

    @Test func theHubFiresAnAlertWhenItIsDueAndNotBefore() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "12:05", minutes: 10)
            _ = await alerts.me(.put, "/airings/\(airing)")
            try await alerts.stage.database.sql(
                """
                insert into app.account_setting (tenant_id, user_id, alert_lead_minutes)
                select tenant_id, user_id, 4 from app.user_account
                """)
            try await alerts.look(at: "12:00:30")
            try alerts.stage.clock.set("2026-06-15T12:00:59.999Z")
            await alerts.hub.tick()
            #expect(try await alerts.fired().isEmpty)
            // No notification is needed, because the last check found the time of the alert.
            try alerts.stage.clock.set("2026-06-15T12:01:00Z")
            await alerts.hub.tick()
            #expect(try await alerts.fired() == ["listener \(airing)"])
        }
    }

    @Test func theHubPausesAfterALongCheckUnlessAnAlertIsDue() async throws {
        try await AlertStage.with { alerts in
            let (clock, here) = (alerts.stage.clock, alerts.stage.here.id)
            let (soon, late) = (try await alerts.airing(at: "12:03"), try await alerts.airing(at: "13:00"))
            try await alerts.stage.database.sql(
                """
                insert into app.account_setting (tenant_id, user_id, alert_lead_minutes)
                select tenant_id, user_id, 60 from app.user_account where login = 'editor'
                """)
            // Each check takes a second.
            let hub = AlertHub(
                database: alerts.stage.database.tenants, tenants: { throw CancellationError() },
                logger: RouteStage.silence
            ) {
                clock.advance(seconds: 1)
                return clock.now
            }
            func look(at time: String) async throws {
                try clock.set("2026-06-15T\(time)Z")
                hub.tenantChanged(ChangeNotice(tenant: here, kind: "radio"))
                await hub.tick()
            }
            _ = await alerts.me(.put, "/airings/\(late)", as: .editor)
            try await look(at: "11:59:50")
            _ = await alerts.me(.put, "/airings/\(soon)")
            try await look(at: "11:59:54")
            #expect(try await alerts.fired().isEmpty)
            // The alert that the last check found fires on time, together with a newer alert.
            try await look(at: "11:59:59")
            #expect(try await alerts.fired() == ["editor \(late)", "listener \(soon)"])
            _ = await alerts.me(.put, "/airings/\(soon)", as: .admin)
            try await look(at: "12:00:03")
            #expect(try await alerts.fired().count == 2)
            try await look(at: "12:00:15")
            #expect(try await alerts.fired().count == 3)
        }
    }

    @Test func theFirstCheckForAlertsNeedsNoNotification() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "12:04")
            _ = await alerts.me(.put, "/airings/\(airing)")
            let (clock, here) = (alerts.stage.clock, alerts.stage.here.id)
            let hub = AlertHub(
                database: alerts.stage.database.tenants, tenants: { [here] }, logger: RouteStage.silence,
                now: { clock.now })
            await hub.tick()
            #expect(try await alerts.fired() == ["listener \(airing)"])
        }
    }

    @Test func disablingATenantEndsItsAlertStreams() async throws {
        try await AlertStage.with { alerts in
            try await alerts.stage.serve { port in
                let client = try stream(port)
                defer { client.close() }
                let key = try await account("listener", alerts)
                let isOpen = try await eventually(within: .seconds(60)) {
                    try await alerts.hub.events(of: key, in: alerts.stage.here.id).subscriberCount == 1
                }
                #expect(isOpen)
                let observers = TenantObservers()
                observers.add(alerts.hub)
                observers.tenantsEnded(except: [alerts.stage.there.id])
                var events = client.events.makeAsyncIterator()
                #expect(await events.next() == nil)
            }
        }
    }

    private func account(_ login: String, _ alerts: AlertStage) async throws -> Int64 {
        let rows = try await alerts.stage.database.tenants.rows(
            in: alerts.stage.here.id,
            "select user_id from app.user_account where tenant_id = \(alerts.stage.here.id) and login = \(login)")
        return try rows[0]("user_id")
    }
}
