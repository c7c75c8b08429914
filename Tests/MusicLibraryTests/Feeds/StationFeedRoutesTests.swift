import CloudStandIn
import Foundation
import HTTP
import Logging
import Tenancy
import Testing
import Web
import WebTestSupport
import XML

@testable import MusicLibrary
@testable import SoundCloud

struct StationFeedRoutesTests {
    private let feed = "/api/v1/me/podcasts/feed.xml"

    /// Creates a station with the tracks 5 and 4, of which only 5 is downloadable.
    private func with(cloud: MusicCloud? = nil, _ body: (LibraryStage, _ station: String) async throws -> Void)
        async throws
    {
        try await RouteStage.with(routes: { database, now in
            let filing = FilingResources(of: database.observers)
            return LibraryTrackRoutes(cloud: nil, database: database, filing: filing).routes
                + PodcastRoutes(database: database).routes
                + StationFeedRoutes(database: database, cloud: cloud, now: now).routes
        }) { stage in
            let library = LibraryStage(stage: stage)
            try await library.plant(LibraryStage.uploads, in: stage.here)
            for number in [4, 5] { await library.add(number) }
            let made = await stage.send(
                .post, "/api/v1/me/podcasts/stations", #"{"name": "Late & <Nights>"}"#, as: .listener)
            let station = try #require(made["id"] as? String)
            for number in [5, 4] {
                let put = "/api/v1/me/podcasts/stations/\(station)/tracks/soundcloud:tracks:\(number)"
                #expect(await stage.send(.put, put, as: .listener).status == 200)
            }
            try await stage.database.sql(
                """
                update app.cloud_track set permalink_url = 'https://soundcloud.example/' || track_id,
                       uploaded_at = '2026-06-01T10:00:00Z', artwork_url = 'https://soundcloud.example/a.jpg',
                       description = E'About \\u0007it', is_downloadable = urn = 'soundcloud:tracks:5'
                """)
            try await body(library, station)
        }
    }

    private func link(_ station: String) -> String { "/api/v1/me/podcasts/stations/\(station)/feed" }

    /// Creates the feed address and returns its path and query.
    private func make(_ library: LibraryStage, _ station: String) async throws -> String {
        let answer = await library.stage.send(.put, link(station), as: .listener)
        #expect(answer.status == 201, "\(answer.text)")
        let url = try #require(answer["url"] as? String)
        #expect(url.hasPrefix("http://here\(feed)?token="))
        return String(url.dropFirst("http://here".count))
    }

    @Test func theFeedOfAStationListsItsTracksInOrderWithTheirArtists() async throws {
        try await with { (library, station) async throws in
            let address = try await make(library, station)
            let answer = await library.stage.send(.get, address)
            #expect(answer.status == 200 && answer.fields["Content-Type"] == "application/rss+xml; charset=utf-8")
            let channel = try #require(try XMLReader().root(of: answer.bytes).child(named: "channel"))
            #expect(channel.child(named: "title")?.text == "Late & <Nights>")
            #expect(channel.child(named: "itunes:block")?.text == "Yes")
            let items = channel.children(named: "item")
            #expect(items.map { $0.child(named: "guid")?.text } == ["soundcloud:tracks:5", "soundcloud:tracks:4"])
            #expect(items.map { $0.child(named: "itunes:author")?.text } == ["Night Shift Radio", "Tomas Reed"])
            #expect(items[0].child(named: "pubDate")?.text == "Mon, 01 Jun 2026 10:00:00 +0000")
            #expect(items[0].child(named: "itunes:duration")?.text == "3600")
            #expect(items[0].child(named: "description")?.text == "About it")
            // Without a SoundCloud application, no track has an enclosure.
            #expect(!answer.text.contains("enclosure"))
            #expect(answer.fields["ETag"] == (await library.stage.send(.get, address)).fields["ETag"])
        }
    }

    @Test func aReplacedOrRemovedFeedAddressIsInvalid() async throws {
        try await with { (library, station) async throws in
            #expect(await library.get(link(station)).status == 404)
            let first = try await make(library, station)
            let kept = await library.get(link(station))
            #expect(
                kept.status == 200 && kept["url"] == nil && kept["createdAt"] as? String == "2026-06-15T12:00:00.000Z")
            let second = try await make(library, station)
            #expect(await library.stage.send(.get, first).status == 401)
            #expect(await library.stage.send(.get, second).status == 200)
            #expect(await library.stage.send(.get, second, at: "there").status == 401)
            try await library.stage.database.sql(
                "update app.user_account set disabled_at = now() where login = 'listener'")
            #expect(await library.stage.send(.get, second).status == 401)
            try await library.stage.database.sql("update app.user_account set disabled_at = null")
            #expect(await library.stage.send(.delete, link(station), as: .listener).status == 204)
            #expect(await library.stage.send(.delete, link(station), as: .listener).status == 404)
            #expect(await library.stage.send(.get, second).status == 401)
            for query in ["", "?token=", "?token=\(String(repeating: "A", count: 43))", "?token=x"] {
                #expect(await library.stage.send(.get, feed + query).status == 401)
            }
            let stored = try await library.stage.database.sql("select count(*) from app.podcast_feed")
            #expect(stored == "0")
            #expect(
                try await library.stage.audit().filter { $0.contains("podcast.feed") } == [
                    "listener podcast.feed.make \(station)", "listener podcast.feed.make \(station)",
                    "listener podcast.feed.revoke \(station)",
                ])
        }
    }

    @Test func theFeedLinkOfAnotherListenersStationIsNotFound() async throws {
        try await with { (library, station) async throws in
            _ = try await make(library, station)
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                for method in [HTTP.Method.get, .put, .delete] {
                    #expect(await library.stage.send(method, link(station), as: role, at: host).status == 404)
                }
            }
            #expect(await library.stage.send(.put, link("999999"), as: .listener).status == 404)
            #expect(await library.stage.send(.put, link("x"), as: .listener).status == 404)
            #expect(
                await library.stage.send(.delete, "/api/v1/me/podcasts/stations/\(station)", as: .listener).status
                    == 204)
            #expect(try await library.stage.database.sql("select count(*) from app.podcast_feed") == "0")
        }
    }

    /// Spec L39.
    @Test func onlyDownloadableTracksOfAFeedHaveAnEnclosure() async throws {
        try await CloudStage.with { (cloud) async throws in
            let key = TokenVault.makeKey()
            func music(_ database: TenantDatabase) throws -> MusicCloud {
                MusicCloud(
                    cloud.app, database: database, vault: try TokenVault(key),
                    fetcher: SessionFetcher(limit: .seconds(300)), clock: UpstreamClock(pause: { _ in }, chance: { 0 }),
                    logger: RouteStage.silence)
            }
            try await RouteStage.with(routes: { database, now in
                let filing = FilingResources(of: database.observers)
                let music = try music(database)
                return LibraryTrackRoutes(cloud: nil, database: database, filing: filing).routes
                    + PodcastRoutes(database: database).routes
                    + ConnectionRoutes(cloud: music, database: database, landing: .library).routes
                    + StationFeedRoutes(database: database, cloud: music, now: now).routes
            }) { stage in
                let connected = ConnectedStage(
                    stage: stage, cloud: cloud, music: try music(stage.database.tenants), key: key)
                try await enclose(100_000, cloud, connected)
            }
        }
    }

    private func enclose(_ number: Int, _ cloud: CloudStage, _ connected: ConnectedStage) async throws {
        let stage = connected.stage
        let library = LibraryStage(stage: stage)
        try await library.plant(LibraryStage.uploads, in: stage.here)
        try await stage.database.sql(
            """
            update app.cloud_track set urn = 'soundcloud:tracks:\(number)', is_downloadable = true
             where urn = 'soundcloud:tracks:5'
            """)
        let made = await stage.send(.post, "/api/v1/me/podcasts/stations", #"{"name": "N"}"#, as: .listener)
        let station = try #require(made["id"] as? String)
        for number in [number, 4] {
            await library.add(number)
            let put = "/api/v1/me/podcasts/stations/\(station)/tracks/soundcloud:tracks:\(number)"
            #expect(await stage.send(.put, put, as: .listener).status == 200)
        }
        let address = try await make(library, station)
        let bytes = await stage.send(.get, address).bytes
        let channel = try #require(try XMLReader().root(of: bytes).child(named: "channel"))
        let enclosures = channel.children(named: "item").map { $0.child(named: "enclosure")?.attributes["url"] }
        let url = try #require(enclosures[0])
        #expect(enclosures.count == 2 && enclosures[1] == nil)
        let audio = String(url.dropFirst("http://here".count))
        // No account is connected yet, and the audio needs the listener's token.
        #expect(await stage.send(.get, audio).status == 409)
        try await connected.connect()
        let heard = await stage.send(.get, audio)
        #expect(heard.status == 200 && heard.fields["Cache-Control"] == "no-store", "\(heard.text)")
        #expect(
            heard.fields["Content-Type"]
                == channel.children(named: "item")[0].child(named: "enclosure")?.attributes["type"])
        let file = MP4Reading(try await heard.streamed())
        #expect(!file.isDamaged && file.durationMs > 60_000)
        for other in ["4", "1", "x"] {
            #expect(await stage.send(.get, audio.replacing("tracks:\(number)", with: "tracks:\(other)")).status == 404)
        }
        #expect(await stage.send(.get, String(audio.prefix { $0 != "&" })).status == 401)
    }
}
