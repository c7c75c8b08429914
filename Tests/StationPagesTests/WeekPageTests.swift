import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

struct WeekPageTests {
    private static func week(_ stage: WeekStage, _ query: String = "") async -> StageAnswer {
        await stage.get("/station/channels/\(stage.channel)/week\(query)")
    }

    @Test func theWeekPageShowsBroadcastsInTheTimeZoneOfTheChannel() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-16T06:00:00Z", "2026-06-16T07:00:00Z", of: stage.other)
            let page = await Self.week(stage)
            #expect(page.status == 200)
            #expect(page.fields["Cache-Control"] == "no-store")
            #expect(page.text.contains("15 to 21 June 2026"))
            #expect(page.text.contains("Tue 16 June, 08:00 to 09:00, News &amp; &lt;Views&gt;"))
            #expect(page.text.contains("href=\"/station/airings/\(id)\""))
            #expect(page.text.contains("--start:28800;--length:3600;"))
            // A gap links to the form of a new broadcast.
            #expect(page.text.contains("Free, Tue 16 June, 09:00 to 24:00"))
        }
    }

    @Test func theWeekPageShowsTheWeekOfTheRequestedDay() async throws {
        try await WeekStage.with { (stage) async throws in
            let page = await Self.week(stage, "?from=2026-03-29")
            #expect(page.text.contains("23 to 29 March 2026"))
            #expect(page.text.contains("from=2026-03-16"))
            #expect(page.text.contains("from=2026-03-30"))
            #expect(page.text.contains("23 h: 02:00 becomes 03:00"))
            let autumn = await Self.week(stage, "?day=2026-10-25")
            #expect(autumn.text.contains("25 h: 03:00 becomes 02:00"))
            #expect(autumn.text.contains("<h2 id=\"day-title\">Sunday 25 October 2026</h2>"))
            #expect(await Self.week(stage, "?from=yesterday").status == 422)
        }
    }

    @Test func thePictureOfTheShowIsShownInTheDayListAndOnThePageOfTheBroadcast() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-15T06:00:00Z", "2026-06-15T07:00:00Z")
            #expect(await Self.week(stage).text.contains("<i class=\"art small "), "a picture drawn from the title")
            let picture = try await stage.stage.picture(of: "app.show", "show_id", stage.show)
            #expect(await Self.week(stage).text.contains("class=\"art small\" src=\"\(picture)"))
            let page = await stage.get("/station/airings/\(id)")
            #expect(page.text.contains("class=\"art large\" src=\"\(picture)"))
        }
    }

    @Test func theWeekPageShowsTheStateOfEachBroadcast() async throws {
        try await WeekStage.with { (stage) async throws in
            let onAir = try await stage.airing("2026-06-15T11:30:00Z", "2026-06-15T12:30:00Z")
            let gone = try await stage.airing("2026-06-16T08:00:00Z", "2026-06-16T09:00:00Z")
            let late = try await stage.airing("2026-06-17T08:00:00Z", "2026-06-17T09:00:00Z", of: stage.other)
            try await stage.stage.database.sql(
                """
                update app.airing set is_live = true where airing_id = \(onAir);
                update app.airing set is_cancelled = true where airing_id = \(gone);
                update app.airing set actual_start = '2026-06-17T08:10:00Z', is_repeat = true where airing_id = \(late)
                """)
            let text = await Self.week(stage).text
            #expect(text.contains("Mon 15 June, 13:30 to 14:30, Breakfast, on air, live"))
            #expect(text.contains("Tue 16 June, 10:00 to 11:00, Breakfast, cancelled"))
            #expect(
                text.contains(
                    "Wed 17 June, 10:10 to 11:00, News &amp; &lt;Views&gt;, repeat, +10 min, "
                        + "planned Wed 17 June, 10:00 to 11:00"))
            #expect(text.contains("class=\"now\""))
            #expect(await !Self.week(stage, "?from=2026-06-29").text.contains("class=\"now\""))
        }
    }

    @Test func otherTenantsAndRolesCannotOpenTheWeekPage() async throws {
        try await WeekStage.with { (stage) async throws in
            let path = "/station/channels/\(stage.channel)/week"
            #expect(await stage.get(path, at: "there").status == 404)
            #expect(await stage.get("/station/channels/none/week").status == 404)
            #expect(await stage.get("/station/channels/999999999/week").status == 404)
            for role in [Role.listener, .editor, .operator] { #expect(await stage.get(path, as: role).status == 403) }
            #expect(await stage.get(path, as: .admin).status == 200)
        }
    }
}
