import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct TrackPageRoutesTests {
    private let path = "/library/tracks/soundcloud:tracks:1"

    @Test func theTrackPageListsTheReasonsOfTheClassification() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let page = await library.get(path)
            #expect(page.status == 200, "\(page.text)")
            let why = await library.get(LibraryStage.track(1)).classification["why"] as? [String] ?? []
            #expect(!why.isEmpty)
            for reason in why { #expect(page.text.contains("<li>\(reason)</li>")) }
            #expect(page.text.contains("“<span class=\"from-cloud\">Aurora Vale - Paper Lanterns</span>”"))
            #expect(page.text.contains("Confidence: "))
            #expect(page.text.contains(">Aurora Vale</textarea>") || page.text.contains("\nAurora Vale</textarea>"))
            #expect(!page.text.contains("Undo correction"))
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                #expect(await library.get(path, as: role, at: host).status == 404)
            }
        }
    }

    @Test func theTrackPageStoresOnlyChangedFieldsAsACorrection() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let answer = await library.press(
                path,
                [("artists", "Vale\r\nReed"), ("title", "Paper Lanterns"), ("album", "Works"), ("label", "")])
            #expect(answer.location == path + "?notice=corrected")
            let track = await library.get(LibraryStage.track(1))
            #expect(
                track.artists == ["Vale", "Reed"] && track.entryName("album") == "Works"
                    && track.entryName("label") == nil)
            let stored = try await library.stage.database.sql("select said from app.library_track")
            #expect(stored.contains("artists") && !stored.contains("title"), "\(stored)")
            let page = await library.get(answer.location)
            #expect(page.text.contains("Undo correction") && page.text.contains("Corrected by you."))
            #expect(page.asks(before: path + "/reset") && !page.asks(before: path + "/move"))
            #expect(await library.press(path + "/reset").location == path + "?notice=taken-back")
            let back = await library.get(LibraryStage.track(1))
            #expect(back.artists == ["Aurora Vale"] && back.entryName("label") == "Quiet Harbour")
            #expect(back.classification["source"] as? String == "classified")
        }
    }

    @Test func aTrackIsRatedOnItsPage() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let stored = "select rating from app.track_rating"
            let before = await library.get(path)
            #expect(before.text.contains("aria-label=\"1 star\" aria-pressed=\"false\">☆"))
            #expect(!before.text.contains("Remove rating"))
            #expect(await library.press(path + "/rating", [("rating", "4")]).location == path + "?notice=rated")
            let page = await library.get(path + "?notice=rated")
            #expect(page.text.contains("Rating saved."))
            #expect(page.text.contains("aria-label=\"3 stars\" aria-pressed=\"false\">★"))
            #expect(page.text.contains("aria-label=\"4 stars\" aria-pressed=\"true\">★"))
            #expect(page.text.contains("aria-label=\"5 stars\" aria-pressed=\"false\">☆"))
            for wrong in ["6", "-1", "good", ""] {
                let answer = await library.press(path + "/rating", [("rating", wrong)])
                #expect(answer.status == 422 && answer.text.contains("must be from 0 to 5 stars"), "\(wrong)")
            }
            #expect(try await library.stage.database.sql(stored) == "4")
            #expect(
                await library.press(path + "/rating", [("rating", "0")]).location == path + "?notice=rating-removed")
            #expect(try await library.stage.database.sql(stored).isEmpty)
        }
    }

    @Test(arguments: [("artists", ""), ("artists", "A\na"), ("title", " "), ("album", "a\u{1}b")])
    func aRejectedTrackCorrectionIsShownInTheFormAgain(field: String, value: String) async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let state = try await library.state()
            let answer = await library.press(path, [("label", "Typed"), (field, value)])
            #expect(answer.status == 422 && answer.text.contains("role=\"alert\""), "\(answer.text)")
            #expect(answer.text.contains("value=\"Typed\"") && answer.text.contains("aria-invalid"))
            #expect(answer.text.contains("<a href=\"#\(field)\">") && answer.text.contains("id=\"\(field)-fault\""))
            #expect(try await library.state() == state)
        }
    }

    @Test func titleAndVersionCorrectionsAffectOneTrackOnly() async throws {
        try await LibraryStage.with { (library) async throws in
            try await library.plant(
                [
                    .init(number: 21, title: "Aurora Vale - Salt Road (Live at the Old Mill)", uploader: "q8812"),
                    .init(number: 22, title: "Aurora Vale - Salt Road (Live at the Old Mill)", uploader: "q8813"),
                ], in: library.stage.here)
            for number in [21, 22] { await library.add(number) }
            let target = "/library/tracks/soundcloud:tracks:21"
            let before = await library.get(LibraryStage.track(21))
            #expect(before["title"] as? String == "Salt Road" && before["version"] != nil, "\(before.text)")
            let form = [("title", "Salt Road Song"), ("version", "Old Mill take")]
            #expect(await library.press(target, form).location == target + "?notice=corrected")
            let after = await library.get(LibraryStage.track(21))
            #expect(after["title"] as? String == "Salt Road Song" && after["version"] as? String == "Old Mill take")
            #expect(after.artists == before.artists && after.classification["source"] as? String == "corrected")
            let page = await library.get(target).text
            #expect(page.contains("value=\"Old Mill take\"") && page.contains("<dt>Version</dt><dd>Old Mill take</dd>"))
            // The same title by another account is not affected, and neither are later tracks.
            let other = await library.get(LibraryStage.track(22))
            #expect(
                other["title"] as? String == "Salt Road" && other.classification["source"] as? String == "classified")
            #expect(await library.add(2)["title"] as? String == "Salt Road")
            #expect(try await library.changes.reclassification(of: library.listener()).moves.isEmpty)
            // The version is removed, then the classified version and title are restored.
            let none = await library.stage.send(.patch, LibraryStage.track(21), #"{"version": ""}"#, as: .listener)
            #expect(none.status == 200 && none["version"] == nil && none["title"] as? String == "Salt Road Song")
            let back = await library.stage.send(
                .patch, LibraryStage.track(21), #"{"version": null, "title": null}"#, as: .listener)
            #expect(back["version"] as? String == before["version"] as? String)
            #expect(back["title"] as? String == "Salt Road")
            let long = String(repeating: "v", count: 501)
            let refused = await library.press(target, [("version", long)])
            #expect(refused.status == 422 && refused.text.contains("The version"))
            #expect(
                await library.stage.send(.patch, LibraryStage.track(21), #"{"version": "\#(long)"}"#, as: .listener)
                    .status == 422)
        }
    }

    @Test func aTrackCanBeMovedToAPodcastStationAndBackToTheSongs() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let made = await library.press("/library/podcasts/stations", [("name", "Nights")])
            let station = try #require(made.location.split(separator: "/").last?.split(separator: "?").first)
            #expect(await library.get(path).text.contains("<option value=\"\(station)\">Nights</option>"))
            let moved = await library.press(path + "/move", [("to", "podcasts"), ("station", String(station))])
            #expect(moved.location == path + "?notice=moved")
            let page = await library.get(path)
            #expect(page.text.contains("/library/podcasts/stations/\(station)\">Nights</a>"))
            #expect(page.text.contains("<option value=\"\(station)\" selected>"))
            let loose = await library.press(path + "/move", [("to", "podcasts"), ("station", "")])
            #expect(loose.location == path + "?notice=station-changed", "the track was already a podcast")
            #expect(await library.get(path).text.contains("in your podcasts</dd>"))
            #expect(await library.press(path + "/move", [("to", "library")]).location.hasSuffix("came-to-library"))
            #expect(await library.titles(LibraryStage.path + "/songs") == ["Paper Lanterns"])
            let state = try await library.state()
            #expect(await library.press(path + "/move", [("to", "attic")]).status == 422)
            #expect(await library.press(path + "/move", [("to", "podcasts"), ("station", "99999")]).status == 404)
            #expect(try await library.state() == state)
        }
    }

    @Test func theTrackPageRemovesTheTrackFromTheLibrary() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            #expect(await library.get(path).asks(before: path + "/removal"))
            #expect(await library.press(path + "/removal", as: .editor).status == 404)
            #expect(await library.press(path + "/removal").location == "/library/songs?notice=removed")
            #expect(await library.get(path).status == 404)
            #expect(await library.titles(LibraryStage.path + "/songs") == [])
        }
    }

    @Test func aTrackCorrectionCanNameSeveralArtistsInOrder() async throws {
        try await LibraryStage.with { (library) async throws in
            let added = await library.add(1, #", "artists": ["One", "Two"]"#)
            #expect(added.status == 201 && added.artists == ["One", "Two"], "\(added.text)")
            let target = LibraryStage.track(1)
            let answer = await library.stage.send(
                .patch, target, #"{"artists": ["Two", "One", "Three"]}"#, as: .listener)
            #expect(answer.artists == ["Two", "One", "Three"], "\(answer.text)")
            let state = try await library.state()
            for body in [
                #"{"artists": []}"#, #"{"artists": ["A", "a"]}"#, #"{"artist": "A", "artists": ["B"]}"#,
                #"{"artists": [""]}"#, #"{"artists": "A"}"#,
            ] {
                #expect(await library.stage.send(.patch, target, body, as: .listener).status == 422, "\(body)")
            }
            #expect(try await library.state() == state)
            let back = await library.stage.send(.patch, target, #"{"artists": null}"#, as: .listener)
            #expect(back.artists == ["Aurora Vale"])
        }
    }
}
