import Postgres
import ScheduleCore
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct ScheduleMaterialiserTests {
    @Test func aRepeatedScheduleRunOnlyAddsTheAiringsOfNewDays() async throws {
        try await ScheduleStage.with { stage in
            _ = try await stage.rule("08:00")
            _ = try await stage.rule(show: stage.other, "08:30", minutes: 120, "FREQ=WEEKLY;BYDAY=MO,TH")
            let picture = try await stage.picture()
            let revision = try await stage.stage.database.sql("select revision from app.radio_revision")
            let again = try await stage.materialiser.materialiseAll(in: stage.stage.here.id)
            #expect(again == ScheduleMaterialiser.Outcome())
            #expect(try await stage.picture() == picture)
            #expect(try await stage.stage.database.sql("select revision from app.radio_revision") == revision)
            for day in 16...30 {
                try stage.stage.clock.set("2026-06-\(day)T12:00:00Z")
                let outcome = try await stage.materialiser.materialiseAll(in: stage.stage.here.id)
                #expect(outcome.changed == 0 && outcome.cancelled == 0)
                #expect((1...2).contains(outcome.added))
            }
            #expect(try await stage.day("2026-08-29") == ["08:00-09:00 B"])
            #expect(try await stage.day("2026-08-30") == [])
        }
    }

    /// The daily starts in UTC of a show at 02:30 local time, from the day before a clock change or a leap day. Spec R45.
    @Test(arguments: [
        ("Europe/Prague", "2026-03-28", ["01:30", "01:30", "00:30"]),
        ("Europe/Prague", "2026-10-24", ["00:30", "00:30", "01:30"]),
        ("America/New_York", "2026-03-07", ["07:30", "07:30", "06:30"]),
        ("America/New_York", "2026-10-31", ["06:30", "07:30", "07:30"]),
        ("Australia/Lord_Howe", "2028-02-28", ["15:30", "15:30", "15:30"]),
    ])
    func theLocalTimeOfARuleStaysTheSameAcrossClockChanges(zone: String, first: String, starts: [String]) async throws {
        try await ScheduleStage.with(timeZone: zone, at: first + "T23:00:00Z") { stage in
            _ = try await stage.rule(startsOn: "2020-01-01", "02:30", minutes: 30)
            let day = try #require(WallDate(first))
            let offset = zone == "Australia/Lord_Howe" ? -1 : 0
            for (index, start) in starts.enumerated() {
                let found = try await stage.day((day + index + offset).description)
                #expect(found.map { String($0.prefix(5)) } == [start], "\(zone) \(day + index)")
            }
        }
    }

    @Test func aLocalTimeThatOccursTwiceMeansItsFirstOccurrence() async throws {
        // In New York, clocks go back on Sunday 1 November 2026 at 02:00.
        try await ScheduleStage.with(timeZone: "America/New_York", at: "2026-10-31T23:00:00Z") { stage in
            _ = try await stage.rule("01:30", minutes: 30)
            #expect(try await stage.day("2026-11-01") == ["05:30-06:00 B"])
            #expect(try await stage.day("2026-11-02") == ["06:30-07:00 B"])
        }
    }

    @Test func airingsInThePastOrWithActualTimesOrCutsDoNotChange() async throws {
        try await ScheduleStage.with { stage in
            let id = try await stage.rule("08:00")
            let (stated, played) = (
                try await stage.airing(at: "2026-06-16T08:00"), try await stage.airing(at: "2026-06-17T08:00")
            )
            _ = await stage.stage.send(
                .put, "/api/v1/admin/airings/\(stated)/actual-times", #"{"startsAt": "2026-06-16T08:01:00Z"}"#,
                as: .programmer)
            try await stage.stage.database.sql(
                """
                insert into app.cut (tenant_id, channel_id, airing_id, position, title)
                values (\(stage.stage.here.id), \(stage.channel), \(played), 0, 'Song')
                """)
            _ = await stage.stage.send(
                .put, "/api/v1/admin/schedule-rules/\(id)",
                stage.ruleText(show: stage.other, "07:00"), as: .programmer)
            #expect(try await stage.day("2026-06-14") == ["08:00-09:00 B"])
            #expect(try await stage.day("2026-06-16") == ["08:01-09:00 B"])
            #expect(try await stage.day("2026-06-17") == ["08:00-09:00 B"])
            #expect(try await stage.day("2026-06-18") == ["07:00-08:00 N"])
        }
    }

    /// The airings are created for the days up to 14 August. Both broadcasts take seven days, and exceptions move them towards each other.
    @Test func anAiringMakesRoomForABroadcastThatIsMovedBackFromALaterDay() async throws {
        try await ScheduleStage.with { stage in
            for (date, start, priority) in [
                ("2026-08-14", "2026-08-21T12:00:00Z", 0), ("2026-09-03", "2026-08-27T12:00:00Z", 5),
            ] {
                let id = try await stage.rule(
                    startsOn: date, "12:00", minutes: 7 * 1440, nil, more: ", \"priority\": \(priority)")
                let moved = await stage.stage.send(
                    .put, "/api/v1/admin/schedule-rules/\(id)/exceptions/\(date)", #"{"startsAt": "\#(start)"}"#,
                    as: .programmer)
                #expect(moved.status == 200, "\(moved.text)")
            }
            let airings = try await stage.airings(on: "2026-08-21")
            #expect(airings.map { $0["startsAt"] as? String } == ["2026-08-21T12:00:00.000Z"])
            #expect(airings.map { $0["endsAt"] as? String } == ["2026-08-27T12:00:00.000Z"])
        }
    }

    @Test func aCancelledAiringIsDeletedAMonthAfterItsDate() async throws {
        try await ScheduleStage.with { stage in
            let id = try await stage.rule("08:00")
            _ = await stage.stage.send(.delete, "/api/v1/admin/schedule-rules/\(id)", as: .programmer)
            let count = "select count(*) from app.airing where is_cancelled"
            #expect(try await stage.stage.database.sql(count).hasPrefix("60"))
            try stage.stage.clock.set("2026-07-15T12:00:00Z")
            _ = try await stage.materialiser.materialiseAll(in: stage.stage.here.id)
            #expect(try await stage.stage.database.sql(count).hasPrefix("60"))
            try stage.stage.clock.set("2026-07-20T12:00:00Z")
            _ = try await stage.materialiser.materialiseAll(in: stage.stage.here.id)
            #expect(try await stage.stage.database.sql(count).hasPrefix("55"))
        }
    }

    @Test func aRuleWithAnInvalidRecurrenceHasNoAirings() async throws {
        try await ScheduleStage.with { stage in
            try await stage.stage.database.sql(
                """
                insert into app.schedule_rule (tenant_id, channel_id, show_id, starts_on, start_time, duration_ms, recurrence)
                values (\(stage.stage.here.id), \(stage.channel), \(stage.show), '2026-06-01', '08:00', 60000, 'FREQ=HOURLY')
                """)
            #expect(try await stage.materialiser.materialiseAll(in: stage.stage.here.id).added == 0)
        }
    }

    @Test func aScheduleFailureInOneTenantDoesNotAffectOtherTenants() async throws {
        try await ScheduleStage.with { stage in
            _ = try await stage.rule("08:00")
            let unknown = try await stage.stage.database.channel("odd", timeZone: "Nowhere/Land", in: stage.stage.there)
            let show = try await stage.stage.database.show("Odd", in: stage.stage.there)
            try await stage.stage.database.sql(
                """
                insert into app.schedule_rule (tenant_id, channel_id, show_id, starts_on, start_time, duration_ms)
                values (\(stage.stage.there.id), \(unknown), \(show), '2026-06-20', '08:00', 60000)
                """)
            try stage.stage.clock.set("2026-06-17T12:00:00Z")
            let clock = stage.stage.clock
            let tenants = [stage.stage.there.id, stage.stage.here.id]
            let job = ScheduleJob(
                database: stage.stage.database.tenants, tenants: { tenants }, logger: RouteStage.silence,
                now: { clock.now })
            #expect(await job.runOnce() == false)
            #expect(try await stage.day("2026-08-16") == ["08:00-09:00 B"])
        }
    }

    @Test func theLogReportsWhenTheTenantsOfScheduleRulesCannotBeRead() async throws {
        try await ScheduleStage.with { stage in
            let log = RecordedLog()
            let clock = stage.stage.clock
            let job = ScheduleJob(
                database: stage.stage.database.tenants, tenants: { throw PostgresError.poolTimeout },
                logger: log.logger, now: { clock.now })
            #expect(await job.runOnce() == false)
            #expect(log.lines.map(\.message) == ["reading the tenants of schedule rules failed"])
            #expect(log.lines.first?.metadata["error"] == "\(PostgresError.poolTimeout.withoutData)")
        }
    }

    /// Eight concurrent writers of one channel all succeed, and nothing overlaps.
    @Test func rulesCreatedConcurrentlyForOneChannelAllTakeEffect() async throws {
        try await ScheduleStage.with { stage in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for hour in 0..<8 {
                    group.addTask { _ = try await stage.rule("0\(hour):00", minutes: 90) }
                }
                try await group.waitForAll()
            }
            #expect(try await stage.day("2026-06-16").count == 8)
            #expect(try await stage.materialiser.materialiseAll(in: stage.stage.here.id) == .init())
        }
    }
}
