import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

struct AiringPageTests {
    // MARK: - New broadcasts

    private static func add(
        _ stage: WeekStage, _ date: String, _ time: String, minutes: String = "60", more: (String, String)? = nil
    ) async -> StageAnswer {
        await stage.post(
            "/station/channels/\(stage.channel)/airings",
            [
                "startDate": date, "startTime": time, "minutes": minutes, "show": String(stage.other),
                more?.0 ?? "title": more?.1 ?? "Special", "whole": "1",
            ])
    }

    @Test func aNewBroadcastIsAddedInLocalTime() async throws {
        try await WeekStage.with { (stage) async throws in
            let form = await stage.get(
                "/station/channels/\(stage.channel)/airings/new?start=2026-06-16T06:00:00Z&end=2026-06-16T06:45:00Z")
            #expect(form.text.contains("value=\"2026-06-16\""))
            #expect(form.text.contains("value=\"08:00\""))
            #expect(form.text.contains("value=\"45\""))
            let made = await Self.add(stage, "2026-06-16", "08:00")
            #expect(made.status == 303)
            let id = try await stage.airing(at: "2026-06-16T06:00:00Z")
            #expect(made.fields["Location"] == "/station/airings/\(id)?notice=made")
            #expect(try await stage.place(id) == "06-16 06:00/60")
            #expect(try await stage.stage.audit() == ["programmer schedule.airing.create \(id)"])
            let page = await stage.get("/station/airings/\(id)?notice=made")
            #expect(page.text.contains("Broadcast added."))
            #expect(page.text.contains("Special"))
        }
    }

    @Test func anOverlapIsRefusedWithTheNameAndTimeOfTheOtherBroadcast() async throws {
        try await WeekStage.with { (stage) async throws in
            _ = try await stage.airing("2026-06-16T06:00:00Z", "2026-06-16T07:00:00Z")
            let answer = await Self.add(stage, "2026-06-16", "08:59")
            #expect(answer.status == 409)
            #expect(answer.text.contains(">Breakfast</a> is on at the same time: Tue 16 June, 08:00 to 09:00."))
            #expect(answer.text.contains("value=\"08:59\""))
            #expect(try await stage.rows("select count(*) from app.airing") == ["1"])
            #expect(try await stage.stage.audit() == [])
        }
    }

    @Test func errorsInSeveralFieldsOfANewBroadcastAreShownTogether() async throws {
        try await WeekStage.with { (stage) async throws in
            let answer = await stage.post(
                "/station/channels/\(stage.channel)/airings",
                ["startDate": "2026-02-30", "startTime": "25:00", "minutes": "long", "show": "none"])
            #expect(answer.status == 422)
            for words in ["The day", "The start time", "The length", "The show"] {
                #expect(answer.text.contains(words))
            }
            // Each entry links to its field, which shows the fault and the typed value.
            for id in ["startDate", "startTime", "minutes", "show"] {
                #expect(answer.text.contains("<li><a href=\"#\(id)\">"), "\(id)")
                #expect(answer.text.contains("<p class=\"fault\" id=\"\(id)-fault\">"), "\(id)")
            }
            #expect(answer.text.contains("type=\"date\" value=\"2026-02-30\" required aria-invalid=\"true\""))
            #expect(answer.text.contains("name=\"minutes\" type=\"text\" value=\"long\""))
            let stranger = try await stage.stage.database.show("Foreign", in: stage.stage.there)
            let foreign = await stage.post(
                "/station/channels/\(stage.channel)/airings",
                ["startDate": "2026-06-16", "startTime": "08:00", "minutes": "60", "show": String(stranger)])
            #expect(foreign.status == 422)
            #expect(foreign.text.contains("The show does not exist: choose an existing show."))
        }
    }

    @Test func aBroadcastAtALocalTimeSkippedInSpringIsRefused() async throws {
        try await WeekStage.with { (stage) async throws in
            let answer = await Self.add(stage, "2026-03-29", "02:30")
            #expect(answer.status == 422)
            #expect(answer.text.contains("does not exist on that day"))
            #expect(await Self.add(stage, "2026-03-29", "01:30").status == 303)
            // One elapsed hour across the skipped hour.
            let made = try await stage.place(stage.airing(at: "2026-03-29T00:30:00Z"))
            #expect(made == "03-29 00:30/60")
        }
    }

    @Test func theSecondOccurrenceOfAnHourInAutumnCanBeChosen() async throws {
        try await WeekStage.with { (stage) async throws in
            #expect(await Self.add(stage, "2026-10-25", "02:30", minutes: "30").status == 303)
            #expect(await Self.add(stage, "2026-10-25", "02:30", minutes: "30", more: ("isSecond", "1")).status == 303)
            let second = try await stage.airing(at: "2026-10-25T01:30:00Z")
            _ = try await stage.airing(at: "2026-10-25T00:30:00Z")
            let page = await stage.get("/station/airings/\(second)")
            #expect(page.text.contains("name=\"isSecond\" value=\"1\" checked"))
            // Saving the form unedited keeps the second occurrence.
            let same = await stage.post(
                "/station/airings/\(second)",
                ["startDate": "2026-10-25", "startTime": "02:30", "isSecond": "1", "whole": "1", "title": "Night"])
            #expect(same.status == 303)
            #expect(try await stage.place(second) == "10-25 01:30/30")
        }
    }

    // MARK: - Existing broadcasts

    @Test func theFormOfABroadcastCanChangeSeveralFieldsAtOnce() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-16T06:00:00Z", "2026-06-16T07:00:00Z")
            let episode = try await stage.stage.database.episode("Part one", of: stage.other, in: stage.stage.here)
            let answer = await stage.post(
                "/station/airings/\(id)",
                [
                    "revision": "1", "startDate": "2026-06-17", "startTime": "09:15", "minutes": "4.5",
                    "show": String(stage.other), "episode": String(episode), "isLive": "1", "title": "A title",
                    "description": "Two\r\nlines", "whole": "1", "scope": "one",
                ])
            #expect(answer.status == 303)
            #expect(answer.fields["Location"] == "/station/airings/\(id)?notice=saved")
            let row = try await stage.rows(
                """
                select show_id, episode_id, is_live, is_repeat, title, replace(description, E'\\n', '/'), revision,
                       extract(epoch from planned_end - planned_start)
                  from app.airing where airing_id = \(id)
                """)
            #expect(row == ["\(stage.other)|\(episode)|t|f|A title|Two/lines|2|270.000000"])
            #expect(try await stage.stage.audit() == ["programmer schedule.airing.change \(id)"])
            let page = await stage.get("/station/airings/\(id)")
            #expect(page.text.contains("value=\"4.5\""))
            #expect(page.text.contains("<option value=\"\(episode)\" selected>Part one</option>"))
        }
    }

    @Test func movingABroadcastKeepsItsOtherFields() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-16T06:00:00Z", "2026-06-16T07:00:00Z")
            try await stage.stage.database.sql("update app.airing set is_live = true, title = 'Own'")
            let answer = await stage.post(
                "/station/airings/\(id)",
                ["revision": "1", "start": "2026-06-17T10:05:00.000Z", "minutes": "75", "scope": "one"])
            #expect(answer.status == 303)
            #expect(try await stage.place(id) == "06-17 10:05/75")
            #expect(try await stage.rows("select is_live, title from app.airing") == ["t|Own"])
        }
    }

    @Test func aMoveThatOverlapsAnotherBroadcastIsRefused() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-16T06:00:00Z", "2026-06-16T07:00:00Z")
            _ = try await stage.airing("2026-06-16T07:00:00Z", "2026-06-16T08:00:00Z", of: stage.other)
            let answer = await stage.post(
                "/station/airings/\(id)", ["revision": "1", "start": "2026-06-16T06:30:00Z", "minutes": "60"])
            #expect(answer.status == 409)
            #expect(answer.text.contains("News &amp; &lt;Views&gt;</a> is on at the same time"))
            #expect(try await stage.place(id) == "06-16 06:00/60")
        }
    }

    @Test func anOutdatedChangeOfABroadcastIsRefusedWithTheCurrentValues() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-16T06:00:00Z", "2026-06-16T07:00:00Z")
            #expect(await stage.post("/station/airings/\(id)", ["revision": "1", "title": "First"]).status == 303)
            for path in ["", "/cancel", "/actual-times", "/restore"] {
                let answer = await stage.post(
                    "/station/airings/\(id)\(path)", ["revision": "1", "title": "Second", "over": "5"])
                #expect(answer.status == 412)
                #expect(answer.text.contains("This page was out of date"))
                #expect(answer.text.contains("value=\"First\""))
                #expect(!answer.text.contains("Second"))
                #expect(answer.text.contains("name=\"revision\" value=\"2\""))
            }
            #expect(try await stage.rows("select title from app.airing") == ["First"])
        }
    }

    @Test func aCancelledBroadcastCanBeRestoredWhenItsTimeIsFree() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-16T06:00:00Z", "2026-06-16T07:00:00Z")
            let question = await stage.get("/station/airings/\(id)").text
            #expect(
                question.contains(
                    "aria-describedby=\"consequence-one\">Cancel this broadcast</button></p></form></details>"))
            #expect(await stage.post("/station/airings/\(id)/cancel", ["revision": "1", "scope": "one"]).status == 303)
            #expect(try await stage.place(id) == "06-16 06:00/60 cancelled")
            let other = try await stage.airing("2026-06-16T06:00:00Z", "2026-06-16T07:00:00Z", of: stage.other)
            let taken = await stage.post("/station/airings/\(id)/restore", ["revision": "2"])
            #expect(taken.status == 409)
            #expect(taken.text.contains("is on at the same time"))
            #expect(await stage.post("/station/airings/\(other)/cancel", [:]).status == 303)
            #expect(await stage.post("/station/airings/\(id)/restore", ["revision": "2"]).status == 303)
            #expect(try await stage.place(id) == "06-16 06:00/60")
        }
    }

    @Test func aBroadcastWithCutsCannotBeCancelled() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-15T10:00:00Z", "2026-06-15T11:00:00Z")
            try await stage.stage.database.sql(
                """
                insert into app.cut (tenant_id, channel_id, airing_id, starts_at, kind, title, duration_ms)
                values (\(stage.stage.here.id), \(stage.channel), \(id), '2026-06-15T10:00:00Z', 'song', 'x', 1000)
                """)
            let answer = await stage.post("/station/airings/\(id)/cancel", [:])
            #expect(answer.status == 409)
            #expect(answer.text.contains("the music log shows that the broadcast was on air"))
        }
    }

    // MARK: - Actual times

    @Test func anOverrunIsPreviewedBeforeItIsSaved() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-15T18:00:00Z", "2026-06-15T19:00:00Z")
            let next = try await stage.airing("2026-06-15T19:00:00Z", "2026-06-15T20:00:00Z", of: stage.other)
            let shown = await stage.post("/station/airings/\(id)/actual-times", ["revision": "1", "over": "10"])
            #expect(shown.status == 200)
            #expect(shown.text.contains("Confirm"))
            #expect(shown.text.contains("Mon 15 June, 21:10 to 22:00"))
            #expect(shown.text.contains("name=\"endsAt\" value=\"2026-06-15T19:10:00.000Z\""))
            #expect(try await stage.place(next) == "06-15 19:00/60")
            #expect(try await stage.stage.audit() == [])
            let done = await stage.post(
                "/station/airings/\(id)/actual-times",
                ["revision": "1", "confirmed": "1", "endsAt": "2026-06-15T19:10:00.000Z"])
            #expect(done.status == 303)
            #expect(try await stage.place(id) == "06-15 18:00/70")
            #expect(try await stage.place(next) == "06-15 19:10/50")
            #expect(try await stage.stage.audit() == ["programmer schedule.airing.actual-times \(id)"])
            let back = await stage.post("/station/airings/\(id)/actual-times", ["revision": "2", "confirmed": "1"])
            #expect(back.fields["Location"] == "/station/airings/\(id)?notice=as-planned")
            #expect(try await stage.place(next) == "06-15 19:00/60")
        }
    }

    @Test func theActualEndOfABroadcastCanBeTypedAsALocalTime() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-15T21:00:00Z", "2026-06-15T21:55:00Z")
            // 23:00 to 23:55 local time; 00:10 is on the next day.
            let shown = await stage.post(
                "/station/airings/\(id)/actual-times", ["endTime": "00:10", "beganTime": "23:05"])
            #expect(shown.text.contains("Mon 15 June, 23:05 to Tue 16 June, 00:10"))
            let both = await stage.post("/station/airings/\(id)/actual-times", ["endTime": "00:10", "over": "5"])
            #expect(both.status == 422)
            #expect(both.text.contains("value=\"00:10\""))
            #expect(await stage.post("/station/airings/\(id)/actual-times", [:]).status == 422)
        }
    }

    @Test func anOverrunIntoRecordedTimesIsRefusedWithTheNameOfTheOtherBroadcast() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-15T18:00:00Z", "2026-06-15T19:00:00Z")
            let next = try await stage.airing("2026-06-15T19:00:00Z", "2026-06-15T20:00:00Z", of: stage.other)
            try await stage.stage.database.sql(
                "update app.airing set actual_start = '2026-06-15T19:02:00Z' where airing_id = \(next)")
            let shown = await stage.post("/station/airings/\(id)/actual-times", ["over": "10"])
            #expect(shown.status == 409)
            #expect(shown.text.contains("News &amp; &lt;Views&gt;</a> is on at the same time"))
        }
    }

    @Test func anEndBeforeTheActualStartIsRefusedWithTheStartInLocalTime() async throws {
        try await WeekStage.with { (stage) async throws in
            let first = try await stage.airing("2026-06-15T17:00:00Z", "2026-06-15T18:00:00Z", of: stage.other)
            let id = try await stage.airing("2026-06-15T18:00:00Z", "2026-06-15T19:00:00Z")
            try await stage.stage.database.sql(
                "update app.airing set actual_start = '2026-06-15T18:30:00Z', is_shifted = true where airing_id = \(id)"
            )
            try await stage.stage.database.sql(
                "update app.airing set actual_end = '2026-06-15T18:30:00Z' where airing_id = \(first)")
            let answer = await stage.post("/station/airings/\(id)/actual-times", ["endTime": "20:20"])
            #expect(answer.status == 422)
            #expect(answer.text.contains("later than the start of the broadcast (Mon 15 June, 20:30)"))
        }
    }

    // MARK: - Permissions

    @Test func broadcastsOfAnotherTenantAreNotFound() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-16T06:00:00Z", "2026-06-16T07:00:00Z")
            #expect(await stage.get("/station/airings/\(id)", at: "there").status == 404)
            for path in ["", "/cancel", "/restore", "/actual-times"] {
                #expect(await stage.post("/station/airings/\(id)\(path)", ["title": "x"], at: "there").status == 404)
                #expect(await stage.post("/station/airings/999999999\(path)", [:]).status == 404)
            }
            let all = "/station/channels/\(stage.channel)/airings"
            #expect(await stage.post(all, [:], at: "there").status == 404)
            #expect(await stage.get(all + "/new", at: "there").status == 404)
        }
    }

    @Test func listenersEditorsAndOperatorsCannotChangeBroadcasts() async throws {
        try await WeekStage.with { (stage) async throws in
            let id = try await stage.airing("2026-06-16T06:00:00Z", "2026-06-16T07:00:00Z")
            for role in [Role.listener, .editor, .operator] {
                #expect(await stage.get("/station/airings/\(id)", as: role).status == 403)
                for path in ["", "/cancel", "/restore", "/actual-times"] {
                    #expect(await stage.post("/station/airings/\(id)\(path)", ["title": "x"], as: role).status == 403)
                }
                #expect(await stage.post("/station/channels/\(stage.channel)/airings", [:], as: role).status == 403)
            }
            #expect(try await stage.rows("select title, revision from app.airing") == ["|1"])
        }
    }
}
