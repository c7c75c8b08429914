import Foundation
import HTTP
import Tenancy
import Testing
import Web
import WebTestSupport
import XML

@testable import MusicLibrary
@testable import SoundCloud

struct ContextExportRoutesTests {
    private func path(_ context: String, _ form: String) -> String {
        "/api/v1/me/play-contexts/\(context)/playlist.\(form)"
    }

    /// Spec M4.
    @Test func theXSPFExportContainsTheTrueArtistAndTheUploader() async throws {
        try await ContextStage.with { (stage) async throws in
            await stage.library.add(1)
            await stage.library.add(2)
            let answer = await stage.get(path("songs", "xspf"))
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.representation?.mediaType == "application/xspf+xml; charset=utf-8")
            #expect(answer.representation?.fields["Content-Disposition"] == "attachment; filename=\"Songs.xspf\"")
            let root = try XMLReader().root(of: answer.bytes)
            #expect(root.name == "playlist" && root.attributes["version"] == "1")
            let tracks = try #require(root.child(named: "trackList")).children
            #expect(tracks.map { $0.child(named: "creator")?.text } == ["Aurora Vale", "Aurora Vale"])
            #expect(tracks.map { $0.child(named: "title")?.text } == ["Paper Lanterns", "Salt Road"])
            #expect(
                tracks[1].children.map(\.name) == [
                    "location", "identifier", "title", "creator", "album", "duration", "extension",
                ])
            #expect(tracks[0].child(named: "identifier")?.text == "soundcloud:tracks:1")
            #expect(tracks[0].child(named: "location")?.text == "https://soundcloud.example/soundcloud-tracks-1")
            #expect(tracks[0].child(named: "duration")?.text == "200000")
            #expect(tracks[1].child(named: "album")?.text == "Low Tide")
            #expect(answer.text.contains("mdindry35") && answer.text.contains("source=\"library\""))
        }
    }

    @Test func exportedLikesAreClassifiedWithoutChangingTheLibrary() async throws {
        try await ContextStage.with { (stage) async throws in
            try await stage.like()
            let state = try await stage.library.state()
            let answer = await stage.get(path("likes:recent", "jspf"))
            let playlist = try #require(answer["playlist"] as? [String: Any], "\(answer.text)")
            let tracks = try #require(playlist["track"] as? [[String: Any]])
            #expect(playlist["title"] as? String == "Likes")
            #expect(tracks.map { $0["creator"] as? String } == ["Brick Orchard", "Aurora Vale", "Aurora Vale"])
            #expect(tracks.map { $0["title"] as? String } == ["Engine Room", "Salt Road", "Paper Lanterns"])
            #expect(tracks[0]["identifier"] as? [String] == ["soundcloud:tracks:3"])
            #expect(tracks[0]["location"] as? [String] == ["https://soundcloud.example/soundcloud-tracks-3"])
            #expect(tracks[0]["duration"] as? Int == 200_000)
            #expect(answer.text.contains(#""source":"classified""#))
            #expect(try await stage.library.state() == state)
        }
    }

    @Test func theM3UExportListsPlayableTracksWithTitlesOnOneLine() async throws {
        try await ContextStage.with { (stage) async throws in
            for number in 1...3 { await stage.library.add(number) }
            try await stage.sql(
                """
                update app.library_track set title = E'Salt\\n#EXTINF:1,Evil\\r\\nhttps://evil.example/' where tenant_id = app.tenant_id() and track_id = $t2;
                update app.cloud_track set access = 'gone' where tenant_id = app.tenant_id() and track_id = $t3;
                """)
            let answer = await stage.get(path("songs", "m3u8"))
            #expect(
                answer.text == """
                    #EXTM3U
                    #PLAYLIST:Songs
                    #EXTINF:200,Aurora Vale - Paper Lanterns
                    https://soundcloud.example/soundcloud-tracks-1
                    #EXTINF:200,Aurora Vale - Salt #EXTINF:1,Evil https://evil.example/
                    #EXTALB:Low Tide
                    https://soundcloud.example/soundcloud-tracks-2

                    """)
        }
    }

    @Test func unsafeCharactersAndAddressesAreEscapedOrRemovedInExports() async throws {
        try await ContextStage.with { (stage) async throws in
            await stage.library.add(1)
            try await stage.sql(
                """
                update app.library_track set title = E'A <b> & "c"\\u0001\\uFFFE ü', artist_text = ']]>' where tenant_id = app.tenant_id();
                update app.cloud_track set permalink_url = 'javascript:alert(1)' where tenant_id = app.tenant_id();
                insert into app.podcast_station (user_id, name, position) values ($listener, E'../é "x"', 0);
                """)
            let xspf = await stage.get(path("songs", "xspf"))
            let track = try #require(try XMLReader().root(of: xspf.bytes).child(named: "trackList")?.children.first)
            #expect(
                track.child(named: "title")?.text == "A <b> & \"c\" ü" && track.child(named: "creator")?.text == "]]>")
            #expect(track.child(named: "location") == nil)
            #expect(!(await stage.get(path("songs", "m3u8"))).text.contains("javascript"))
            let jspf = await stage.get(path("songs", "jspf"))
            #expect(jspf["playlist"] != nil, "\(jspf.text)")
            let station = try await stage.stage.database.sql("select station_id from app.podcast_station")
            let named = await stage.get(path("station:\(station)", "xspf"))
            #expect(named.representation?.fields["Content-Disposition"] == "attachment; filename=\"x_.xspf\"")
            #expect(try XMLReader().root(of: named.bytes).child(named: "trackList")?.children.isEmpty == true)
        }
    }

    @Test func aLongListIsExportedCompletely() async throws {
        try await RouteStage.with(routes: { database, now in
            let filing = FilingResources(of: database.observers)
            return ContextExportRoutes(database: database, filing: filing, now: now).routes
        }) { (stage) async throws in
            let lists = ListStage(stage: stage)
            try await lists.plant("mark", tracks: 2500, playlists: 0)
            try await lists.like(all: "listener")
            let xspf = await stage.send(.get, path("likes:recent", "xspf"), as: .listener)
            let tracks = try XMLReader().root(of: xspf.bytes).child(named: "trackList")?.children ?? []
            let names = tracks.compactMap { $0.child(named: "identifier")?.text }
            #expect(names.count == 2500 && Set(names).count == 2500)
            let jspf = await stage.send(.get, path("likes:recent", "jspf"), as: .listener)
            let list = (jspf["playlist"] as? [String: Any])?["track"] as? [[String: Any]] ?? []
            #expect(list.compactMap { ($0["identifier"] as? [String])?.first } == names)
        }
    }

    @Test func listsOfOtherListenersAreNotExported() async throws {
        try await ContextStage.with { (stage) async throws in
            try await stage.like()
            for form in ["xspf", "jspf", "m3u8"] {
                for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                    #expect(await stage.get(path("playlist:7", form), as: role, at: host).status == 404)
                }
                #expect(await stage.get(path("likes", form)).status == 404)
                let mine = await stage.get(path("likes:recent", form)).representation?.entityTag
                let theirs = await stage.get(path("likes:recent", form), as: .editor).representation?.entityTag
                #expect(mine != nil && mine != theirs)
            }
        }
    }
}
