import TestSupport
import Testing
import WebTestSupport

@testable import Radio

struct ScheduleRuleRoutesTests {
    private static let rules = "/api/v1/admin/schedule-rules"

    @Test func createScheduleRule() async throws {
        try await ScheduleStage.with { stage in
            let made = await stage.stage.send(
                .post, Self.rules, stage.ruleText("08:00", minutes: 60, "freq=weekly;byday=tu,mo"), as: .programmer)
            #expect(made.status == 201)
            #expect(made["recurrence"] as? String == "FREQ=WEEKLY;BYDAY=MO,TU")
            #expect(made["startTime"] as? String == "08:00")
            #expect(made["endsOn"] == nil)
            let id = try #require(made["id"] as? String)
            #expect(made.fields["Location"] == "\(Self.rules)/\(id)")
            // From the first day, two weeks ago, to 60 days ahead.
            #expect(try await stage.day("2026-06-01") == ["08:00-09:00 B"])
            #expect(try await stage.day("2026-06-16") == ["08:00-09:00 B"])
            #expect(try await stage.day("2026-06-17") == [])
            #expect(try await stage.day("2026-08-11") == ["08:00-09:00 B"])
            #expect(try await stage.day("2026-08-17") == [])
            #expect(try await stage.stage.audit() == ["programmer schedule.rule.create \(id)"])
            let revision = try await stage.stage.database.sql("select revision from app.radio_revision")
            #expect(revision == "1\n" || revision == "1")
        }
    }

    @Test func theErrorOfAnInvalidScheduleRuleNamesEveryFault() async throws {
        try await ScheduleStage.with { stage in
            let answer = await stage.stage.send(
                .post, Self.rules,
                """
                {"channel": "x", "show": "-1", "startsOn": "2026-02-30", "endsOn": "soon", "startTime": "25:00",
                 "durationMs": 10, "recurrence": "FREQ=HOURLY", "priority": 2000}
                """, as: .programmer)
            #expect(answer.status == 422)
            #expect(
                answer.faults == [
                    "/channel", "/show", "/startsOn", "/endsOn", "/startTime", "/durationMs", "/priority",
                    "/recurrence",
                ])
            #expect(answer.text.contains("DAILY, WEEKLY, MONTHLY and YEARLY are supported"))
        }
    }

    @Test func aRuleWithAChannelOrShowOfAnotherTenantIsRefused() async throws {
        try await ScheduleStage.with { stage in
            let channel = try await stage.stage.database.channel("there", in: stage.stage.there)
            let show = try await stage.stage.database.show("There", in: stage.stage.there)
            let one = await stage.stage.send(.post, Self.rules, stage.ruleText(on: channel), as: .programmer)
            #expect(one.status == 422 && one.faults == ["/channel"])
            let two = await stage.stage.send(.post, Self.rules, stage.ruleText(show: show), as: .programmer)
            #expect(two.status == 422 && two.faults == ["/show"])
            #expect(try await stage.picture() == "")
        }
    }

    @Test func findScheduleRules() async throws {
        try await ScheduleStage.with { stage in
            let second = try await stage.stage.database.channel("two", in: stage.stage.here)
            let ids = [
                try await stage.rule("08:00"), try await stage.rule("09:00"), try await stage.rule(on: second, "08:00"),
            ]
            func found(_ query: String) async -> [String] {
                await stage.stage.send(.get, Self.rules + query, as: .programmer).objects("items")
                    .compactMap { $0["id"] as? String }
            }
            #expect(await found("") == ids)
            #expect(await found("?channel=\(stage.channel)") == Array(ids.prefix(2)))
            #expect(await found("?channel=nothing") == [])
            #expect(await found("?cursor=\(ids[0])&limit=1") == [ids[1]])
            let page = await stage.stage.send(.get, Self.rules + "?limit=2", as: .programmer)
            #expect(page["next"] as? String == ids[1])
            #expect(await stage.stage.send(.get, Self.rules + "?limit=0", as: .programmer).status == 422)
            #expect(await stage.stage.send(.get, Self.rules, as: .listener).status == 403)
            #expect(
                await stage.stage.send(.get, Self.rules, as: .programmer, at: "there").objects("items").isEmpty)
        }
    }

    @Test func replaceScheduleRuleMovesFutureAiringsAndKeepsTheirIDs() async throws {
        try await ScheduleStage.with { stage in
            let id = try await stage.rule("08:00")
            let (past, coming) = (
                try await stage.airing(at: "2026-06-15T08:00"), try await stage.airing(at: "2026-06-16T08:00")
            )
            let before = await stage.stage.send(.get, "\(Self.rules)/\(id)", as: .programmer)
            let tag = try #require(before.fields["ETag"])
            let changed = await stage.stage.send(
                .put, "\(Self.rules)/\(id)", stage.ruleText("09:30", minutes: 30), as: .programmer,
                ["If-Match": tag])
            #expect(changed.status == 200)
            #expect(try await stage.airing(at: "2026-06-16T09:30") == coming)
            #expect(try await stage.airing(at: "2026-06-15T08:00") == past)
            #expect(try await stage.day("2026-06-15") == ["08:00-09:00 B"])
            let late = await stage.stage.send(
                .put, "\(Self.rules)/\(id)", stage.ruleText("10:00"), as: .programmer, ["If-Match": tag])
            #expect(late.status == 412)
            // Replacing the rule with equal content changes nothing.
            let picture = try await stage.picture()
            let again = await stage.stage.send(
                .put, "\(Self.rules)/\(id)", stage.ruleText("09:30", minutes: 30), as: .programmer)
            #expect(again["revision"] as? Int == 2)
            #expect(try await stage.picture() == picture)
        }
    }

    @Test func aCancelledAiringIsReinstatedWhenItsDayReturnsToTheRule() async throws {
        try await ScheduleStage.with { stage in
            let id = try await stage.rule("08:00")
            let tuesday = try await stage.airing(at: "2026-06-16T08:00")
            _ = await stage.stage.send(
                .put, "\(Self.rules)/\(id)", stage.ruleText("08:00", "FREQ=WEEKLY;BYDAY=WE"), as: .programmer)
            #expect(try await stage.day("2026-06-16") == ["08:00-09:00 B cancelled"])
            #expect(try await stage.day("2026-06-17") == ["08:00-09:00 B"])
            _ = await stage.stage.send(.put, "\(Self.rules)/\(id)", stage.ruleText("08:00"), as: .programmer)
            #expect(try await stage.day("2026-06-16") == ["08:00-09:00 B"])
            #expect(try await stage.airing(at: "2026-06-16T08:00") == tuesday)
        }
    }

    @Test func movingARuleToAnotherChannelMovesItsAirings() async throws {
        try await ScheduleStage.with { stage in
            let second = try await stage.stage.database.channel("two", in: stage.stage.here)
            let below = try await stage.rule(show: stage.other, "08:30", minutes: 60, more: ", \"priority\": -1")
            let id = try await stage.rule("08:00")
            #expect(try await stage.day("2026-06-16") == ["08:00-09:00 B", "09:00-09:30 N"])
            let airing = try await stage.airing(at: "2026-06-16T08:00")
            let moved = await stage.stage.send(
                .put, "\(Self.rules)/\(id)", stage.ruleText(on: second, "08:00"), as: .programmer)
            #expect(moved.status == 200)
            #expect(try await stage.day("2026-06-16") == ["08:30-09:30 N"])
            #expect(try await stage.airings(on: "2026-06-16", second).map { $0["id"] as? String } == [airing])
            _ = below
        }
    }

    @Test func aChannelWith500RulesGetsNoFurtherRule() async throws {
        try await ScheduleStage.with { stage in
            let full = try await stage.stage.database.channel("two", in: stage.stage.here)
            let id = try await stage.rule("08:00")
            try await stage.stage.database.sql(
                """
                insert into app.schedule_rule (tenant_id, channel_id, show_id, starts_on, start_time, duration_ms, priority)
                select tenant_id, \(full), show_id, date '2100-01-01' + number, start_time, duration_ms, priority
                  from app.schedule_rule, generate_series(1, 500) number
                 where rule_id = \(id)
                """)
            let (added, moved) = (
                await stage.stage.send(.post, Self.rules, stage.ruleText(on: full, "09:00"), as: .programmer),
                await stage.stage.send(.put, "\(Self.rules)/\(id)", stage.ruleText(on: full, "08:00"), as: .programmer)
            )
            #expect(added.status == 409 && added["code"] as? String == "too-many-rules")
            #expect(moved.status == 409 && moved["code"] as? String == "too-many-rules")
            #expect(try await stage.day("2026-06-16") == ["08:00-09:00 B"], "the rule stays on its channel")
        }
    }

    @Test func deleteScheduleRuleKeepsPastAiringsAndCancelsFutureAirings() async throws {
        try await ScheduleStage.with { stage in
            let id = try await stage.rule("08:00")
            let (past, coming) = (
                try await stage.airing(at: "2026-06-14T08:00"), try await stage.airing(at: "2026-06-16T08:00")
            )
            try await stage.stage.database.sql(
                """
                insert into app.cut (tenant_id, channel_id, airing_id, position, title)
                values (\(stage.stage.here.id), \(stage.channel), \(past), 0, 'Song')
                """)
            #expect(await stage.stage.send(.delete, "\(Self.rules)/\(id)", as: .programmer).status == 204)
            #expect(await stage.stage.send(.get, "\(Self.rules)/\(id)", as: .programmer).status == 404)
            #expect(try await stage.day("2026-06-14") == ["08:00-09:00 B"])
            #expect(try await stage.airing(at: "2026-06-14T08:00") == past)
            #expect(try await stage.day("2026-06-16") == ["08:00-09:00 B cancelled"])
            #expect(try await stage.airing(at: "2026-06-16T08:00") == coming)
        }
    }

    @Test func setScheduleException() async throws {
        try await ScheduleStage.with { stage in
            let id = try await stage.rule("08:00")
            _ = try await stage.rule(show: stage.other, "09:00", minutes: 180, more: ", \"priority\": 5")
            let airing = try await stage.airing(at: "2026-06-17T08:00")
            let day = "\(Self.rules)/\(id)/exceptions/2026-06-17"
            let moved = await stage.stage.send(
                .put, day, #"{"startsAt": "2026-06-17T10:00:00Z", "durationMs": 1800000, "isLive": true}"#,
                as: .programmer)
            #expect(moved.status == 200)
            // Other rules make room whatever their priority, and keep their longest piece.
            #expect(try await stage.day("2026-06-17") == ["10:00-10:30 B", "10:30-12:00 N"])
            #expect(try await stage.airing(at: "2026-06-17T10:00") == airing)
            #expect(try await stage.airings(on: "2026-06-17").first?["isLive"] as? Bool == true)
            let rule = await stage.stage.send(.get, "\(Self.rules)/\(id)", as: .programmer)
            #expect(rule.objects("exceptions").map { $0["date"] as? String } == ["2026-06-17"])
            #expect(await stage.stage.send(.delete, day, as: .programmer).status == 204)
            #expect(try await stage.day("2026-06-17") == ["08:00-09:00 B", "09:00-12:00 N"])
            let none = await stage.stage.send(.delete, day, as: .programmer)
            let reason = "the rule has no exception on this day: get the rule to see its exceptions"
            #expect(none.status == 404 && none["detail"] as? String == reason)
        }
    }

    @Test func anExceptionWithAnotherShowIsKeptWhenTheRuleChanges() async throws {
        try await ScheduleStage.with { stage in
            let id = try await stage.rule("08:00")
            let episode = try await stage.stage.database.episode("Special", of: stage.other, in: stage.stage.here)
            let set = await stage.stage.send(
                .put, "\(Self.rules)/\(id)/exceptions/2026-06-17",
                #"{"show": "\#(stage.other)", "episode": "\#(episode)"}"#, as: .programmer)
            #expect(set.status == 200)
            _ = await stage.stage.send(.put, "\(Self.rules)/\(id)", stage.ruleText("07:00"), as: .programmer)
            #expect(try await stage.day("2026-06-17") == ["07:00-08:00 N"])
            #expect(try await stage.airings(on: "2026-06-17").first?["episode"] as? String == "\(episode)")
        }
    }

    @Test func anInvalidScheduleExceptionIsRefused() async throws {
        try await ScheduleStage.with { stage in
            let id = try await stage.rule("08:00", "FREQ=WEEKLY;BYDAY=TU")
            let made = await stage.stage.send(
                .post, "/api/v1/admin/channels/\(stage.channel)/airings",
                """
                {"show": "\(stage.other)", "plannedStart": "2026-06-16T12:00:00Z", "plannedEnd": "2026-06-16T13:00:00Z"}
                """, as: .programmer)
            #expect(made.status == 201)
            let picture = try await stage.picture()
            func status(_ date: String, _ body: String) async -> (Int, String) {
                let answer = await stage.stage.send(
                    .put, "\(Self.rules)/\(id)/exceptions/\(date)", body, as: .programmer)
                return (answer.status, answer["type"] as? String ?? "")
            }
            for (date, detail) in [
                (
                    "2026-06-17",
                    "the rule has no broadcast on this day: choose a day on which the rule has a broadcast"
                ),
                (
                    "yesterday",
                    "the date in the path is not a valid date: write the year, month and day, such as 2026-05-01"
                ),
            ] {
                let answer = await stage.stage.send(
                    .put, "\(Self.rules)/\(id)/exceptions/\(date)", "{}", as: .programmer)
                #expect(answer.status == 404 && answer["detail"] as? String == detail)
            }
            #expect(await status("2026-06-16", #"{"startsAt": "2026-07-16T12:00:00Z"}"#).0 == 422)
            #expect(await status("2026-06-16", #"{"episode": "1"}"#).0 == 422)
            let taken = await status("2026-06-16", #"{"startsAt": "2026-06-16T11:30:00Z"}"#)
            #expect(taken.0 == 409 && taken.1.hasSuffix("airing-in-the-way"))
            let begun = await status("2026-06-09", #"{"isCancelled": true}"#)
            #expect(begun.0 == 409 && begun.1.hasSuffix("has-begun"))
            #expect(try await stage.picture() == picture)
            #expect(try await stage.stage.database.sql("select from app.schedule_exception") == "")
        }
    }
}
