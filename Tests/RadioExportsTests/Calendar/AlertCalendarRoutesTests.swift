import Foundation
import HTTP
import Radio
import Testing
import TestSupport
import Web
import WebTestSupport

@testable import RadioExports

struct AlertCalendarRoutesTests {
    private static let secret = String(repeating: "s", count: 43)

    private static func with(_ body: (RouteStage, _ channel: Int64, _ show: Int64) async throws -> Void) async throws {
        try await ExportStage.with { stage in
            let channel = try await stage.database.channel("one", in: stage.here)
            let show = try await stage.database.show("Breakfast", on: [channel], in: stage.here)
            try await stage.sql(
                """
                insert into app.alert_calendar (user_id, token_hash)
                select user_id, sha256(convert_to('\(secret)', 'utf8')) from app.user_account where login = 'listener'
                """)
            try await body(stage, channel, show)
        }
    }

    private static func lines(_ answer: StageAnswer) -> [String] {
        answer.text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    /// Spec E9.
    @Test func getAlertCalendar() async throws {
        try await Self.with { stage, channel, show in
            let one = try await stage.database.airing(
                of: show, on: channel, from: "2026-06-15T14:00:00Z", to: "2026-06-15T15:00:00Z", in: stage.here)
            let two = try await stage.database.airing(
                of: show, on: channel, from: "2026-06-16T14:00:00Z", to: "2026-06-16T15:00:00Z", in: stage.here)
            try await stage.sql(
                """
                insert into app.airing_alert (user_id, airing_id)
                select user_id, \(one) from app.user_account where login = 'listener'
                """)
            let path = "/api/v1/me/alerts.ics?token=\(Self.secret)"
            let first = await stage.send(.get, path)
            #expect(first.status == 200)
            #expect(first.fields["Content-Type"] == "text/calendar; charset=utf-8")
            #expect(first.fields["Cache-Control"] == "private, no-cache")
            let event = Self.lines(first)
            #expect(event.filter { $0 == "BEGIN:VEVENT" }.count == 1)
            for line in [
                "UID:airing-\(one)@here", "SEQUENCE:0", "DTSTART:20260615T140000Z", "STATUS:CONFIRMED",
                "SUMMARY:Breakfast", "LOCATION:One", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M",
                "DESCRIPTION:Breakfast",
            ] { #expect(event.contains(line), "\(line)") }
            #expect(await stage.send(.get, path).fields["ETag"] == first.fields["ETag"])
            // A moved broadcast is the same event at a later time.
            try await stage.sql(
                """
                update app.airing set planned_start = '2026-06-15T17:00Z', planned_end = '2026-06-15T18:00Z',
                       revision = revision + 1
                 where airing_id = \(one);
                insert into app.account_setting (user_id, alert_lead_minutes)
                select user_id, 0 from app.user_account where login = 'listener'
                """)
            let moved = await stage.send(.get, path)
            #expect(moved.fields["ETag"] != first.fields["ETag"])
            for line in ["UID:airing-\(one)@here", "SEQUENCE:1", "DTSTART:20260615T170000Z", "TRIGGER:-PT0M"] {
                #expect(Self.lines(moved).contains(line), "\(line)")
            }
            // A cancelled broadcast stays in the calendar without an alarm. An alert on the show adds the other
            // broadcast, and the first one is listed only once.
            try await stage.sql(
                """
                update app.airing set is_cancelled = true, revision = revision + 1 where airing_id = \(one);
                insert into app.show_alert (user_id, show_id)
                select user_id, \(show) from app.user_account where login = 'listener'
                """)
            let both = Self.lines(await stage.send(.get, path))
            #expect(both.filter { $0.hasPrefix("UID") } == ["UID:airing-\(one)@here", "UID:airing-\(two)@here"])
            #expect(both.filter { $0.hasPrefix("STATUS") } == ["STATUS:CANCELLED", "STATUS:CONFIRMED"])
            #expect(both.filter { $0 == "BEGIN:VALARM" }.count == 1)
        }
    }

    @Test func theAlertCalendarContainsRunningAiringsButNotEndedAirings() async throws {
        try await Self.with { stage, channel, show in
            for (from, to) in [("10:00", "11:59"), ("11:59", "12:30"), ("13:00", "14:00")] {
                try await stage.database.airing(
                    of: show, on: channel, from: "2026-06-15T\(from):00Z", to: "2026-06-15T\(to):00Z", in: stage.here)
            }
            try await stage.sql(
                """
                insert into app.show_alert (user_id, show_id)
                select user_id, \(show) from app.user_account where login = 'listener'
                """)
            func starts() async -> [String] {
                Self.lines(await stage.send(.get, "/api/v1/me/alerts.ics?token=\(Self.secret)"))
                    .filter { $0.hasPrefix("DTSTART") }
            }
            #expect(await starts() == ["DTSTART:20260615T115900Z", "DTSTART:20260615T130000Z"])
            try stage.clock.set("2026-06-15T12:30:00Z")
            #expect(await starts() == ["DTSTART:20260615T130000Z"])
        }
    }

    @Test func aRequestForAnAlertCalendarWithoutItsSecretIsRefused() async throws {
        try await Self.with { stage, _, _ in
            for query in ["", "?token=", "?token=\(String(repeating: "t", count: 43))"] {
                let answer = await stage.send(.get, "/api/v1/me/alerts.ics\(query)")
                #expect(answer.status == 401)
                #expect(answer["code"] as? String == "not-logged-in")
            }
            // The secret of another tenant is refused like an unknown one, and a session gives no access.
            let path = "/api/v1/me/alerts.ics?token=\(Self.secret)"
            #expect(await stage.send(.get, path, as: nil, at: "there").status == 401)
            #expect(await stage.send(.get, "/api/v1/me/alerts.ics", as: .listener).status == 401)
        }
    }
}
