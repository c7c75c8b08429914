import Testing
import TestSupport
import Web
import WebTestSupport
import XML

@testable import RadioExports

struct PlaylistRoutesTests {
    private static func with(_ body: (RouteStage) async throws -> Void) async throws {
        try await ExportStage.with { stage in
            try await stage.sql(
                """
                insert into app.channel (slug, name, time_zone, number)
                values ('news', E'News "24"\\nlive', 'UTC', 1), ('fm-only', 'FM only', 'UTC', 2), ('jazz', 'Jazz', 'UTC', null),
                       ('asleep', 'Asleep', 'UTC', null);
                update app.channel set active = false where slug = 'asleep';
                insert into app.category (name) values ('Talk');
                insert into app.channel_category (channel_id, category_id, is_primary)
                select channel_id, category_id, true from app.channel, app.category where slug = 'news';
                insert into app.bearer (channel_id, uri, purpose, cost)
                select channel_id, uri, purpose, cost from app.channel
                  join (values ('news', 'https://n.example/high', 'live', 20), ('news', 'https://n.example/best?a=1&b=2', 'live', 10),
                               ('news', 'fm:ce1.c479.09580', 'live', 1), ('news', 'https://n.example/past', 'time-shift', 0),
                               ('fm-only', 'fm:ce1.c480.09580', 'live', 1), ('jazz', 'http://j.example/', 'live', 0),
                               ('asleep', 'https://a.example/', 'live', 0)) v (slug, uri, purpose, cost) using (slug);
                insert into app.art (alt) values ('');
                insert into app.art_image (art_id, position, width, height, url)
                select art_id, i, w, w, 'https://p.example/' || w from app.art, (values (0, 32), (1, 600)) v (i, w);
                update app.channel set art_id = (select art_id from app.art) where slug = 'news';
                """)
            try await stage.database.channel("theirs", in: stage.there)
            try await body(stage)
        }
    }

    /// Spec E4.
    @Test func getM3UPlaylistUsesTheChannelIdentifiersOfTheGuide() async throws {
        try await Self.with { stage in
            let answer = await stage.send(.get, "/playlist.m3u")
            #expect(answer.representation?.mediaType == "audio/x-mpegurl; charset=utf-8")
            #expect(
                answer.text == """
                    #EXTM3U x-tvg-url="http://here/xmltv/guide.xml.gz" url-tvg="http://here/xmltv/guide.xml.gz"
                    #EXTINF:-1 tvg-id="news.here" tvg-name="News '24' live" tvg-logo="https://p.example/600" tvg-chno="1" \
                    group-title="Talk" radio="true" catchup="default" catchup-days="1" \
                    catchup-source="https://n.example/past",News "24" live
                    https://n.example/best?a=1&b=2
                    #EXTINF:-1 tvg-id="jazz.here" tvg-name="Jazz" radio="true",Jazz
                    http://j.example/

                    """)
            let guide = try await stage.document("/xmltv/guide.xml").children(named: "channel")
            #expect(Set(guide.compactMap { $0.attributes["id"] }).isSuperset(of: ["news.here", "jazz.here"]))
        }
    }

    @Test func aStoredPictureHasAnAbsoluteAddressInThePlaylist() async throws {
        try await Self.with { stage in
            try await stage.change(
                """
                insert into app.blob (sha256, media_type, content) values (sha256('art'), 'image/png', 'art');
                update app.art_image set url = null, sha256 = sha256('art') where position = 1
                """)
            let art = try await stage.sql("select art_id from app.art").split(separator: "\n").last ?? ""
            #expect(
                await stage.send(.get, "/playlist.m3u").text.contains("tvg-logo=\"http://here/api/v1/art/\(art)/1\""))
        }
    }

    @Test func getPLSPlaylistListsAndCountsTheLiveStreams() async throws {
        try await Self.with { stage in
            #expect(
                await stage.send(.get, "/playlist.pls").text == """
                    [playlist]
                    File1=https://n.example/best?a=1&b=2
                    Title1=News "24" live
                    Length1=-1
                    File2=http://j.example/
                    Title2=Jazz
                    Length2=-1
                    NumberOfEntries=2
                    Version=2

                    """)
        }
    }

    @Test func getXSPFPlaylistListsTheLiveStreamsAsTracks() async throws {
        try await Self.with { stage in
            let root = try await stage.document("/playlist.xspf")
            #expect(root.name == "playlist" && root.attributes["version"] == "1")
            let tracks = try #require(root.child(named: "trackList")).children(named: "track")
            #expect(
                tracks.map { $0.child(named: "location")?.text } == [
                    "https://n.example/best?a=1&b=2", "http://j.example/",
                ])
            #expect(tracks.map { $0.child(named: "meta")?.text } == ["news.here", "jazz.here"])
        }
    }

    @Test func playlistsContainNoChannelsOfOtherTenants() async throws {
        try await Self.with { stage in
            for form in ["m3u", "pls", "xspf"] {
                let answer = await stage.send(.get, "/playlist.\(form)", at: "there")
                #expect(answer.status == 200)
                #expect(!answer.text.contains("example"), "\(form)")
            }
        }
    }
}
