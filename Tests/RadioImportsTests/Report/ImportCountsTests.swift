import Observability
import Testing

@testable import RadioImports

@Suite struct ImportCountsTests {
    private func text(_ counts: ImportCounts) -> String {
        let registry = MetricsRegistry()
        counts.register(in: registry)
        return registry.render()
    }

    @Test func waitingRunningAndEndedImportsAreCounted() {
        let counts = ImportCounts()
        counts.began()
        #expect(text(counts).contains("tutti_imports_waiting 1\n"))
        counts.started()
        counts.items.increment(by: 7)
        counts.bytes.increment(by: 1000)
        counts.used(nanoseconds: 1_500_000_000)
        #expect(text(counts).contains("tutti_imports_waiting 0\n"))
        #expect(text(counts).contains("tutti_imports_running 1\n"))
        counts.ended(.dryRun, hasStarted: true, after: .seconds(3))
        let end = text(counts)
        for line in [
            "tutti_imports_running 0", "tutti_imports_total{outcome=\"dry-run\"} 1",
            "tutti_imports_total{outcome=\"failed\"} 0", "tutti_import_items_total 7",
            "tutti_import_read_bytes_total 1000", "tutti_import_cpu_seconds_total 1.5",
            "tutti_import_duration_seconds_bucket{le=\"1\"} 0", "tutti_import_duration_seconds_bucket{le=\"5\"} 1",
        ] {
            #expect(end.contains(line + "\n"), "\(line)")
        }
    }

    @Test func itemsAndBytesThatAnImportReadsAreCounted() async throws {
        try await ImportRig.with { rig in
            let feed = """
                <rss version="2.0"><channel><title>Talks</title><link>https://talks.example/</link>
                <item><guid>1</guid><title>One</title></item></channel></rss>
                """
            let report = try await rig.importFile("rss", [("feed.xml", feed)])
            #expect(report.outcome == .published)
            let told = text(rig.imports.counts)
            for line in [
                "tutti_imports_total{outcome=\"published\"} 1", "tutti_imports_running 0", "tutti_imports_waiting 0",
                "tutti_import_read_bytes_total \(feed.utf8.count)", "tutti_import_duration_seconds_count 1",
            ] {
                #expect(told.contains(line + "\n"), "\(line)")
            }
            #expect(!told.contains("tutti_import_items_total 0\n"))
            #expect(!told.contains("tutti_import_cpu_seconds_total 0\n"))
        }
    }

    @Test func anImportThatEndsBeforeItStartsIsNoLongerCountedAsWaiting() {
        let counts = ImportCounts()
        counts.began()
        counts.ended(.turnedAway, hasStarted: false, after: .zero)
        #expect(text(counts).contains("tutti_imports_waiting 0\n"))
        #expect(text(counts).contains("tutti_imports_running 0\n"))
        #expect(text(counts).contains("tutti_imports_total{outcome=\"turned-away\"} 1\n"))
    }
}
