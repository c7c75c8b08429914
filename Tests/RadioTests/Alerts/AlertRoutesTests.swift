import Postgres
import Testing
import TestSupport
import WebTestSupport
import Web

@testable import Radio

struct AlertRoutesTests {
    @Test func setAiringAlert() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            let first = await alerts.me(.put, "/airings/\(airing)")
            #expect(first.status == 201)
            #expect(first["setAt"] as? String == "2026-06-15T12:00:00.000Z")
            let told = try #require(first["airing"] as? [String: Any])
            #expect(told["id"] as? String == "\(airing)")
            #expect(told["title"] as? String == "Breakfast")
            #expect(told["channelName"] as? String == "One")
            #expect(told["startsAt"] as? String == "2026-06-15T14:00:00.000Z")
            alerts.stage.clock.advance(seconds: 60)
            let again = await alerts.me(.put, "/airings/\(airing)")
            #expect(again.status == 200)
            #expect(again.text == first.text)
            #expect(await alerts.me(.get).objects("airings").count == 1)
        }
    }

    @Test func setShowAlert() async throws {
        try await AlertStage.with { alerts in
            _ = try await alerts.airing(at: "11:45")
            let next = try await alerts.airing(at: "14:00")
            _ = try await alerts.airing(at: "16:00")
            let first = await alerts.me(.put, "/shows/\(alerts.show)")
            #expect(first.status == 201)
            #expect((first["next"] as? [String: Any])?["id"] as? String == "\(next)")
            #expect(await alerts.me(.put, "/shows/\(alerts.show)").status == 200)
            let listed = await alerts.me(.get).objects("shows")
            #expect(listed.map { $0["title"] as? String } == ["Breakfast"])
            #expect((listed.first?["next"] as? [String: Any])?["id"] as? String == "\(next)")
        }
    }

    @Test func findAlerts() async throws {
        try await AlertStage.with { alerts in
            let late = try await alerts.airing(at: "18:00")
            let early = try await alerts.airing(at: "12:30")
            for airing in [late, early] { _ = await alerts.me(.put, "/airings/\(airing)") }
            let list = await alerts.me(.get)
            #expect(list["leadMinutes"] as? Int == 5)
            func ids(_ answer: StageAnswer) -> [String] {
                answer.objects("airings").compactMap { ($0["airing"] as? [String: Any])?["id"] as? String }
            }
            #expect(ids(list) == ["\(early)", "\(late)"])
            // Alerts of other accounts and tenants are not listed.
            #expect(ids(await alerts.me(.get, as: .editor)).isEmpty)
            #expect(ids(await alerts.me(.get, at: "there")).isEmpty)
            // A moved broadcast is listed at its new time; a past one is not listed.
            try await alerts.stage.database.sql(
                """
                update app.airing set planned_start = '2026-06-15T20:00Z', planned_end = '2026-06-15T21:00Z'
                 where airing_id = \(early)
                """)
            #expect(ids(await alerts.me(.get)) == ["\(late)", "\(early)"])
            try alerts.stage.clock.set("2026-06-15T18:30:00Z")
            #expect(ids(await alerts.me(.get)) == ["\(early)"])
            try await alerts.stage.database.sql(
                """
                insert into app.account_setting (tenant_id, user_id, alert_lead_minutes)
                select tenant_id, user_id, 60 from app.user_account
                """)
            #expect(await alerts.me(.get)["leadMinutes"] as? Int == 60)
        }
    }

    @Test func deleteAiringAlert() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            #expect(await alerts.me(.delete, "/airings/\(airing)")["code"] as? String == "no-such-alert")
            _ = await alerts.me(.put, "/airings/\(airing)")
            #expect(await alerts.me(.delete, "/airings/\(airing)", as: .editor).status == 404)
            #expect(await alerts.me(.delete, "/airings/\(airing)").status == 204)
            #expect(await alerts.me(.get).objects("airings").isEmpty)
        }
    }

    @Test func deleteShowAlert() async throws {
        try await AlertStage.with { alerts in
            #expect(await alerts.me(.delete, "/shows/\(alerts.show)")["code"] as? String == "no-such-alert")
            _ = await alerts.me(.put, "/shows/\(alerts.show)")
            #expect(await alerts.me(.delete, "/shows/\(alerts.show)").status == 204)
            #expect(await alerts.me(.get).objects("shows").isEmpty)
        }
    }

    @Test func anAlertOnAnUnknownOrInactiveAiringOrShowIsNotFound() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            for path in ["/airings/99999", "/airings/+1", "/airings/\(airing)"] {
                #expect(await alerts.me(.put, path, at: path.hasSuffix("\(airing)") ? "there" : "here").status == 404)
            }
            for path in ["/shows/99999", "/shows/x"] { #expect(await alerts.me(.put, path).status == 404) }
            try await alerts.stage.database.sql("update app.channel set active = false")
            #expect(await alerts.me(.put, "/airings/\(airing)")["code"] as? String == "no-such-airing")
            try await alerts.stage.database.sql(
                "update app.channel set active = true; update app.show set active = false")
            #expect(await alerts.me(.put, "/airings/\(airing)")["code"] as? String == "no-such-airing")
            #expect(await alerts.me(.put, "/shows/\(alerts.show)")["code"] as? String == "no-such-show")
        }
    }

    @Test func anAlertOnAStartedOrCancelledAiringIsRefused() async throws {
        try await AlertStage.with { alerts in
            let running = try await alerts.airing(at: "11:45")
            #expect(await alerts.me(.put, "/airings/\(running)")["code"] as? String == "airing-has-begun")
            let cancelled = try await alerts.airing(at: "14:00")
            try await alerts.stage.database.sql(
                "update app.airing set is_cancelled = true where airing_id = \(cancelled)")
            #expect(await alerts.me(.put, "/airings/\(cancelled)")["code"] as? String == "airing-is-cancelled")
            #expect(await alerts.me(.get).objects("airings").isEmpty)
        }
    }

    @Test func anonymousRequestsForAlertsAreRefused() async throws {
        try await AlertStage.with { alerts in
            let paths = ["", "/events", "/calendar"]
            for path in paths { #expect(await alerts.me(.get, path, as: nil).status == 401) }
            for path in ["/airings/1", "/shows/1", "/calendar"] {
                #expect(await alerts.me(.put, path, as: nil).status == 401)
                #expect(await alerts.me(.delete, path, as: nil).status == 401)
            }
        }
    }

    @Test func anAccountMayHave500AlertsNotCountingPastAirings() async throws {
        try await AlertStage.with { alerts in
            let last = try await alerts.airing(at: "23:00")
            try await alerts.stage.database.sql(
                """
                insert into app.channel (tenant_id, slug, name, time_zone)
                select \(alerts.stage.here.id), 'channel-' || i, 'Channel', 'UTC' from generate_series(1, 499) i;
                insert into app.airing (tenant_id, channel_id, show_id, planned_start, planned_end)
                select tenant_id, channel_id, \(alerts.show), '2026-06-15T13:00Z', '2026-06-15T14:00Z'
                  from app.channel where slug like 'channel-%';
                insert into app.airing_alert (tenant_id, user_id, airing_id)
                select a.tenant_id, u.user_id, a.airing_id
                  from app.airing a join app.user_account u using (tenant_id)
                 where u.login = 'listener' and a.airing_id <> \(last);
                """)
            #expect(await alerts.me(.put, "/shows/\(alerts.show)").status == 201)
            let refused = await alerts.me(.put, "/airings/\(last)")
            #expect(refused.status == 409)
            #expect(refused["code"] as? String == "too-many-alerts")
            #expect(await alerts.me(.put, "/airings/\(last)", as: .editor).status == 201)
            try alerts.stage.clock.set("2026-06-15T14:00:00Z")
            #expect(await alerts.me(.put, "/airings/\(last)").status == 201)
            #expect(try await alerts.stage.database.sql("select count(*) from app.airing_alert").hasPrefix("2"))
        }
    }

    @Test func aNewAlertSendsADatabaseNotification() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "14:00")
            let listener = NotificationListener(
                conninfo: alerts.stage.database.runtimeConninfo, channels: ["tutti"], logger: RouteStage.silence)
            defer { listener.close() }
            var events = listener.events().makeAsyncIterator()
            #expect(await events.next() == .connected)
            for path in ["/airings/\(airing)", "/shows/\(alerts.show)"] {
                #expect(await alerts.me(.put, path).status == 201)
                #expect(
                    await events.next()
                        == .notification(channel: "tutti", payload: "\(alerts.stage.here.id),alerts,0"))
            }
        }
    }

    @Test func deletingAnAccountDeletesItsAlerts() async throws {
        try await AlertStage.with { alerts in
            let airing = try await alerts.airing(at: "12:03")
            _ = await alerts.me(.put, "/airings/\(airing)")
            _ = await alerts.me(.put, "/shows/\(alerts.show)")
            _ = await alerts.me(.put, "/calendar")
            try await alerts.look(at: "12:00:00")
            #expect(try await alerts.fired() == ["listener \(airing)"])
            try await alerts.stage.database.sql("delete from app.user_account where login = 'listener'")
            for table in ["airing_alert", "show_alert", "alert_firing", "alert_calendar"] {
                #expect(try await alerts.stage.database.sql("select count(*) from app.\(table)").hasPrefix("0"))
            }
        }
    }
}
