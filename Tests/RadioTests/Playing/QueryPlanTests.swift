import Postgres
import Testing
import TestSupport
import Web

@testable import Radio

/// The statements behind every "now" walk an index to what they return, whatever else the log holds: no row is read to be
/// thrown away, behind the tenant's wall too.
struct QueryPlanTests {
    private func plan(_ statement: SQL, _ database: TestDatabase, _ tenant: Int32) async throws -> String {
        var text = statement.text
        for (index, bind) in statement.binds.enumerated().reversed() {
            let value = bind.bytes.map { String(decoding: $0, as: UTF8.self).replacing("\0", with: "") } ?? ""
            text = text.replacing("$\(index + 1)", with: "'\(value)'\(Self.casts[bind.type] ?? "")")
        }
        return try await database.psql(
            """
            begin;
            set local app.tenant_id = '\(tenant)';
            set local enable_seqscan = off;
            explain (analyze, costs off, timing off, summary off) \(text);
            rollback;
            """, user: "app_rt")
    }

    private static let casts: [UInt32: String] = [
        20: "::bigint", 23: "::integer", 1016: "::bigint[]", 1184: "::timestamptz",
    ]

    @Test func whatPlaysIsFoundByIndexConditionsAlone() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            let show = try await database.show("Show", on: [channel], in: here)
            try await playing.psql(
                """
                insert into app.airing (tenant_id, channel_id, show_id, planned_start, planned_end)
                select \(here.id), \(channel), \(show), t, t + interval '1 hour'
                  from generate_series('2026-01-01Z'::timestamptz, '2026-06-30Z', '1 hour') t;
                insert into app.cut (tenant_id, channel_id, starts_at, title)
                select \(here.id), \(channel), t, 'Song'
                  from generate_series('2026-05-01Z'::timestamptz, '2026-06-16Z', '4 minutes') t;
                insert into app.segment (tenant_id, airing_id, offset_ms, duration_ms, kind)
                select tenant_id, airing_id, 0, 1000, 'part' from app.airing;
                analyze app.airing, app.cut, app.segment;
                """)
            let ids = [Channel.ID(rawValue: channel)]
            let stretch = instant("2026-06-15T07:00:00Z")..<instant("2026-06-15T12:00:00Z")
            let statements = [
                (TrackStore.airings(of: ids, over: stretch, in: here.id), "airing_channel_idx"),
                (TrackStore.cuts(of: ids, over: stretch, in: here.id), "cut_channel_idx"),
                (TrackStore.segments(of: ids, over: stretch, in: here.id), "segment_airing_idx"),
            ]
            for (statement, index) in statements {
                let plan = try await plan(statement, database, here.id.rawValue)
                #expect(plan.contains(index), "\(plan)")
                #expect(!plan.contains("Seq Scan"), "\(plan)")
                // Cancelled broadcasts are kept, and are the only rows that are passed over; here are none.
                #expect(!plan.contains("Rows Removed by Filter"), "\(plan)")
            }
        }
    }
}
