import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct StationPageRoutesTests {
    private let stations = "/library/podcasts/stations"

    private func make(_ library: LibraryStage, _ name: String) async throws -> String {
        let answer = await library.press(stations, [("name", name)])
        return try #require(answer.location.split(separator: "?").first.map(String.init), "\(answer.text)")
    }

    private func order(_ library: LibraryStage, _ page: String, _ names: [String]) async -> [String] {
        await library.get(page).order(of: names.map { "<strong>\($0)</strong>" }).map {
            $0.replacing("<strong>", with: "").replacing("</strong>", with: "")
        }
    }

    @Test func stationsCanBeCreatedRenamedMovedAndDeletedOnThePages() async throws {
        try await LibraryStage.with { (library) async throws in
            let paths = [
                try await make(library, "One"), try await make(library, "Two"), try await make(library, "Three"),
            ]
            let names = ["One", "Two", "Three", "Four"]
            #expect(await order(library, stations, names) == ["One", "Two", "Three"])
            let moved = await library.press(paths[2] + "/move", [("to", "up")])
            #expect(moved.location.hasPrefix(stations + "?at=") && moved.location.hasSuffix("notice=ordered"))
            // The pressed arrow has the focus.
            let again = await library.get(moved.location).text.split(separator: "<button").filter {
                $0.contains("autofocus")
            }
            #expect(again.count == 1 && again.first?.contains("Three up") == true, "\(again)")
            #expect(await order(library, stations, names) == ["One", "Three", "Two"])
            #expect(await library.press(paths[0] + "/move", [("to", "up")]).status == 303, "no move at the end")
            #expect(await library.press(paths[0] + "/move", [("to", "down")]).status == 303)
            #expect(await order(library, stations, names) == ["Three", "One", "Two"])
            #expect(await library.press(paths[1], [("name", "Four")]).location == paths[1] + "?notice=station-renamed")
            #expect(await library.get(paths[1] + "?notice=station-renamed").text.contains("Station renamed."))
            #expect(await order(library, stations, names) == ["Three", "One", "Four"])
            #expect(await library.press(paths[0] + "/delete").location == stations + "?notice=deleted")
            #expect(await order(library, stations, names) == ["Three", "Four"])
            #expect(await library.get(paths[0]).status == 404)
        }
    }

    @Test func theStationPageKeepsTheTracksInTheListenersOrder() async throws {
        try await LibraryStage.with { (library) async throws in
            let path = try await make(library, "Nights")
            for number in 1...4 { await library.add(number) }
            let names = ["Paper Lanterns", "Salt Road", "Engine Room", "Late Bus"]
            let tracks = [1, 2, 3].map { ("track", "soundcloud:tracks:\($0)") }
            #expect(await library.press(path + "/tracks", tracks).location == path + "?notice=gathered")
            #expect(await order(library, path, names) == ["Paper Lanterns", "Salt Road", "Engine Room"])
            let last = path + "/tracks/soundcloud:tracks:3"
            for _ in 1...3 { #expect(await library.press(last + "/move", [("to", "up")]).status == 303) }
            #expect(await order(library, path, names) == ["Engine Room", "Paper Lanterns", "Salt Road"])
            #expect(await library.press(path + "/tracks", [("track", "soundcloud:tracks:4"), tracks[2]]).status == 303)
            #expect(await order(library, path, names) == ["Engine Room", "Paper Lanterns", "Salt Road", "Late Bus"])
            #expect(await library.press(last + "/removal").location == path + "?notice=taken")
            let again = await library.press(last + "/removal")
            #expect(again.status == 404 && again.text.contains("his track is not in the station"))
            // The removed track can be added again.
            #expect(
                await order(library, path, names) == ["Paper Lanterns", "Salt Road", "Late Bus", "Engine Room"])
            #expect(
                await library.get(path + "?find=pap").text.contains(
                    "No podcast track without a station has a title that begins with “pap”."))
            #expect(await library.get(path + "?find=eng").text.contains("value=\"soundcloud:tracks:3\""))
            #expect(await library.press(last + "/removal").status == 404)
            #expect(await library.press(last + "/move", [("to", "up")]).status == 404)
            let id = path.split(separator: "/").last ?? ""
            let api = "/api/v1/me/podcasts/stations/\(id)/tracks"
            #expect(await library.titles(api + "?limit=2") == ["Paper Lanterns", "Salt Road"])
            let next = try #require(await library.get(api + "?limit=2")["next"] as? String)
            #expect(await library.titles(api + "?limit=2&cursor=\(next)") == ["Late Bus"])
            #expect(await library.get(api, as: .editor).status == 404)
        }
    }

    @Test func theStationPageShowsANewFeedAddressOnlyOnce() async throws {
        try await LibraryStage.with { (library) async throws in
            let path = try await make(library, "Nights & <Days>")
            #expect(await library.get(path).text.contains("The feed has no address yet."))
            let made = await library.press(path + "/feed")
            let address = try #require(
                made.text.firstMatch(of: #/http://here(/api/v1/me/podcasts/feed\.xml\?token=[A-Za-z0-9_-]{43})</#)?.1)
            #expect(made.status == 200 && made.text.contains("Nights &amp; &lt;Days&gt;"))
            let page = await library.get(path).text
            #expect(!page.contains("token=") && page.contains("Remove address"), "it is shown once")
            for verb in ["feed", "feed/end", "delete"] {
                #expect(await library.get(path).asks(before: "\(path)/\(verb)"), "\(verb)")
            }
            let feed = await library.stage.send(.get, String(address))
            #expect(feed.status == 200 && feed.text.contains("<rss"), "\(feed.text)")
            // A new address replaces the old one.
            let again = await library.press(path + "/feed")
            #expect(again.status == 200 && !again.text.contains(address))
            #expect(await library.stage.send(.get, String(address)).status == 401)
            #expect(await library.press(path + "/feed/end").location == path + "?notice=feed-ended")
            #expect(await library.press(path + "/feed/end").location == path + "?notice=feed-ended", "repeatable")
            #expect(await library.get(path + "?notice=feed-ended").text.contains("Feed address removed"))
            #expect(await library.get(path).text.contains("The feed has no address yet."))
            #expect(try await library.stage.database.sql("select count(*) from app.podcast_feed") == "0")
            let actions = try await library.stage.database.sql(
                "select string_agg(action, ' ' order by event_id) from app.audit_event where action like 'podcast.feed%'"
            )
            #expect(actions == "podcast.feed.make podcast.feed.make podcast.feed.revoke")
        }
    }

    @Test func theStationPageOfAnotherListenerIsNotFound() async throws {
        try await LibraryStage.with { (library) async throws in
            let path = try await make(library, "Mine")
            for (role, host) in [(Role.listener, "here"), (.editor, "here"), (.listener, "there")] {
                await library.add(5, as: role, at: host)
            }
            _ = await library.press(path + "/tracks", [("track", "soundcloud:tracks:5")])
            let state = try await library.state()
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                #expect(await library.get(path, as: role, at: host).status == 404)
                for (target, fields) in [
                    (path, [("name", "X")]), (path + "/move", [("to", "up")]), (path + "/delete", []),
                    (path + "/feed", []), (path + "/feed/end", []),
                    (path + "/tracks", [("track", "soundcloud:tracks:5")]),
                    (path + "/tracks/soundcloud:tracks:5/move", [("to", "up")]),
                    (path + "/tracks/soundcloud:tracks:5/removal", []),
                ] {
                    #expect(await library.press(target, fields, as: role, at: host).status == 404, "\(target)")
                }
            }
            #expect(try await library.state() == state)
        }
    }

    @Test func anInvalidStationNameIsShownAgainWithItsError() async throws {
        try await LibraryStage.with { (library) async throws in
            let path = try await make(library, "Mine")
            let long = String(repeating: "n", count: 201)
            for target in [stations, path] {
                let answer = await library.press(target, [("name", long)])
                #expect(answer.status == 422 && answer.text.contains("value=\"\(long)\""), "\(answer.text)")
                #expect(answer.text.contains("<a href=\"#name\">") && answer.text.contains("id=\"name-fault\""))
                #expect(answer.text.contains("aria-invalid=\"true\""))
            }
            #expect(await library.press(path + "/move", [("to", "left")]).status == 422)
            #expect(
                await library.get(stations).text.split(separator: "<div class=\"grow\"><a class=\"from-library\"").count
                    == 2)
        }
    }
}
