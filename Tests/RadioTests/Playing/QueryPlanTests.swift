import Postgres
import Testing
import TestSupport
import Web

@testable import Radio

/// Checks that the statements for the current programmes read only the rows that they return, through index conditions, also under row-level
/// security. The planner chooses freely, for these values and for a generic plan.
struct QueryPlanTests {
    @Test func statementsForTheCurrentProgrammeUseOnlyIndexConditions() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            for tenant in [here, playing.stage.there] { try await Self.plant(database, tenant.id.rawValue) }
            try await database.sql("vacuum analyze app.channel, app.airing, app.cut, app.segment")
            let ids = try await Self.channels(database, here.id.rawValue)
            let period = instant("2026-06-15T07:00:00Z")..<instant("2026-06-15T12:00:00Z")
            let statements = [
                (TrackStore.airings(of: ids, over: period, in: here.id), "airing_channel_idx", "airing"),
                (TrackStore.cuts(of: ids, over: period, in: here.id), "cut_channel_idx", "cut"),
                (TrackStore.segments(of: ids, over: period, in: here.id), "segment_airing_idx", "segment"),
            ]
            for mode in ["force_custom_plan", "force_generic_plan"] {
                for (statement, index, table) in statements {
                    let plan = try await Self.plan(statement, mode, database, here.id.rawValue)
                    #expect(plan.contains(index), "\(mode): \(plan)")
                    #expect(!plan.contains("Seq Scan"), "\(mode): \(plan)")
                    // Only cancelled broadcasts would be filtered; there are none here.
                    #expect(!plan.contains("Rows Removed by Filter"), "\(mode): \(plan)")
                    #expect(plan.contains("on \(table) "), "\(mode): \(plan)")
                }
            }
        }
    }

    /// Creates 60 channels with hourly broadcasts of 16 days, a song every half hour, and a segment per broadcast. With this number of rows, reading
    /// three channels by an index costs less than a table scan.
    private static func plant(_ database: TestDatabase, _ tenant: Int32) async throws {
        try await database.insertUnchecked(
            """
            set app.tenant_id = '\(tenant)';
            insert into app.channel (slug, name, time_zone)
            select 'channel-' || i, 'Channel ' || i, 'UTC' from generate_series(1, 60) i;
            insert into app.show (title) values ('Show');
            insert into app.airing (channel_id, show_id, planned_start, planned_end)
            select c.channel_id, s.show_id, t, t + interval '1 hour'
              from app.channel c
              join app.show s using (tenant_id)
             cross join generate_series('2026-06-01Z'::timestamptz, '2026-06-17Z', '1 hour') t
             where c.tenant_id = \(tenant);
            insert into app.cut (channel_id, starts_at, title)
            select channel_id, t, 'Song'
              from app.channel
             cross join generate_series('2026-06-01Z'::timestamptz, '2026-06-17Z', '30 minutes') t
             where tenant_id = \(tenant);
            insert into app.segment (airing_id, offset_ms, duration_ms, kind)
            select airing_id, 0, 1000, 'part' from app.airing where tenant_id = \(tenant);
            """)
    }

    private static func channels(_ database: TestDatabase, _ tenant: Int32) async throws -> [Channel.ID] {
        try await database.sql(
            "select channel_id from app.channel where tenant_id = \(tenant) order by channel_id limit 3"
        ).split(separator: "\n").compactMap { Int64($0).map(Channel.ID.init(rawValue:)) }
    }

    /// Prepares the statement as the service does, and executes it.
    private static func plan(
        _ statement: SQL, _ mode: String, _ database: TestDatabase, _ tenant: Int32
    ) async throws -> String {
        let types = try statement.binds.map { try #require(names[$0.type]) }
        let values = statement.binds.map { bind in
            bind.bytes.map { "'" + String(decoding: $0, as: UTF8.self).replacing("\0", with: "") + "'" } ?? "null"
        }
        return try await database.sql(
            """
            set app.tenant_id = '\(tenant)';
            set plan_cache_mode = \(mode);
            prepare asked (\(types.joined(separator: ", "))) as \(statement.text);
            explain (analyze, costs off, timing off, summary off) execute asked (\(values.joined(separator: ", ")));
            """, user: "app_rt")
    }

    private static let names: [UInt32: String] = [20: "bigint", 23: "integer", 1016: "bigint[]", 1184: "timestamptz"]
}
