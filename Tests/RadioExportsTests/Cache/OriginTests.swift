import HTTP
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import RadioExports

/// Variations of a request that a client can choose freely do not make the server build a document again (spec Decided
/// 20).
struct OriginTests {
    /// Runs `body` with a station that has a channel, a show and a recording, and with the cache of its documents.
    private static func with(_ body: (RouteStage, ExportCache) async throws -> Void) async throws {
        let cache = ExportCache(of: TenantObservers(), workers: Workers("test.origin", width: 2, limit: 100))
        try await RouteStage.with(
            routes: { database, now in RadioExportRoutes(database: database, cache: cache, now: now).routes },
            { stage in
                let channel = try await stage.database.channel("zurnal", in: stage.here)
                let show = try await stage.database.show("Tea", in: stage.here)
                try await stage.database.airing(
                    of: show, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:00:00Z", in: stage.here)
                try await stage.change(
                    "insert into app.bearer (channel_id, uri) values (\(channel), 'fm:ce1.c479.09580')")
                try await body(stage, cache)
            })
    }

    @Test(arguments: [
        ("/xmltv/guide.xml", 1), ("/xmltv/guide.xml.gz", 2), ("/playlist.m3u", 1), ("/playlist.pls", 1),
        ("/playlist.xspf", 1), ("/radiodns/spi/3.1/SI.xml", 1),
        ("/radiodns/spi/3.1/fm/ce1/c479/09580/20260615_PI.xml", 1),
        ("/radiodns/spi/3.1/id/here/zurnal/20260615_PI.xml", 1), ("/api/v1/shows/SHOW/feed.xml", 1),
        ("/api/v1/shows/SHOW/schedule.ics", 1), ("/api/v1/channels/CHANNEL/schedule.ics", 1),
    ])
    func requestsWithOtherPortsAndUnknownQueriesCauseNoFurtherBuild(path: String, builds: Int) async throws {
        try await Self.with { stage, cache in
            let show = try await stage.sql("select show_id from app.show").split(separator: "\n").last ?? ""
            let channel = try await stage.sql("select channel_id from app.channel").split(separator: "\n").last ?? ""
            let path = path.replacing("SHOW", with: show).replacing("CHANNEL", with: channel)
            let first = await stage.send(.get, path)
            #expect(first.status == 200)
            #expect(Int(cache.reading.builds) == builds)
            for port in 8000..<8030 {
                let answer = await stage.send(.get, path, at: "here:\(port)")
                #expect(answer.bytes == first.bytes, "port \(port)")
            }
            for target in ["\(path)?a=1&b=2", "\(path)?b=2&a=1", "\(path)?unknown=\(path.utf8.count)"] {
                _ = await stage.send(.get, target, at: "HERE:80")
            }
            for forged: Fields in [["X-Forwarded-Host": "evil.example"], ["Forwarded": "host=evil.example"]] {
                #expect(await stage.send(.get, path, at: "here", forged).bytes == first.bytes)
            }
            #expect(Int(cache.reading.builds) == builds)
        }
    }

    @Test func parametersWithEqualValuesCauseOneBuild() async throws {
        try await Self.with { stage, cache in
            for query in ["", "?days=14", "?days=014"] { _ = await stage.send(.get, "/xmltv/guide.xml\(query)") }
            #expect(cache.reading.builds == 1)
        }
    }

    @Test func theLastModifiedTimeOfAnEmptyDocumentIsTheTimeOfItsBuild() async throws {
        try await Self.with { stage, _ in
            for path in ["/xmltv/guide.xml", "/playlist.m3u"] {
                let answer = await stage.send(.get, path, at: "there")
                // 2026-06-15T12:00:00Z instead of 1970.
                #expect(answer.representation?.lastModified == 1_781_524_800, "\(path)")
            }
        }
    }
}
