import Dispatch
import Testing
import Web

@testable import RadioImports

struct TwoImportsTests {
    private static let feed = """
        <rss version="2.0"><channel><title>Talks</title><link>https://talks.example/</link>
        <item><guid>1</guid><title>One</title></item></channel></rss>
        """

    /// The second import of a tenant is refused and changes nothing; an import of another tenant runs.
    @Test func aSecondImportOfATenantIsRefusedWhileTheFirstIsReading() async throws {
        try await ImportRig.with { rig in
            let format = try #require(ImportFormats.format(named: "rss"))
            let (reached, reach) = AsyncStream<Void>.makeStream()
            let go = DispatchSemaphore(value: 0)
            async let first = rig.imports.run(
                ImportSource(name: "feed.xml", texts: [("feed.xml", Self.feed)]), as: format, in: rig.here,
                order: StationImport.Order(), by: ImportActor(command: "first")
            ) { progress in
                guard case .reading = progress else { return }
                reach.yield()
                reach.finish()
                // Blocks the reading thread while the transaction is open.
                go.wait()
            }
            for await _ in reached {}
            let refusal = await #expect(throws: APIError.self) {
                try await rig.importFile("rss", [("feed.xml", Self.feed)])
            }
            #expect(refusal?.code == .importUnderWay)
            #expect(refusal?.status == .conflict)
            #expect(refusal?.retryAfter == 10)
            #expect(try await rig.importFile("rss", [("feed.xml", Self.feed)], in: rig.there).outcome == .published)
            go.signal()
            #expect(try await first.report.outcome == .published)
            #expect(try await rig.importFile("rss", [("feed.xml", Self.feed)]).outcome == .unchanged)
            #expect(
                try await rig.rows("select tenant_id, actor, outcome from app.radio_import order by import_id")
                    == [
                        "\(rig.here.id)|first|published", "\(rig.there.id)|test|published",
                        "\(rig.here.id)|test|unchanged",
                    ])
        }
    }

    @Test func anImportReportsItsProgress() async throws {
        try await ImportRig.with { rig in
            let format = try #require(ImportFormats.format(named: "rss"))
            let (stream, told) = AsyncStream<ImportProgress>.makeStream()
            _ = try await rig.imports.run(
                ImportSource(name: "feed.xml", texts: [("feed.xml", Self.feed)]), as: format, in: rig.here,
                order: StationImport.Order(), by: ImportActor(command: "test")
            ) { told.yield($0) }
            told.finish()
            var all: [ImportProgress] = []
            for await progress in stream { all.append(progress) }
            #expect(all.first == .reading(items: 2))
            #expect(all.contains(.publishing("episodes")))
            #expect(all.last == .concluding)
        }
    }
}
