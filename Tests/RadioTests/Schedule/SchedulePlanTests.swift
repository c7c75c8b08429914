import Foundation
import Postgres
import ScheduleCore
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

/// Checks that frequent statements of the schedule find airings by indexes, however many other rows exist.
struct SchedulePlanTests {
    @Test func theWeekOfAChannelIsReadFromOneRangeOfAnIndex() async throws {
        try await Self.withManyAirings { stage, channel in
            let plan = try await Self.plan(
                of: AiringStore.listing(
                    on: channel, from: Instant(rfc3339: "2026-06-15T00:00:00Z")!,
                    to: Instant(rfc3339: "2026-06-22T00:00:00Z")!, in: stage.here.id), in: stage)
            let condition = try #require(Self.conditions(plan, index: "airing_channel_idx").first, "\(plan)")
            for column in ["tenant_id", "channel_id", "starts_at >", "starts_at <"] {
                #expect(condition.contains(column), "\(plan)")
            }
            #expect(!plan.contains("Seq Scan"), "\(plan)")
        }
    }

    @Test func theScheduleJobFindsAiringsByIndexes() async throws {
        try await Self.withManyAirings { stage, channel in
            let now = stage.clock.now
            let day: Int64 = 86_400_000
            let today = WallDate(daysSince1970: Int(now.milliseconds / day))
            let statements = ScheduleReading.statements(
                channel, (now.milliseconds - 60 * day)..<(now.milliseconds + 90 * day), (today - 30)...(today + 60),
                now: now, in: stage.here.id)
            let here = try await Self.plan(of: statements[2], in: stage)
            #expect(Self.conditions(here, index: "airing_channel_idx").contains { $0.contains("starts_at") }, "\(here)")
            #expect(!here.contains("Seq Scan on airing"), "\(here)")
            let elsewhere = try await Self.plan(of: statements[3], in: stage)
            #expect(!elsewhere.contains("Seq Scan on airing"), "\(elsewhere)")
        }
    }

    /// Runs `body` with 60 channels, each with 400 airings and one rule.
    private static func withManyAirings(_ body: (RouteStage, Channel.ID) async throws -> Void) async throws {
        try await RouteStage.with { stage in
            let channel = try await stage.database.channel("one", in: stage.here)
            _ = try await stage.database.show("One", in: stage.here)
            try await stage.database.sql(
                """
                insert into app.channel (tenant_id, slug, name, time_zone)
                select \(stage.here.id), 'channel-' || i, 'Channel', 'UTC' from generate_series(2, 60) i;
                insert into app.schedule_rule (tenant_id, channel_id, show_id, starts_on, start_time, duration_ms,
                                               recurrence)
                select c.tenant_id, channel_id, show_id, '2026-01-01', '08:00', 60000, 'FREQ=DAILY'
                  from app.channel c, app.show;
                insert into app.airing (tenant_id, channel_id, show_id, rule_id, slot_date, planned_start, planned_end)
                select r.tenant_id, r.channel_id, r.show_id, rule_id, date '2026-01-01' + i,
                       timestamptz '2026-01-01 08:00Z' + i * interval '1 day',
                       timestamptz '2026-01-01 09:00Z' + i * interval '1 day'
                  from app.schedule_rule r, generate_series(0, 399) i;
                analyze app.airing, app.channel, app.schedule_rule;
                """)
            try await body(stage, Channel.ID(rawValue: channel))
        }
    }

    /// Returns the query plan for the role of the server, with row-level security.
    static func plan(of statement: SQL, in stage: RouteStage) async throws -> String {
        var text = statement.text
        for (index, bind) in statement.binds.enumerated().reversed() {
            let value = bind.bytes.map { "'" + String(decoding: $0, as: UTF8.self) + "'" } ?? "null"
            text = text.replacing("$\(index + 1)", with: "\(value)::\(try #require(types[bind.type]))")
        }
        return try await stage.database.sql(
            "set app.tenant_id = '\(stage.here.id)'; explain \(text)", user: "app_rt")
    }

    private static let types: [UInt32: String] = [
        16: "boolean", 20: "bigint", 23: "integer", 25: "text", 1016: "bigint[]", 1184: "timestamptz",
    ]

    /// Returns the conditions with which the plan scans an index.
    private static func conditions(_ plan: String, index: String) -> [String] {
        let lines = plan.split(separator: "\n").map(String.init)
        return zip(lines, lines.dropFirst()).filter { $0.0.contains(index) }.map(\.1)
    }
}
