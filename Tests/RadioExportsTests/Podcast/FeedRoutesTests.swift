import Testing
import TestSupport
import Web
import WebTestSupport
import XML

@testable import RadioExports

struct FeedRoutesTests {
    /// Runs `body` with a show of four recordings, of which two are available at noon on 15 June 2026.
    private static func with(_ body: (RouteStage, Int64) async throws -> Void) async throws {
        try await ExportStage.with { stage in
            let database = stage.database
            let channel = try await database.channel("one", timeZone: "Europe/Prague", in: stage.here)
            let show = try await database.show("Káva & čaj", in: stage.here)
            for (title, published, from, until) in [
                ("Old", "2026-06-01T08:00:00Z", "2026-06-01T09:00:00Z", nil),
                ("New", "2026-06-14T08:00:00Z", "2026-06-14T09:00:00Z", "2026-06-15T14:00:00Z"),
                ("Ended", "2026-06-02T08:00:00Z", "2026-06-02T09:00:00Z", "2026-06-15T12:00:00Z"),
                ("Coming", "2026-06-15T08:00:00Z", "2026-06-15T13:00:00Z", nil),
            ] as [(String, String, String, String?)] {
                let episode = try await database.episode(title, of: show, publishedAt: published, in: stage.here)
                try await database.version(of: episode, from: from, until: until, in: stage.here)
            }
            let airing = try await database.airing(
                of: show, on: channel, from: "2026-06-15T12:30:00Z", to: "2026-06-15T13:30:00Z", in: stage.here)
            try await stage.sql(
                """
                insert into app.version_media (version_id, url, position, purpose, media_type, bytes, bitrate)
                select v.version_id, 'https://m.example/' || e.title || ending, n, purpose, type, size, 128
                  from app.version v join app.episode e using (tenant_id, episode_id),
                       (values ('.m3u8', 0, 'stream', 'application/x-mpegurl', null), ('.mp3', 1, 'download', 'audio/mpeg', 5))
                       m (ending, n, purpose, type, size);
                update app.version set is_downloadable = true, duration_ms = 3600000
                 where episode_id = (select episode_id from app.episode where title = 'New');
                update app.episode set season = 1, part = 7 where title = 'New';
                insert into app.bearer (channel_id, uri, media_type)
                values (\(channel), 'https://live.example/', 'audio/aac');
                update app.airing set is_live = true where airing_id = \(airing);
                """)
            try await body(stage, show)
        }
    }

    /// Spec R66.
    @Test func getShowFeedListsAvailableEpisodesNewestFirst() async throws {
        try await Self.with { stage, show in
            func titles() async throws -> [String?] {
                let channel = try await stage.document("/api/v1/shows/\(show)/feed.xml").child(named: "channel")
                return channel?.children(named: "item").map { $0.child(named: "title")?.text } ?? []
            }
            #expect(try await titles() == ["New", "Old"])
            // No data change; only the clock advances.
            try stage.clock.set("2026-06-15T11:59:59.999Z")
            #expect(try await titles() == ["New", "Old"], "the document is valid until the next episode")
            try stage.clock.set("2026-06-15T13:00:00Z")
            #expect(try await titles() == ["Coming", "New", "Old"])
            try stage.clock.set("2026-06-15T14:00:00Z")
            #expect(try await titles() == ["Coming", "Old"])
        }
    }

    @Test func theGenresOfAShowBecomePodcastCategories() async throws {
        try await Self.with { stage, show in
            func categories() async throws -> [String] {
                let channel = try await stage.document("/api/v1/shows/\(show)/feed.xml").child(named: "channel")
                return channel?.children.filter { $0.name.hasSuffix("category") }.map { category in
                    ([category.attributes["text"] ?? category.text]
                        + category.children.map { $0.attributes["text"] ?? "" })
                        .joined(separator: " > ")
                } ?? []
            }
            #expect(try await categories() == [])
            try await stage.change(
                """
                insert into app.genre (name) values ('tech news'), ('Society and Culture'), ('Brass bands');
                insert into app.show_genre (show_id, genre_id) select \(show), genre_id from app.genre;
                """)
            let found = try await categories()
            #expect(Set(found.filter { $0.contains(" > ") }) == ["News > Tech News"])
            #expect(
                found.sorted() == [
                    "Brass bands", "News > Tech News", "Society & Culture", "Society and Culture", "tech news",
                ])
            try await stage.change("delete from app.show_genre; update app.show set is_music = true;")
            #expect(try await categories() == ["Music"])
        }
    }

    /// Spec E6.
    @Test func anItemOfAPodcastFeedHasAllKnownDetailsOfItsEpisode() async throws {
        try await Self.with { stage, show in
            let feed = try await stage.document("/api/v1/shows/\(show)/feed.xml")
            let item = try #require(feed.child(named: "channel")?.child(named: "item"))
            #expect(
                item.children.map(\.name) == [
                    "title", "guid", "pubDate", "enclosure", "itunes:title", "itunes:duration", "itunes:season",
                    "itunes:episode", "itunes:episodeType", "itunes:explicit", "podcast:season", "podcast:episode",
                    "podcast:alternateEnclosure",
                ])
            #expect(item.child(named: "guid")?.attributes["isPermaLink"] == "false")
            #expect(item.child(named: "guid")?.text.hasSuffix("@here") == true)
            #expect(item.child(named: "pubDate")?.text == "Sun, 14 Jun 2026 08:00:00 +0000")
            #expect(
                item.child(named: "enclosure")?.attributes == [
                    "url": "https://m.example/New.mp3", "length": "5", "type": "audio/mpeg",
                ])
            #expect(item.child(named: "itunes:duration")?.text == "3600")
            let alternate = item.child(named: "podcast:alternateEnclosure")
            #expect(alternate?.attributes == ["type": "application/x-mpegurl", "bitrate": "128000"])
            #expect(alternate?.child(named: "podcast:source")?.attributes == ["uri": "https://m.example/New.m3u8"])
        }
    }

    /// Spec R58.
    @Test func aPodcastFeedOffersOnlyDownloadsThatTheRightsAllow() async throws {
        try await Self.with { stage, show in
            func addresses() async -> [Bool] {
                let text = await stage.send(.get, "/api/v1/shows/\(show)/feed.xml").text
                return ["New.mp3", "New.m3u8", "Old.mp3", "Old.m3u8"].map(text.contains)
            }
            #expect(await addresses() == [true, true, false, true])
            try await stage.change("update app.show set is_music = true")
            #expect(await addresses() == [false, true, false, true])
        }
    }

    /// Spec E6.
    @Test func aPodcastFeedListsTheNextBroadcastAsPendingAndThenAsLive() async throws {
        try await Self.with { stage, show in
            func live() async throws -> XMLElement? {
                try await stage.document("/api/v1/shows/\(show)/feed.xml").child(named: "channel")?
                    .child(named: "podcast:liveItem")
            }
            let pending = try #require(try await live())
            #expect(
                pending.attributes == [
                    "status": "pending", "start": "2026-06-15T14:30:00+02:00", "end": "2026-06-15T15:30:00+02:00",
                ])
            #expect(pending.child(named: "enclosure")?.attributes["url"] == "https://live.example/")
            try stage.clock.set("2026-06-15T12:30:00Z")
            #expect(try await live()?.attributes["status"] == "live")
            try stage.clock.set("2026-06-15T13:30:00Z")
            #expect(try await live() == nil)
        }
    }

    @Test func feedsOfUnknownForeignAndInactiveShowsAreNotFound() async throws {
        try await Self.with { stage, show in
            #expect(await stage.send(.get, "/api/v1/shows/\(show)/feed.xml").status == 200)
            let absent = await stage.send(.get, "/api/v1/shows/999999/feed.xml")
            #expect(absent.status == 404)
            #expect(await stage.send(.get, "/api/v1/shows/\(show)/feed.xml", at: "there").bytes == absent.bytes)
            #expect(await stage.send(.get, "/api/v1/shows/+\(show)/feed.xml").bytes == absent.bytes)
            try await stage.change("update app.show set active = false")
            #expect(await stage.send(.get, "/api/v1/shows/\(show)/feed.xml").bytes == absent.bytes)
        }
    }

    @Test func getVersionChaptersGivesTheTimesOfTheCutsInTheRecording() async throws {
        try await Self.with { stage, _ in
            let version = try await stage.sql(
                """
                insert into app.cut (channel_id, airing_id, starts_at, duration_ms, title, artist)
                select channel_id, airing_id, starts_at + offset_, length_, played, artist
                  from app.airing, (values (interval '-1 minute', null, 'Before', ''), ('1 minute', 200500, 'Lento', 'Kvartet'),
                                           ('5 minutes 500 milliseconds', null, 'Zprávy', ''), ('3 hours', null, 'After', ''))
                       v (offset_, length_, played, artist);
                insert into app.cut (channel_id, airing_id, position, title) select channel_id, airing_id, 9, 'Nowhere' from app.airing;
                update app.version set airing_id = (select airing_id from app.airing), airing_offset_ms = 30000
                 where episode_id = (select episode_id from app.episode where title = 'New')
                returning version_id;
                """
            ).split(separator: "\n").compactMap { Int64($0) }.last
            let path = "/api/v1/versions/\(try #require(version))/chapters.json"
            let answer = await stage.send(.get, path)
            #expect(answer.fields["Content-Type"] == "application/json+chapters")
            #expect(
                answer.text
                    == #"{"chapters":[{"endTime":230.5,"startTime":30,"title":"Kvartet – Lento"},"#
                    + #"{"startTime":270.5,"title":"Zprávy"}],"podcastName":"Káva & čaj","title":"New","version":"1.2.0"}"#
            )
            #expect(answer.fields["ETag"]?.hasPrefix("\"\(stage.here.id).") == true)
            #expect(await stage.send(.get, path, at: "there").status == 404)
            try stage.clock.set("2026-06-15T14:00:00Z")
            #expect(await stage.send(.get, path).status == 404)
        }
    }

    /// A feed links to the chapters only if the document has any.
    @Test(arguments: [
        ("1 minute", "Lento", true), ("30 seconds", "Lento", true), ("1 minute", "", false),
        ("29 seconds", "Lento", false),
        ("60 minutes 29 seconds", "Lento", true), ("60 minutes 30 seconds", "Lento", false),
    ])
    func anItemLinksToTheChaptersOfItsRecordingIfAnyExist(offset: String, title: String, isLinked: Bool) async throws {
        try await Self.with { stage, show in
            let version = try await stage.sql(
                """
                insert into app.cut (channel_id, airing_id, starts_at, title)
                select channel_id, airing_id, starts_at + interval '\(offset)', '\(title)' from app.airing;
                update app.version set airing_id = (select airing_id from app.airing), airing_offset_ms = 30000
                 where episode_id = (select episode_id from app.episode where title = 'New')
                returning version_id;
                """
            ).split(separator: "\n").compactMap { Int64($0) }.last
            let feed = try await stage.document("/api/v1/shows/\(show)/feed.xml")
            let item = try #require(feed.child(named: "channel")?.child(named: "item"))
            #expect((item.child(named: "podcast:chapters") != nil) == isLinked)
            let chapters = await stage.send(.get, "/api/v1/versions/\(try #require(version))/chapters.json").text
            #expect(chapters.contains("startTime") == isLinked)
        }
    }
}
