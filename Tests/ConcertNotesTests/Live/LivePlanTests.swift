import Postgres
import Testing
import TestSupport

@testable import ConcertNotes

/// A server reads the newest entries of the log by index, regardless of the length of the log.
@Suite struct LivePlanTests {
    @Test(arguments: ["force_custom_plan", "force_generic_plan"])
    func theNewestLiveChangesAreReadByIndex(mode: String) async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let other = try await LiveFixture.onAir(in: database, slug: "other", port: 1002)
            for id in [tenant.id, other.id] {
                try await database.sql(
                    """
                    set app.tenant_id = '\(id)';
                    insert into app.live_change (tenant_id, revision, concert_id, piece, measure, state, source)
                    select tenant_id, revision + i, concert_id, piece, 1 + i % 5, state, source
                      from app.live_change, generate_series(1, 5000) i
                     where tenant_id = \(id);
                    """)
            }
            try await database.sql("vacuum analyze app.live_change, app.piece, app.measure")
            for since in [0, 4990] as [Int64] {
                let plan = try await plan(LiveStore.moves(since: since, tenant.id), mode, database, tenant.id.rawValue)
                #expect(plan.contains("Index Scan Backward using live_change_pkey"), "\(plan)")
                #expect(!plan.contains("Seq Scan on live_change"), "\(plan)")
            }
        }
    }

    private func plan(
        _ statement: SQL, _ mode: String, _ database: TestDatabase, _ tenant: Int32
    ) async throws -> String {
        let names: [UInt32: String] = [20: "bigint", 23: "integer"]
        let types = try statement.binds.map { try #require(names[$0.type]) }
        let values = statement.binds.map { bind in
            bind.bytes.map { "'" + String(decoding: $0, as: UTF8.self).replacing("\0", with: "") + "'" } ?? "null"
        }
        return try await database.sql(
            """
            set app.tenant_id = '\(tenant)';
            set plan_cache_mode = \(mode);
            prepare asked (\(types.joined(separator: ", "))) as \(statement.text);
            explain (costs off) execute asked (\(values.joined(separator: ", ")));
            """)
    }
}
