import TestSupport
import Testing
import WebTestSupport

@testable import Radio

/// `setActualTimes`: the actual times of a broadcast and their effects on the following ones (spec R45).
struct OverrunStoreTests {
    /// Four broadcasts without gaps from 12:00 to 14:30; the second is short.
    private static func with(_ body: (ScheduleStage) async throws -> Void) async throws {
        try await ScheduleStage.with { stage in
            _ = try await stage.rule("12:00", minutes: 60)
            _ = try await stage.rule(show: stage.other, "13:00", minutes: 5)
            _ = try await stage.rule("13:05", minutes: 55)
            _ = try await stage.rule(show: stage.other, "14:00", minutes: 30)
            try await body(stage)
        }
    }

    private static func set(_ stage: ScheduleStage, _ id: String, _ body: String) async -> StageAnswer {
        await stage.stage.send(.put, "/api/v1/admin/airings/\(id)/actual-times", body, as: .programmer)
    }

    @Test func removingAnOverrunRestoresTheBroadcastsThatTheOverrunShifted() async throws {
        try await Self.with { stage in
            let id = try await stage.airing(at: "2026-06-16T12:00")
            let before = try await stage.day("2026-06-16")
            let set = await Self.set(stage, id, #"{"endsAt": "2026-06-16T13:10:00Z"}"#)
            #expect(set.status == 200)
            #expect(set.objects("items").count == 3)
            #expect(set.objects("items").map { $0["isShifted"] as? Bool } == [false, true, true])
            #expect(
                try await stage.day("2026-06-16")
                    == ["12:00-13:10 B", "13:10-13:15 N", "13:15-14:00 B", "14:00-14:30 N"])
            // A second overrun is computed from the planned times, not from the current ones.
            _ = await Self.set(stage, id, #"{"endsAt": "2026-06-16T13:02:00Z"}"#)
            #expect(
                try await stage.day("2026-06-16")
                    == ["12:00-13:02 B", "13:02-13:07 N", "13:07-14:00 B", "14:00-14:30 N"])
            #expect(try await stage.materialiser.materialiseAll(in: stage.stage.here.id).shows == [])
            let back = await Self.set(stage, id, "{}")
            #expect(back.objects("items").count == 3)
            #expect(try await stage.day("2026-06-16") == before)
            #expect(
                try await stage.stage.database.sql(
                    "select count(*) from app.airing where actual_start is not null or is_shifted"
                ).hasPrefix("0"))
            #expect(await Self.set(stage, id, "{}").objects("items").isEmpty)
        }
    }

    @Test func anActualStartIsRecordedUnlessTheBroadcastOverlapsAnotherBroadcast() async throws {
        try await Self.with { stage in
            let id = try await stage.airing(at: "2026-06-16T14:00")
            #expect(await Self.set(stage, id, #"{"startsAt": "2026-06-16T14:03:00Z"}"#).status == 200)
            #expect(try await stage.day("2026-06-16").last == "14:03-14:30 N")
            let early = await Self.set(stage, id, #"{"startsAt": "2026-06-16T13:50:00Z"}"#)
            #expect(early.status == 409)
            #expect(early.faults == ["/airings/\(try await stage.airing(at: "2026-06-16T13:05"))"])
            #expect(try await stage.day("2026-06-16").last == "14:03-14:30 N")
        }
    }

    @Test func anOverrunIntoABroadcastWithRecordedTimesIsRefused() async throws {
        try await Self.with { stage in
            let (first, last) = (
                try await stage.airing(at: "2026-06-16T12:00"), try await stage.airing(at: "2026-06-16T13:05")
            )
            _ = await Self.set(stage, last, #"{"startsAt": "2026-06-16T13:06:00Z"}"#)
            let picture = try await stage.picture()
            let refused = await Self.set(stage, first, #"{"endsAt": "2026-06-16T13:10:00Z"}"#)
            #expect(refused.status == 409 && refused.faults == ["/airings/\(last)"])
            #expect(try await stage.picture() == picture)
            #expect(await Self.set(stage, first, #"{"endsAt": "2026-06-16T13:01:00Z"}"#).status == 200)
            #expect(try await stage.day("2026-06-16").dropFirst().first == "13:01-13:06 N")
        }
    }

    @Test func invalidActualTimesAreRefused() async throws {
        try await Self.with { stage in
            let id = try await stage.airing(at: "2026-06-16T12:00")
            let picture = try await stage.picture()
            for (body, faults) in [
                (#"{"endsAt": "2026-06-18T13:00:01Z"}"#, ["/endsAt"]),
                (#"{"startsAt": "2026-06-16T13:00:00Z"}"#, ["/startsAt"]),
                (#"{"startsAt": "2026-06-16T12:30:00Z", "endsAt": "2026-06-16T12:30:00Z"}"#, ["/endsAt"]),
                (#"{"endsAt": "2026-06-16T12:00:00Z"}"#, ["/endsAt"]),
            ] {
                let answer = await Self.set(stage, id, body)
                #expect(answer.status == 422 && answer.faults == faults, "\(body)")
            }
            #expect(try await stage.picture() == picture)
            _ = await stage.stage.send(.delete, "/api/v1/admin/airings/\(id)", as: .programmer)
            #expect(await Self.set(stage, id, "{}").status == 409)
        }
    }

    /// Imported times can lie between two milliseconds; an airing must not count as following itself.
    @Test func anAiringWithMicrosecondTimesIsNotCountedAsFollowingItself() async throws {
        try await ScheduleStage.with { stage in
            let id = try await stage.stage.database.airing(
                of: stage.show, on: stage.channel, from: "2026-06-16T12:00:00.000400Z",
                to: "2026-06-16T13:00:00.000400Z",
                in: stage.stage.here)
            let set = await Self.set(stage, "\(id)", "{}")
            #expect(set.status == 200 && set.objects("items").isEmpty, "\(set.text)")
        }
    }

    /// Random overruns never overlap (the schema would refuse that), and removing all of them restores the plan.
    @Test func removingRandomOverrunsRestoresThePlan() async throws {
        try await Self.with { stage in
            var random = Seeded(5)
            let before = try await stage.day("2026-06-16")
            let ids = try await stage.airings(on: "2026-06-16").compactMap { $0["id"] as? String }
            for _ in 0..<40 {
                let id = ids.randomElement(using: &random)!
                let minute = Int.random(in: 1...59, using: &random)
                let hour = Int.random(in: 12...14, using: &random)
                let time = "2026-06-16T\(hour):\(minute < 10 ? "0" : "")\(minute):00Z"
                let answer = await Self.set(stage, id, Bool.random(using: &random) ? "{}" : #"{"endsAt": "\#(time)"}"#)
                #expect([200, 409, 422].contains(answer.status), "\(answer.text)")
            }
            for id in ids + ids { _ = await Self.set(stage, id, "{}") }
            #expect(try await stage.day("2026-06-16") == before)
        }
    }
}
