import Radio
import ScheduleCore
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

struct RulePageTests {
    private static func rules(_ stage: WeekStage) async throws -> [String] {
        try await stage.rows(
            """
            select starts_on || ' ' || coalesce(ends_on::text, '-') || ' ' || to_char(start_time, 'HH24:MI') || ' '
                   || coalesce(recurrence, '-')
              from app.schedule_rule order by rule_id
            """)
    }

    @Test func aRuleIsCreatedFromWeekdays() async throws {
        try await WeekStage.with { (stage) async throws in
            let form = await stage.get("/station/channels/\(stage.channel)/rules/new?date=2026-06-17&time=08:30")
            #expect(
                form.text.firstMatch(of: /name="days" value="\w\w" checked/) == nil,
                "no weekday is preselected")
            #expect(form.text.contains("value=\"08:30\""))
            let path = try await stage.rule("08:00", days: ["MO", "WE", "FR"])
            #expect(try await Self.rules(stage) == ["2026-06-01 - 08:00 FREQ=WEEKLY;BYDAY=MO,WE,FR"])
            let page = await stage.get(path + "?notice=made-rule")
            #expect(page.text.contains("Mon, Wed, Fri at 08:00, 1 h"))
            #expect(page.text.contains(">Wednesday 17 June 2026</a>"))
            let made = try await stage.place(stage.airing(at: "2026-06-17T06:00:00Z"))
            #expect(made == "06-17 06:00/60")
            let list = await stage.get("/station/channels/\(stage.channel)/rules")
            #expect(list.text.contains("<a href=\"\(path)\"><strong>Breakfast</strong></a>"))
            #expect(list.text.contains("<p>Mon, Wed, Fri at 08:00, 1 h</p>"))
            let picture = try await stage.stage.picture(of: "app.show", "show_id", stage.show)
            let pictured = await stage.get("/station/channels/\(stage.channel)/rules")
            #expect(pictured.text.contains("src=\"\(picture)"))
            #expect(await stage.get(path).text.contains("class=\"art large\" src=\"\(picture)"))
        }
    }

    @Test func rulesAreListedByLastDayAcrossPages() async throws {
        try await WeekStage.with { (stage) async throws in
            // The rules end on different days, in another order than that of their creation. The last rule has no end.
            try await stage.stage.database.sql(
                """
                insert into app.schedule_rule (tenant_id, channel_id, show_id, starts_on, ends_on, start_time, duration_ms, recurrence)
                select \(stage.stage.here.id), \(stage.channel), \(stage.show), '2020-01-01', date '2020-01-01' + (n * 37) % 211,
                       '08:00', 60000, 'FREQ=DAILY'
                  from generate_series(1, 210) n;
                insert into app.schedule_rule (tenant_id, channel_id, show_id, starts_on, start_time, duration_ms, recurrence)
                values (\(stage.stage.here.id), \(stage.channel), \(stage.show), '2020-01-01', '08:00', 60000, 'FREQ=DAILY');
                """)
            let path = "/station/channels/\(stage.channel)/rules"
            func ids(_ page: StageAnswer) -> [String] {
                page.text.matches(of: #/href="/station/rules/([0-9]+)"/#).map { String($0.1) }
            }
            let first = await stage.get(path)
            let cursor = try #require(first.text.firstMatch(of: #/\?cursor=([^"]+)"/#)?.1)
            let second = await stage.get("\(path)?cursor=\(cursor)")
            #expect(ids(first).count == 200 && !second.text.contains("More rules"))
            let sorted = try await stage.rows("select rule_id from app.schedule_rule order by ends_on desc nulls first")
            #expect(ids(first) + ids(second) == sorted)
            #expect(await stage.get(path + "?cursor=x").status == 422)
        }
    }

    @Test func aRuleFollowsItsRecurrenceOrElseItsWeekdaysOrElseItsFirstDay() async throws {
        try await WeekStage.with { (stage) async throws in
            _ = try await stage.rule("08:00", days: [], from: "2026-06-20")
            let all = "/station/channels/\(stage.channel)/rules"
            let monthly = await stage.post(
                all,
                [
                    "show": String(stage.other), "startTime": "10:00", "minutes": "30", "startsOn": "2026-06-01",
                    "days": "MO", "recurrence": "FREQ=MONTHLY;BYDAY=-1FR", "endsOn": "2026-12-31", "isRepeat": "1",
                ])
            #expect(monthly.status == 303)
            #expect(
                try await Self.rules(stage)
                    == ["2026-06-20 - 08:00 -", "2026-06-01 2026-12-31 10:00 FREQ=MONTHLY;BYDAY=-1FR"])
            let refused = await stage.post(
                all,
                [
                    "show": String(stage.other), "startTime": "10:00", "minutes": "30", "startsOn": "2026-06-01",
                    "endsOn": "2026-05-01", "recurrence": "FREQ=HOURLY",
                ])
            #expect(refused.status == 422)
            #expect(refused.text.contains("The recurrence has FREQ=HOURLY"))
            #expect(refused.text.contains("The last day"))
            #expect(refused.text.contains("value=\"FREQ=HOURLY\""))
            #expect(try await Self.rules(stage).count == 2)
        }
    }

    @Test func thePageOfARuleShowsShortenedAndDisplacedBroadcasts() async throws {
        try await WeekStage.with { (stage) async throws in
            let path = try await stage.rule("08:00", days: ["MO", "TU"])
            // A manual broadcast takes half of the one on Monday; another takes all of the one on Tuesday.
            for (from, to) in [("2026-06-29T06:30", "2026-06-29T07:00"), ("2026-06-30T06:00", "2026-06-30T07:00")] {
                try await stage.stage.database.sql(
                    "update app.airing set is_cancelled = true where starts_at = '\(from.prefix(11))06:00:00Z'")
                _ = try await stage.airing("\(from):00Z", "\(to):00Z", of: stage.other)
            }
            let clock = stage.stage.clock
            _ = try await ScheduleMaterialiser(database: stage.stage.database.tenants, now: { clock.now })
                .materialiseAll(in: stage.stage.here.id)
            let page = await stage.get(path)
            #expect(page.text.contains("08:00 to 08:30, −30 min: another broadcast has priority"))
            #expect(page.text.contains("not broadcast: another broadcast has priority"))
        }
    }

    @Test func changingEndingOrDeletingARuleUpdatesItsBroadcasts() async throws {
        try await WeekStage.with { (stage) async throws in
            let path = try await stage.rule("08:00")
            let id = try await stage.airing(at: "2026-06-22T06:00:00Z")
            let fields: KeyValuePairs<String, String> = [
                "revision": "1", "show": String(stage.show), "startTime": "09:00", "minutes": "30",
                "startsOn": "2026-06-01", "days": "MO", "interval": "1", "priority": "5",
            ]
            #expect(await stage.post(path, fields).status == 303)
            #expect(try await stage.place(id) == "06-22 07:00/30")
            let late = await stage.post(path, fields)
            #expect(late.status == 412)
            #expect(late.text.contains("This page was out of date"))
            #expect(late.text.contains("name=\"revision\" value=\"2\""))
            #expect(await stage.get(path).asks(before: path + "/end"))
            let early = await stage.post(path + "/end", ["revision": "2", "lastDay": "2026-05-01"])
            #expect(early.status == 422)
            #expect(early.text.contains("<details class=\"confirm\" open><summary class=\"button grave\">End rule<"))
            let reason = "must not be before the first day (2026-06-01), found 2026-05-01"
            #expect(early.text.contains("<a href=\"#lastDay\">The last day \(reason).</a>"))
            #expect(
                early.text.contains(
                    "name=\"lastDay\" type=\"date\" value=\"2026-05-01\" required aria-invalid=\"true\""))
            #expect(early.text.contains(">Delete rule permanently</button></p></form></details>"))
            #expect(await stage.post(path + "/end", ["revision": "2", "lastDay": "2026-06-25"]).status == 303)
            let last = try await stage.rows("select max(starts_at) from app.airing where not is_cancelled")
            #expect(last == ["2026-06-22 07:00:00+00"])
            #expect(await stage.post(path + "/delete", ["revision": "2"]).status == 412)
            let gone = await stage.post(path + "/delete", ["revision": "3"])
            #expect(gone.fields["Location"] == "/station/channels/\(stage.channel)/rules?notice=deleted")
            #expect(try await stage.place(id) == "06-22 07:00/30 cancelled")
            #expect(await stage.get(path).status == 404)
        }
    }

    @Test func aChangeOfOneBroadcastIsAnExceptionThatCanBeRemoved() async throws {
        try await WeekStage.with { (stage) async throws in
            let path = try await stage.rule("08:00")
            let id = try await stage.airing(at: "2026-06-22T06:00:00Z")
            _ = await stage.post("/station/airings/\(id)", ["start": "2026-06-23T10:00:00Z", "scope": "one"])
            #expect(try await stage.place(id) == "06-23 10:00/60")
            #expect(await stage.get("/station/airings/\(id)").text.contains("moved"))
            let page = await stage.get(path)
            #expect(page.text.contains("<h2>Exceptions</h2>"))
            #expect(page.text.contains("starts Tue 23 June, 12:00, 1 h"))
            for _ in 0..<2 {
                let back = await stage.post(path + "/exceptions/end", ["date": "2026-06-22"])
                #expect(back.fields["Location"] == path + "?notice=as-ruled")
            }
            #expect(try await stage.place(id) == "06-22 06:00/60")
            #expect(await stage.post(path + "/exceptions/end", ["date": "never"]).status == 422)
        }
    }

    // MARK: - From here on

    @Test func laterBroadcastsOfARuleMoveTogetherAndKeepTheirIDs() async throws {
        try await WeekStage.with { (stage) async throws in
            _ = try await stage.rule("08:00", days: ["MO", "WE"])
            let (before, here, later) = (
                try await stage.airing(at: "2026-06-17T06:00:00Z"), try await stage.airing(at: "2026-06-22T06:00:00Z"),
                try await stage.airing(at: "2026-06-24T06:00:00Z")
            )
            let answer = await stage.post(
                "/station/airings/\(here)",
                ["revision": "1", "start": "2026-06-22T07:30:00Z", "minutes": "45", "scope": "rule"])
            #expect(answer.status == 303)
            #expect(try await stage.place(before) == "06-17 06:00/60")
            #expect(try await stage.place(here) == "06-22 07:30/45")
            #expect(try await stage.place(later) == "06-24 07:30/45")
            #expect(
                try await Self.rules(stage) == [
                    "2026-06-01 2026-06-21 08:00 FREQ=WEEKLY;BYDAY=MO,WE",
                    "2026-06-22 - 09:30 FREQ=WEEKLY;BYDAY=MO,WE",
                ])
            let last = try #require(try await stage.stage.audit().last)
            #expect(last.contains("schedule.rule.change"))
        }
    }

    @Test func theFormOfABroadcastAsksBeforeItChangesLaterBroadcasts() async throws {
        try await WeekStage.with { (stage) async throws in
            _ = try await stage.rule("08:00")
            let here = try await stage.airing(at: "2026-06-22T06:00:00Z")
            let path = "/station/airings/\(here)"
            func fields(_ more: (String, String)) -> KeyValuePairs<String, String> {
                [
                    "revision": "1", "startDate": "2026-06-22", "startTime": "09:30", "minutes": "45",
                    "show": String(stage.show), "episode": "", "title": "", "description": "", "whole": "1",
                    "scope": "rule", more.0: more.1,
                ]
            }
            let question = await stage.post(path, fields(("isLive", "1")))
            #expect(question.status == 200)
            #expect(
                question.text.contains("After the change, this broadcast is planned for Mon 22 June, 09:30 to 10:15"))
            #expect(question.text.contains(">Save this and all later broadcasts</button>"))
            for (name, value) in [("startTime", "09:30"), ("minutes", "45"), ("isLive", "1"), ("confirmed", "1")] {
                let field = "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
                #expect(question.text.contains(field), "\(name)")
            }
            #expect(try await stage.place(here) == "06-22 06:00/60", "the question changes nothing")
            let done = await stage.post(path, fields(("confirmed", "1")))
            #expect(done.fields["Location"] == path + "?notice=saved-later")
            #expect(try await stage.place(here) == "06-22 07:30/45")
            #expect(try await stage.place(stage.airing(at: "2026-06-29T07:30:00Z")) == "06-29 07:30/45")
        }
    }

    @Test func aChangeOfLaterBroadcastsThatIsNotAllowedIsRefusedWithoutAQuestion() async throws {
        try await WeekStage.with { (stage) async throws in
            _ = try await stage.rule("08:00")
            let here = try await stage.airing(at: "2026-06-22T06:00:00Z")
            for field in [("title", "Own"), ("minutes", "long")] {
                let answer = await stage.post(
                    "/station/airings/\(here)", ["revision": "1", "whole": "1", "scope": "rule", field.0: field.1])
                #expect(answer.status == 422, "\(field.0)")
                #expect(!answer.text.contains(">Save this and all later broadcasts</button>"), "\(field.0)")
            }
        }
    }

    @Test func aChangeOfLaterBroadcastsCanReplaceAWeekday() async throws {
        try await WeekStage.with { (stage) async throws in
            _ = try await stage.rule("08:00", days: ["MO", "WE"])
            let (here, next, other) = (
                try await stage.airing(at: "2026-06-22T06:00:00Z"), try await stage.airing(at: "2026-06-29T06:00:00Z"),
                try await stage.airing(at: "2026-06-24T06:00:00Z")
            )
            let answer = await stage.post(
                "/station/airings/\(here)", ["start": "2026-06-23T06:00:00Z", "scope": "rule"])
            #expect(answer.status == 303)
            #expect(try await stage.place(here) == "06-23 06:00/60")
            #expect(try await stage.place(next) == "06-30 06:00/60")
            #expect(try await stage.place(other) == "06-24 06:00/60")
            let taken = await stage.post(
                "/station/airings/\(other)", ["start": "2026-06-23T12:00:00Z", "scope": "rule"])
            #expect(taken.status == 409)
            #expect(taken.text.contains("already has a broadcast on the weekday of the new date"))
        }
    }

    @Test func aMoveToALaterOrAnEarlierWeekdayKeepsTheNumberOfBroadcasts() async throws {
        try await WeekStage.with { (stage) async throws in
            let made = await stage.post(
                "/station/channels/\(stage.channel)/rules",
                [
                    "show": String(stage.show), "startTime": "08:00", "minutes": "60", "startsOn": "2026-06-01",
                    "recurrence": "FREQ=WEEKLY;UNTIL=20260707",
                ])
            #expect(made.status == 303)
            let (here, last) = (
                try await stage.airing(at: "2026-06-22T06:00:00Z"), try await stage.airing(at: "2026-07-06T06:00:00Z")
            )
            let later = await stage.post(
                "/station/airings/\(here)", ["start": "2026-06-25T06:00:00Z", "scope": "rule"])
            #expect(later.status == 303)
            #expect(try await stage.place(last) == "07-09 06:00/60")
            #expect(
                try await Self.rules(stage) == [
                    "2026-06-01 2026-06-21 08:00 FREQ=WEEKLY;UNTIL=20260707",
                    "2026-06-25 2026-07-09 08:00 FREQ=WEEKLY;BYDAY=TH",
                ])
            let earlier = await stage.post(
                "/station/airings/\(here)", ["start": "2026-06-23T06:00:00Z", "scope": "rule"])
            #expect(earlier.status == 303)
            #expect(try await stage.place(last) == "07-07 06:00/60")
            #expect(try await Self.rules(stage).last == "2026-06-23 2026-07-07 08:00 FREQ=WEEKLY;BYDAY=TU")
        }
    }

    @Test func theLocalTimeOfLaterBroadcastsStaysTheSameAcrossAClockChange() async throws {
        try await WeekStage.with(at: "2026-10-10T12:00:00Z") { (stage) async throws in
            _ = try await stage.rule("08:00")
            let (here, winter) = (
                try await stage.airing(at: "2026-10-19T06:00:00Z"), try await stage.airing(at: "2026-10-26T07:00:00Z")
            )
            _ = await stage.post("/station/airings/\(here)", ["start": "2026-10-19T07:00:00Z", "scope": "rule"])
            #expect(try await stage.place(here) == "10-19 07:00/60")
            // 09:00 local time is 08:00 UTC from 25 October on.
            #expect(try await stage.place(winter) == "10-26 08:00/60")
        }
    }

    @Test func aChangeOfLaterBroadcastsThatOverlapsAnotherBroadcastIsRefused() async throws {
        try await WeekStage.with { (stage) async throws in
            _ = try await stage.rule("08:00")
            _ = try await stage.airing("2026-06-22T08:00:00Z", "2026-06-22T09:00:00Z", of: stage.other)
            let here = try await stage.airing(at: "2026-06-22T06:00:00Z")
            let (rules, rows) = (
                try await Self.rules(stage), try await stage.rows("select a from app.airing a order by 1")
            )
            let answer = await stage.post(
                "/station/airings/\(here)", ["start": "2026-06-22T07:30:00Z", "scope": "rule"])
            #expect(answer.status == 409)
            #expect(
                answer.text.contains("News &amp; &lt;Views&gt;</a> is on at the same time: Mon 22 June, 10:00 to 11:00")
            )
            #expect(try await Self.rules(stage) == rules)
            #expect(try await stage.rows("select a from app.airing a order by 1") == rows)
            let past = await stage.post("/station/airings/\(here)", ["start": "2026-06-15T06:00:00Z", "scope": "rule"])
            #expect(past.status == 422)
            let own = await stage.post("/station/airings/\(here)", ["title": "Own", "scope": "rule"])
            #expect(own.status == 422)
            #expect(try await Self.rules(stage) == rules)
        }
    }

    @Test func aChangeOfLaterBroadcastsThatOverlapsAnotherRuleIsRefused() async throws {
        try await WeekStage.with { (stage) async throws in
            _ = try await stage.rule("08:00")
            _ = try await stage.rule("10:00")
            let here = try await stage.airing(at: "2026-06-22T06:00:00Z")
            let other = try await stage.airing(at: "2026-06-22T08:00:00Z")
            // The other rule has an exception on this day only.
            #expect(await stage.post("/station/airings/\(other)/cancel", ["scope": "one"]).status == 303)
            let answer = await stage.post(
                "/station/airings/\(here)", ["start": "2026-06-22T07:30:00Z", "scope": "rule"])
            #expect(answer.status == 409)
            #expect(answer.text.contains("is on at the same time: Mon 29 June, 10:00 to 11:00"))
            #expect(try await stage.place(here) == "06-22 06:00/60")
            let once = await stage.post("/station/airings/\(here)", ["start": "2026-06-22T07:30:00Z", "scope": "one"])
            #expect(once.status == 303)
        }
    }

    @Test func aChangeOfLaterBroadcastsKeepsExceptionsAndTheNumberOfBroadcasts() async throws {
        try await WeekStage.with { (stage) async throws in
            let made = await stage.post(
                "/station/channels/\(stage.channel)/rules",
                [
                    "show": String(stage.show), "startTime": "08:00", "minutes": "60", "startsOn": "2026-06-01",
                    "recurrence": "FREQ=WEEKLY;COUNT=6",
                ])
            #expect(made.status == 303)
            let (here, next) = (
                try await stage.airing(at: "2026-06-22T06:00:00Z"), try await stage.airing(at: "2026-06-29T06:00:00Z")
            )
            _ = await stage.post("/station/airings/\(next)/cancel", ["scope": "one"])
            _ = await stage.post("/station/airings/\(here)", ["start": "2026-06-22T10:00:00Z", "scope": "rule"])
            let place = try await stage.place(next)
            #expect(place == "06-29 06:00/60 cancelled")
            #expect(
                try await Self.rules(stage) == [
                    "2026-06-01 2026-06-21 08:00 FREQ=WEEKLY;COUNT=6", "2026-06-22 2026-07-06 12:00 FREQ=WEEKLY",
                ])
            #expect(try await stage.rows("select slot_date from app.schedule_exception") == ["2026-06-29"])
        }
    }

    @Test func aRuleCanBeEndedBeforeALaterBroadcast() async throws {
        try await WeekStage.with { (stage) async throws in
            _ = try await stage.rule("08:00")
            let (here, next) = (
                try await stage.airing(at: "2026-06-22T06:00:00Z"), try await stage.airing(at: "2026-06-29T06:00:00Z")
            )
            #expect(
                await stage.post("/station/airings/\(next)/cancel", ["revision": "1", "scope": "rule"]).status == 303)
            #expect(try await stage.place(here) == "06-22 06:00/60")
            #expect(try await stage.place(next) == "06-29 06:00/60 cancelled")
            #expect(try await Self.rules(stage) == ["2026-06-01 2026-06-28 08:00 FREQ=WEEKLY;BYDAY=MO"])
            let hand = try await stage.airing("2026-06-18T06:00:00Z", "2026-06-18T07:00:00Z")
            #expect(await stage.post("/station/airings/\(hand)/cancel", ["scope": "rule"]).status == 409)
        }
    }

    @Test func onlyProgrammersOfTheTenantCanUseTheRulePages() async throws {
        try await WeekStage.with { (stage) async throws in
            let path = try await stage.rule("08:00")
            let all = "/station/channels/\(stage.channel)/rules"
            for (host, role, status) in [
                ("there", Role.programmer, 404), ("here", .operator, 403), ("here", .listener, 403),
            ] {
                for page in [path, all, all + "/new"] {
                    #expect(await stage.get(page, as: role, at: host).status == status)
                }
                for form in [path, path + "/end", path + "/delete", path + "/exceptions/end", all] {
                    #expect(await stage.post(form, ["lastDay": "2026-07-01"], as: role, at: host).status == status)
                }
            }
            #expect(try await Self.rules(stage) == ["2026-06-01 - 08:00 FREQ=WEEKLY;BYDAY=MO"])
        }
    }
}
