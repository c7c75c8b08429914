import Testing

@testable import RadioImports

/// For each channel, a guide is complete between its first and its last broadcast and contains no information about
/// other times.
struct SpanImportTests {
    private func guide(_ programmes: [(channel: String, day: Int, hour: Int, title: String)]) -> [(String, String)] {
        let entries = programmes.map { entry in
            func time(_ hour: Int) -> String { "202607\(entry.day)\(hour < 10 ? "0" : "")\(hour)0000 +0000" }
            return """
                <programme channel="\(entry.channel)" start="\(time(entry.hour))" stop="\(time(entry.hour + 1))">
                <title>\(entry.title)</title></programme>
                """
        }
        return [("guide.xml", "<tv>\(entries.joined())</tv>")]
    }

    private func airings(_ rig: ImportRig) async throws -> [String] {
        try await rig.rows(
            """
            select s.title || case when a.is_cancelled then ' cancelled' else '' end
              from app.airing a
              join app.show s on s.show_id = a.show_id
             order by a.planned_start, a.channel_id, s.title
            """)
    }

    @Test func aGuideCancelsOnlyUnlistedBroadcastsWithinItsSpan() async throws {
        try await ImportRig.with { rig in
            let first = [
                ("c", 10, 10, "Before"), ("c", 12, 10, "One"), ("c", 12, 11, "Two"), ("c", 12, 12, "Three"),
                ("c", 14, 10, "After"), ("d", 12, 11, "Other"),
            ].map { (channel: $0.0, day: $0.1, hour: $0.2, title: $0.3) }
            try await rig.importFile("xmltv", guide(first))
            #expect(try await airings(rig) == ["Before", "One", "Two", "Other", "Three", "After"])

            let second = guide([("c", 12, 10, "One"), ("c", 12, 12, "Three")])
            let dry = try await rig.importFile("xmltv", second, isDryRun: true)
            #expect(dry.losses.first.map(\.message) == ["broadcast of Two at 2026-07-12T11:00Z is cancelled"])
            let report = try await rig.importFile("xmltv", second)
            #expect(report.losses == dry.losses)
            #expect(report.counts.first { $0.kind == "airing" }?.gone == 1)
            #expect(try await airings(rig) == ["Before", "One", "Two cancelled", "Other", "Three", "After"])
            #expect(try await rig.importFile("xmltv", second).outcome == .unchanged)

            // The broadcast is reinstated, and broadcasts of the same source that overlap it are cancelled.
            try await rig.importFile("xmltv", guide([("c", 12, 11, "Two"), ("c", 14, 9, "Early")]))
            #expect(
                try await airings(rig) == ["Before", "One", "Two", "Other", "Three cancelled", "Early", "After"])
        }
    }

    @Test func anUnlistedBroadcastThatReachesIntoTheSpanOfAGuideIsCancelled() async throws {
        try await ImportRig.with { rig in
            let long = """
                <tv><programme channel="c" start="20260712080000 +0000" stop="20260712110000 +0000"><title>Long</title>
                </programme></tv>
                """
            try await rig.importFile("xmltv", [("guide.xml", long)])
            try await rig.importFile("xmltv", guide([("c", 12, 10, "One"), ("c", 12, 11, "Two")]))
            #expect(try await airings(rig) == ["Long cancelled", "One", "Two"])
        }
    }
}
