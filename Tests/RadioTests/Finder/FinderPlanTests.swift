import Foundation
import Postgres
import TestSupport
import Testing
import WebTestSupport

@testable import Radio

/// Checks the plans of frequent statements with enough data to expose a table scan. As the service role under row-level security, each statement
/// reads large tables only by indexes.
struct FinderPlanTests {
    /// Spec O2.6.
    @Test func frequentFinderStatementsReadLargeTablesOnlyByIndexes() async throws {
        try await FinderStage.with { stage in
            try await Self.plant(stage)
            let tenant = stage.stage.here.id
            let now = stage.stage.clock.now
            let finder = FinderStore(database: stage.database.tenants)
            let search = SearchStore(database: stage.database.tenants)
            let rows = EpisodeRowsSQL(tenant: tenant, show: Show.ID(rawValue: 7), now: now, filter: .all, limit: 51)
            let listing = FinderListingStore.statements(tenant)
            let cursor = EpisodeList.Cursor(isAiring: true, microseconds: 0, id: 1)
            let statements: [(String, SQL)] = [
                ("list", listing[1]), ("holdings", listing[4]),
                ("featured by itself", FeaturedStore.computed(now, in: tenant)),
                ("entries", finder.entries(Array(1...50), without: [], at: now, in: tenant)),
                ("on demand", rows.onDemand(before: EpisodeList.Cursor(isAiring: false, microseconds: 1 << 52, id: 1))),
                ("airings", rows.airings(after: cursor)),
                ("words", search.words("wo", ["word1", "word2"], in: tenant)),
                ("names", search.names("wo", ["word1", "word2"], in: tenant)),
                ("near", search.near(["wor", "ord"], in: tenant)),
                ("open", search.openEpisodes([1, 2], of: [1, 2], at: now, in: tenant)),
            ]
            // Small tables that may be read whole.
            let small: Set<String> = [
                "channel", "category", "channel_category", "featured_show", "art", "art_image", "tenant_profile",
            ]
            for (name, sql) in statements {
                let plan = try await Self.plan(sql, stage)
                let scans = plan.split(separator: "\n").filter { $0.contains("Seq Scan on") }
                let large = scans.filter { line in !small.contains { line.contains("Seq Scan on \($0)") } }
                #expect(large.isEmpty, "\(name): \(plan)")
                // The tenant and the search terms are index conditions, not filters.
                let conditions = plan.split(separator: "\n").filter { $0.contains("Index Cond") }
                #expect(conditions.contains { $0.contains("tenant_id") }, "\(name): \(plan)")
                if name == "words" || name == "names" {
                    #expect(conditions.contains { $0.contains("word >=") && $0.contains("word <") }, "\(plan)")
                    #expect(conditions.contains { $0.contains("word = ANY") }, "\(plan)")
                }
                if name == "list" { #expect(plan.contains("Index Only Scan using finder_show_rank_idx"), "\(plan)") }
            }
        }
    }

    private static func plan(_ sql: SQL, _ stage: FinderStage) async throws -> String {
        // EXPLAIN accepts no parameters here, so the binds are replaced by literals.
        var text = sql.text
        for (index, bind) in sql.binds.enumerated().reversed() {
            let value =
                bind.bytes.map { "'" + String(decoding: $0, as: UTF8.self).replacing("'", with: "''") + "'" } ?? "null"
            text = text.replacing("$\(index + 1)", with: "\(value)::\(types[bind.type] ?? "text")")
        }
        return try await stage.database.sql(
            """
            set app.tenant_id = '\(stage.stage.here.id)';
            explain \(text);
            """, user: "app_rt")
    }

    private static let types: [UInt32: String] = [
        16: "boolean", 20: "bigint", 21: "smallint", 23: "integer", 25: "text", 1184: "timestamptz", 1016: "bigint[]",
        1009: "text[]",
    ]

    /// Creates 2,000 shows with ten episodes and one airing each, for this tenant and one other. Twenty more tenants have shows without episodes and
    /// airings, so the planner chooses plans as in a database with many tenants. If each of two tenants had half of a table, the planner would scan
    /// the table.
    private static func plant(_ stage: FinderStage) async throws {
        for tenant in [stage.stage.here, stage.stage.there] {
            try await stage.database.insertUnchecked(
                """
                set app.tenant_id = '\(tenant.id)';
                insert into app.channel (slug, name, time_zone) select 'c' || i, 'C' || i, 'UTC' from generate_series(1, 20) i;
                insert into app.show (title) select 'word' || i from generate_series(1, 2000) i;
                insert into app.show_channel (show_id, channel_id)
                select s.show_id, c.channel_id
                  from (select show_id, row_number() over (order by show_id) as n from app.show where tenant_id = \(tenant.id)) s
                  join (select channel_id, row_number() over (order by channel_id) - 1 as n from app.channel
                         where tenant_id = \(tenant.id)) c on c.n = s.n % 20;
                insert into app.category (name) select 'Category ' || i from generate_series(1, 10) i;
                insert into app.channel_category (channel_id, category_id)
                select c.channel_id, k.category_id from app.channel c, app.category k
                 where c.tenant_id = \(tenant.id) and k.tenant_id = \(tenant.id) and c.channel_id % 10 = k.category_id % 10;
                insert into app.featured_show (show_id, position)
                select show_id, 0 from app.show where tenant_id = \(tenant.id) order by show_id limit 30;
                insert into app.finder_show (show_id, is_listed, sort_key, rail, rank, last_airing)
                select show_id, true, title, 'W', show_id, now() from app.show where tenant_id = \(tenant.id);
                insert into app.finder_window (show_id, opens_at, closes_at)
                select show_id, '2020-01-01', 'infinity' from app.show where tenant_id = \(tenant.id);
                insert into app.episode (show_id, title)
                select show_id, 'word' || i from app.show, generate_series(1, 10) i where tenant_id = \(tenant.id);
                insert into app.version (episode_id, show_id, available_from)
                select episode_id, show_id, '2020-01-01' from app.episode where tenant_id = \(tenant.id);
                insert into app.finder_episode (show_id, episode_id, opens_at, closes_at, heard_at)
                select show_id, episode_id, '2020-01-01', 'infinity', '2020-01-01' from app.episode where tenant_id = \(tenant.id);
                insert into app.airing (channel_id, show_id, planned_start, planned_end)
                select c.channel_id, s.show_id, t, t + interval '10 minutes'
                  from (select channel_id, row_number() over (order by channel_id) as n from app.channel
                         where tenant_id = \(tenant.id)) c,
                       (select show_id, row_number() over (order by show_id) as n from app.show where tenant_id = \(tenant.id)) s,
                       lateral (select '2026-06-10Z'::timestamptz + (s.n / 20) * interval '1 hour' as t) u
                 where s.n % 20 = c.n - 1;
                insert into app.finder_word (word, field, show_id, items)
                select 'word' || i, i % 3, show_id, array[show_id * 4] from app.show, generate_series(1, 10) i
                 where tenant_id = \(tenant.id);
                insert into app.finder_name (word, field, kind, item_id, revision)
                select 'word' || i, 0, 0, i, 1 from generate_series(1, 5000) i;
                insert into app.finder_gap (gap, word) select left(md5(i::text), 5), 'word' || i from generate_series(1, 20000) i;
                """)
        }
        for tenant in 1...20 {
            let id = try await stage.database.tenant("neighbour-\(tenant)").id
            try await stage.database.insertUnchecked(
                """
                insert into app.channel (tenant_id, slug, name, time_zone)
                select \(id), 'c' || i, 'C' || i, 'UTC' from generate_series(1, 20) i;
                insert into app.show (tenant_id, title) select \(id), 'word' || i from generate_series(1, 2000) i;
                insert into app.show_channel (tenant_id, show_id, channel_id)
                select \(id), s.show_id, c.channel_id
                  from app.show s, (select min(channel_id) as channel_id from app.channel where tenant_id = \(id)) c
                 where s.tenant_id = \(id);
                insert into app.finder_show (tenant_id, show_id, is_listed, sort_key, rail, rank, last_airing)
                select \(id), show_id, true, title, 'W', show_id, now() from app.show where tenant_id = \(id);
                insert into app.finder_window (tenant_id, show_id, opens_at, closes_at)
                select \(id), show_id, '2020-01-01', 'infinity' from app.show where tenant_id = \(id);
                """)
        }
        try await stage.database.sql("vacuum analyze")
    }
}
