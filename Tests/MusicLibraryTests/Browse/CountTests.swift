import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

/// A count is the same everywhere: above a list, in its rows, on the page of each entry, on the profile and in the API.
struct CountTests {
    /// Runs `body` with a library in which an artist, an album and a label each have a podcast track and a track has a guest artist.
    private static func with(_ body: (LibraryStage) async throws -> Void) async throws {
        try await LibraryStage.with { (library) async throws in
            try await library.plant(
                [
                    .init(
                        number: 11, title: "Aurora Vale feat. Brick Orchard - Two Rivers", uploader: "mdindry35",
                        label: "Quiet Harbour", album: "Low Tide"),
                    .init(
                        number: 12, title: "Aurora Vale - Live at the Mill", uploader: "mdindry35",
                        label: "Quiet Harbour",
                        album: "Low Tide", durationMs: 3_600_000),
                ], in: library.stage.here)
            for number in [1, 2, 3, 4, 5, 11, 12] { await library.add(number) }
            for number in [5, 12] {
                let moved = await library.press(
                    "/library/tracks/soundcloud:tracks:\(number)/move", [("to", "podcasts"), ("station", "")])
                #expect(moved.status == 303)
            }
            try await body(library)
        }
    }

    /// Returns the number before a noun on a page.
    private func number(_ words: String, _ noun: String) throws -> Int {
        let expression = try Regex("([0-9,]+) \(noun)s?\\b", as: (Substring, Substring).self)
        let found = try #require(words.firstMatch(of: expression)?.1, "no \(noun) in: \(words)")
        return try #require(Int(found.replacing(",", with: "")))
    }

    @Test(arguments: ["artist", "album", "label"])
    func theTrackCountOfAnArtistAlbumOrLabelEqualsTheTracksOnItsPage(noun: String) async throws {
        try await Self.with { (library) async throws in
            let list = await library.get("/library/\(noun)s")
            let entries = await library.get("\(LibraryStage.path)/\(noun)s").objects("items")
            #expect(try number(list.words, noun) == entries.count && !entries.isEmpty, "\(list.words)")
            for entry in entries {
                let id = try #require(entry["id"] as? String)
                let path = "/library/\(noun)s/\(id)"
                let link = try #require(list.text.firstRange(of: "href=\"\(path)\""), "\(list.text)")
                let row = StageAnswer.plain(
                    "<" + StageAnswer.between("href", "</li>", String(list.text[link.lowerBound...])))
                let page = await library.get(path)
                let listed = page.text.components(separatedBy: "href=\"/library/tracks/").count - 1
                #expect(try number(page.words, "track") == listed, "\(path): \(page.words)")
                #expect(try number(row, "track") == listed, "\(row)")
                #expect(entry["trackCount"] as? Int == listed)
                #expect(await library.titles("\(LibraryStage.path)/\(noun)s/\(id)/tracks").count == listed)
                let name = try #require(entry["name"] as? String)
                let found = await library.get("/library/search?q=\(name.percentEncoded)")
                let hit = try #require(found.text.firstRange(of: "href=\"\(path)\""), "\(found.text)")
                let line = StageAnswer.plain(
                    "<" + StageAnswer.between("href", "</li>", String(found.text[hit.lowerBound...])))
                #expect(try number(line, "track") == listed, "\(line)")
            }
        }
    }

    @Test func theProfileShowsTheSameCountsAsTheLists() async throws {
        try await Self.with { (library) async throws in
            let profile = await library.get("/library/profile").words
            for (path, noun) in [
                ("songs", "song"), ("artists", "artist"), ("albums", "album"), ("labels", "label"),
                ("podcasts", "podcast track"),
            ] {
                let list = await library.get("/library/\(path)").words
                #expect(try number(list, noun) == number(profile, noun), "\(noun)")
            }
            #expect(try number(profile, "song") == 5 && number(profile, "podcast track") == 2)
            #expect(await library.titles(LibraryStage.path + "/songs").count == 5)
        }
    }

    @Test func theUncertainTabShowsTheNumberOfUncertainTracks() async throws {
        try await Self.with { (library) async throws in
            try await library.stage.database.sql("update app.library_track set confidence = 0.3, is_settled = false")
            let page = await library.get("/library/uncertain")
            #expect(page.text.contains("Uncertain tracks (7)") && page.words.contains("7 uncertain tracks are left"))
            #expect(page.text.components(separatedBy: "<li><div class=\"entry\">").count - 1 == 7)
            #expect(await library.get("/library/artists").text.contains("Uncertain tracks (7)"))
        }
    }

    @Test func aPodcastStationHasTheSameTrackCountInTheListAndOnItsPage() async throws {
        try await Self.with { (library) async throws in
            let made = await library.press("/library/podcasts/stations", [("name", "Nights")])
            let path = String(made.location.prefix { $0 != "?" })
            for number in [5, 12] {
                _ = await library.press("\(path)/tracks", [("track", "soundcloud:tracks:\(number)")])
            }
            let list = await library.get("/library/podcasts/stations").words
            #expect(try number(list, "track") == 2 && number(list, "station") == 1)
            #expect(try number(await library.get(path).words, "track") == 2)
        }
    }
}
