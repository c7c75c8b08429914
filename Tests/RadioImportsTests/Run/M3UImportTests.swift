import Testing

@testable import RadioImports

struct M3UImportTests {
    private static let list = """
        #EXTM3U
        #EXTINF:-1 tvg-id="wdr",WDR Bonn
        https://a.example/bonn
        #EXTINF:-1 tvg-id="wdr",WDR Wuppertal
        https://a.example/wuppertal

        """

    private func channels(_ rig: ImportRig) async throws -> [String] {
        try await rig.rows(
            "select c.name, c.slug, string_agg(b.uri, ' ' order by b.position) from app.channel c "
                + "join app.bearer b using (tenant_id, channel_id) group by c.channel_id, c.name, c.slug order by c.channel_id"
        )
    }

    @Test func importingTheSameM3UListAgainChangesNoChannel() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile("m3u", [("list.m3u", Self.list)])
            let first = [
                "WDR Bonn|wdr-bonn|https://a.example/bonn", "WDR Wuppertal|wdr-wuppertal|https://a.example/wuppertal",
            ]
            #expect(try await channels(rig) == first)
            #expect(try await rig.importFile("m3u", [("list.m3u", Self.list)]).outcome == .unchanged)
            #expect(try await channels(rig) == first)
        }
    }

    /// An earlier version created one channel from both entries.
    @Test func aChannelOfSeveralEntriesBecomesTheChannelOfTheFirstEntry() async throws {
        try await ImportRig.with { rig in
            try await rig.database.sql(
                """
                set app.tenant_id = '\(rig.here.id)';
                insert into app.channel (slug, name, time_zone, source, source_key)
                values ('wdr-bonn', 'WDR Bonn', 'UTC', 'm3u', 'wdr');
                insert into app.bearer (channel_id, uri, position)
                select channel_id, uri, position
                  from app.channel, (values ('https://a.example/bonn', 0), ('https://a.example/wuppertal', 1)) v (uri, position);
                """, user: "app_rt")
            let before = try await rig.rows("select channel_id from app.channel")
            let report = try await rig.importFile("m3u", [("list.m3u", Self.list)])
            #expect(report.counts.first { $0.kind == "channel" }?.new == 1)
            #expect(
                try await channels(rig) == [
                    "WDR Bonn|wdr-bonn|https://a.example/bonn",
                    "WDR Wuppertal|wdr-wuppertal|https://a.example/wuppertal",
                ])
            #expect(try await rig.rows("select channel_id from app.channel where name = 'WDR Bonn'") == before)
            #expect(try await rig.importFile("m3u", [("list.m3u", Self.list)]).outcome == .unchanged)
        }
    }
}
