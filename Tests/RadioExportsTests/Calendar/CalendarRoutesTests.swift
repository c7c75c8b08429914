import Foundation
import Testing
import TestSupport
import Web
import WebTestSupport

@testable import RadioExports

struct CalendarRoutesTests {
    @Test func getChannelCalendarHasAnEventForEachBroadcast() async throws {
        try await ExportStage.with { stage in
            let channel = try await stage.database.channel("one", timeZone: "Europe/Prague", in: stage.here)
            let show = try await stage.database.show("Káva, čaj; voda", in: stage.here)
            let airing = try await stage.database.airing(
                of: show, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:00:00Z", in: stage.here)
            try await stage.change("update app.airing set updated_at = '2026-06-14T10:00:00Z'")
            let path = "/api/v1/channels/\(channel)/schedule.ics"
            let answer = await stage.send(.get, path)
            #expect(answer.representation?.mediaType == "text/calendar; charset=utf-8")
            let head = [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tutti//Radio schedule//EN", "CALSCALE:GREGORIAN",
                "METHOD:PUBLISH", "NAME:One", "X-WR-CALNAME:One", "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
            ]
            func event(_ sequence: Int, _ start: String, _ end: String, _ status: String) -> [String] {
                [
                    "BEGIN:VEVENT", "UID:airing-\(airing)@here", "DTSTAMP:20260614T100000Z",
                    "LAST-MODIFIED:20260614T100000Z", "SEQUENCE:\(sequence)", "DTSTART:\(start)", "DTEND:\(end)",
                    "STATUS:\(status)", "TRANSP:TRANSPARENT", "SUMMARY:Káva\\, čaj\\; voda", "LOCATION:One",
                    "END:VEVENT",
                ]
            }
            func text(_ event: [String]) -> String {
                (head + event + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
            }
            #expect(answer.text == text(event(0, "20260615T120000Z", "20260615T130000Z", "CONFIRMED")))
            // A moved and then cancelled broadcast is the same event, each time with a higher sequence number.
            try await stage.change(
                """
                update app.airing set actual_start = '2026-06-15T12:10:00Z', actual_end = '2026-06-15T13:10:00Z',
                                      revision = 2
                """)
            #expect(
                await stage.send(.get, path).text == text(event(1, "20260615T121000Z", "20260615T131000Z", "CONFIRMED"))
            )
            try await stage.change("update app.airing set is_cancelled = true, revision = 3")
            #expect(
                await stage.send(.get, path).text == text(event(2, "20260615T121000Z", "20260615T131000Z", "CANCELLED"))
            )
        }
    }

    @Test func getShowCalendarCoversAllActiveChannels() async throws {
        try await ExportStage.with { stage in
            let show = try await stage.database.show("Show", in: stage.here)
            for slug in ["one", "two", "asleep"] {
                let channel = try await stage.database.channel(slug, in: stage.here)
                try await stage.database.airing(
                    of: show, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:00:00Z", in: stage.here)
            }
            try await stage.change("update app.channel set active = false where slug = 'asleep'")
            let text = await stage.send(.get, "/api/v1/shows/\(show)/schedule.ics").text
            #expect(text.contains("LOCATION:One\r\n") && text.contains("LOCATION:Two\r\n"))
            #expect(text.components(separatedBy: "BEGIN:VEVENT").count == 3)
        }
    }

    @Test func calendarsOfInactiveChannelsAndShowsAreNotFound() async throws {
        try await ExportStage.with { stage in
            let channel = try await stage.database.channel("one", in: stage.here)
            let show = try await stage.database.show("Show", in: stage.here)
            try await stage.change("update app.channel set active = true")
            for (path, change) in [
                ("/api/v1/channels/\(channel)/schedule.ics", "update app.channel set active = false"),
                ("/api/v1/shows/\(show)/schedule.ics", "update app.show set active = false"),
            ] {
                #expect(await stage.send(.get, path).status == 200)
                let foreign = await stage.send(.get, path, at: "there")
                #expect(foreign.status == 404)
                try await stage.change(change)
                #expect(await stage.send(.get, path).bytes == foreign.bytes)
            }
        }
    }
}
