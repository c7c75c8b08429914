import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct AiringRoutesTests {
    private static let one = "/api/v1/admin/airings"

    private static func text(_ stage: ScheduleStage, _ from: String, _ to: String) -> String {
        """
        {"show": "\(stage.other)", "plannedStart": "\(from):00Z", "plannedEnd": "\(to):00Z", "title": "Special"}
        """
    }

    private static func create(_ stage: ScheduleStage, _ from: String, _ to: String) async -> StageAnswer {
        await stage.stage.send(
            .post, "/api/v1/admin/channels/\(stage.channel)/airings", text(stage, from, to), as: .programmer)
    }

    @Test func createAiring() async throws {
        try await ScheduleStage.with { stage in
            let made = await Self.create(stage, "2026-06-16T12:00", "2026-06-16T13:00")
            #expect(made.status == 201)
            let id = try #require(made["id"] as? String)
            let seen = await stage.stage.send(.get, "\(Self.one)/\(id)", as: .programmer)
            #expect(seen.text == made.text)
            #expect(seen["title"] as? String == "Special")
            #expect(try await stage.stage.audit() == ["programmer schedule.airing.create \(id)"])
        }
    }

    @Test func theRefusalOfAnOverlappingBroadcastNamesTheOtherBroadcast() async throws {
        try await ScheduleStage.with { stage in
            _ = try await stage.rule("08:00")
            let there = try await stage.airing(at: "2026-06-16T08:00")
            let picture = try await stage.picture()
            let answer = await Self.create(stage, "2026-06-16T08:59", "2026-06-16T10:00")
            #expect(answer.status == 409)
            #expect(answer.faults == ["/airings/\(there)"])
            #expect(answer.text.contains("airing-in-the-way"))
            #expect(try await stage.picture() == picture)
            #expect(await Self.create(stage, "2026-06-16T09:00", "2026-06-16T10:00").status == 201)
        }
    }

    @Test func rulesFillTheTimeThatManualAndImportedBroadcastsLeaveFree() async throws {
        try await ScheduleStage.with { stage in
            _ = await Self.create(stage, "2026-06-16T08:30", "2026-06-16T08:45")
            let imported = try await stage.stage.database.airing(
                of: stage.other, on: stage.channel, from: "2026-06-17T07:00:00Z", to: "2026-06-17T08:20:00Z",
                in: stage.stage.here)
            try await stage.stage.database.sql(
                "update app.airing set source = 'file', source_key = 'k' where airing_id = \(imported)")
            _ = try await stage.rule("08:00", more: ", \"priority\": 1000")
            #expect(try await stage.day("2026-06-16") == ["08:00-08:30 B", "08:30-08:45 N"])
            #expect(try await stage.day("2026-06-17") == ["07:00-08:20 N", "08:20-09:00 B"])
        }
    }

    @Test func updateAiringOfARuleStoresAnException() async throws {
        try await ScheduleStage.with { stage in
            let rule = try await stage.rule("08:00")
            let id = try await stage.airing(at: "2026-06-16T08:00")
            let moved = await stage.stage.send(
                .patch, "\(Self.one)/\(id)",
                #"{"plannedStart": "2026-06-16T10:00:00Z", "plannedEnd": "2026-06-16T12:00:00Z", "title": "Long"}"#,
                as: .programmer)
            #expect(moved.status == 200)
            #expect(moved["slotDate"] as? String == "2026-06-16")
            _ = await stage.stage.send(
                .put, "/api/v1/admin/schedule-rules/\(rule)", stage.ruleText("07:00"), as: .programmer)
            #expect(try await stage.day("2026-06-16") == ["10:00-12:00 B"])
            #expect(try await stage.airing(at: "2026-06-16T10:00") == id)
            #expect(await stage.stage.send(.delete, "\(Self.one)/\(id)", as: .programmer).status == 204)
            #expect(try await stage.materialiser.materialiseAll(in: stage.stage.here.id).shows == [])
            #expect(try await stage.day("2026-06-16") == ["10:00-12:00 B cancelled"])
            let back = await stage.stage.send(
                .patch, "\(Self.one)/\(id)", #"{"isCancelled": false}"#, as: .programmer)
            #expect(back.status == 200)
            #expect(try await stage.day("2026-06-16") == ["10:00-12:00 B"])
        }
    }

    @Test func aCancelledBroadcastLeavesItsTimeToRules() async throws {
        try await ScheduleStage.with { stage in
            let made = await Self.create(stage, "2026-06-16T08:30", "2026-06-16T09:00")
            _ = try await stage.rule("08:00")
            #expect(try await stage.day("2026-06-16") == ["08:00-08:30 B", "08:30-09:00 N"])
            let id = try #require(made["id"] as? String)
            #expect(await stage.stage.send(.delete, "\(Self.one)/\(id)", as: .programmer).status == 204)
            #expect(try await stage.day("2026-06-16") == ["08:00-09:00 B", "08:30-09:00 N cancelled"])
            let refused = await stage.stage.send(
                .patch, "\(Self.one)/\(id)", #"{"isCancelled": false}"#, as: .programmer)
            #expect(refused.status == 409)
        }
    }

    @Test func aBroadcastWithCutsCannotBeCancelled() async throws {
        try await ScheduleStage.with { stage in
            _ = try await stage.rule("08:00")
            let id = try await stage.airing(at: "2026-06-15T08:00")
            try await stage.stage.database.sql(
                """
                insert into app.cut (tenant_id, channel_id, airing_id, position, title)
                values (\(stage.stage.here.id), \(stage.channel), \(id), 0, 'Song')
                """)
            let refused = await stage.stage.send(.delete, "\(Self.one)/\(id)", as: .programmer)
            #expect(refused.status == 409 && refused.text.contains("was-on"))
        }
    }

    @Test func theErrorOfAnInvalidChangeOfABroadcastNamesEveryFault() async throws {
        try await ScheduleStage.with { stage in
            let made = await Self.create(stage, "2026-06-16T12:00", "2026-06-16T13:00")
            let id = try #require(made["id"] as? String)
            let picture = try await stage.picture()
            for (patch, faults) in [
                (#"{"plannedEnd": "2026-06-16T11:00:00Z"}"#, ["/plannedEnd"]),
                (#"{"show": "999"}"#, ["/show"]), (#"{"episode": "999"}"#, ["/episode"]),
                (#"{"revision": 9, "title": null}"#, ["/title", "/revision"]),
            ] {
                let answer = await stage.stage.send(.patch, "\(Self.one)/\(id)", patch, as: .programmer)
                #expect(answer.status == 422 && answer.faults == faults, "\(patch)")
            }
            #expect(try await stage.picture() == picture)
            #expect(await stage.stage.send(.get, "\(Self.one)/\(id)", as: .programmer, at: "there").status == 404)
        }
    }

    @Test func tooLongTextsAndControlCharactersHaveDifferentReasons() {
        var faults = ScheduleFaults()
        faults.checkText("abc", "/title", limit: 2)
        faults.checkText("a\u{7}", "/description", limit: 2)
        #expect(
            faults.error.faults.map(\.reason) == [
                "must have at most 2 characters, found 3",
                "must not contain control characters other than tabs and line feeds (U+000A)",
            ])
    }

    @Test func findAirings() async throws {
        try await ScheduleStage.with { stage in
            _ = try await stage.rule("23:00", minutes: 120)
            let path = "/api/v1/admin/channels/\(stage.channel)/airings"
            func count(_ query: String) async -> Int? {
                let answer = await stage.stage.send(.get, path + query, as: .programmer)
                return answer.status == 200 ? answer.objects("items").count : nil
            }
            #expect(await count("") == 7)
            // A broadcast that has already begun is included.
            #expect(await count("?from=2026-06-16T00:30:00Z&to=2026-06-16T01:00:00Z") == 1)
            #expect(await count("?from=2026-06-16T01:00:00Z&to=2026-06-16T02:00:00Z") == 0)
            #expect(await count("?from=2026-06-16T01:00:00Z&to=2026-07-31T02:00:00Z") == nil)
            #expect(await count("?from=now") == nil)
            #expect(await stage.stage.send(.get, "/api/v1/admin/channels/999/airings", as: .admin).status == 404)
        }
    }

    @Test func replaceSegments() async throws {
        try await ScheduleStage.with { stage in
            let made = await Self.create(stage, "2026-06-16T12:00", "2026-06-16T13:00")
            let id = try #require(made["id"] as? String)
            let path = "\(Self.one)/\(id)/segments"
            let text = """
                {"segments": [{"offsetMs": 60000, "durationMs": 1000, "kind": "talk", "isSkippable": false},
                              {"offsetMs": 0, "durationMs": 60000, "kind": "news", "title": "Headlines"}]}
                """
            let set = await stage.stage.send(.put, path, text, as: .programmer)
            #expect(set.objects("segments").map { $0["kind"] as? String } == ["news", "talk"])
            // Sending the same segments again changes nothing.
            #expect(await stage.stage.send(.put, path, text, as: .programmer).text == set.text)
            let seen = await stage.stage.send(.get, "\(Self.one)/\(id)", as: .programmer)
            #expect(seen.objects("segments").count == 2)
            let bad = await stage.stage.send(
                .put, path, #"{"segments": [{"offsetMs": -1, "durationMs": 1, "kind": "News"}]}"#, as: .programmer)
            #expect(bad.faults == ["/segments/0/offsetMs", "/segments/0/kind"])
            #expect(await stage.stage.send(.put, path, #"{"segments": []}"#, as: .programmer).status == 200)
        }
    }
}
