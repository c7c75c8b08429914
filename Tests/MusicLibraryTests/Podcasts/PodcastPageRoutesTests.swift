import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct PodcastPageRoutesTests {
    private let suggestions = "/library/podcasts/suggestions"

    @Test func suggestedTracksCanBeMovedToThePodcasts() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in [4, 5] { await library.add(number) }
            let page = await library.get(suggestions)
            #expect(page.status == 200 && page.text.contains("value=\"soundcloud:tracks:5\""), "\(page.text)")
            #expect(!page.text.contains("soundcloud:tracks:4"))
            let answer = await library.press(suggestions, [("track", "soundcloud:tracks:5"), ("station", "")])
            #expect(answer.location == "/library/podcasts?notice=moved")
            let podcasts = await library.get("/library/podcasts")
            #expect(podcasts.text.contains("Night Shift Radio") && podcasts.text.contains("1:00:00"))
            #expect(await library.get(suggestions).text.contains("No track in your library looks like a podcast"))
        }
    }

    @Test func anInvalidSelectionOfSuggestionsMovesNoTrack() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in [1, 2, 3, 5] { await library.add(number) }
            let state = try await library.state()
            let chosen = [1, 2, 99].map { ("track", "soundcloud:tracks:\($0)") }
            #expect(await library.press(suggestions, chosen).status == 404)
            #expect(
                await library.press(suggestions, [("track", "soundcloud:tracks:1"), ("station", "77")]).status == 404)
            let nothing = await library.press(suggestions)
            #expect(nothing.status == 422 && nothing.text.contains("role=\"alert\""))
            // The error summary links to the first checkbox.
            let box = try #require(nothing.text.firstMatch(of: #/<a href="#(track-\d+)">/#)?.1)
            #expect(nothing.text.contains("type=\"checkbox\" id=\"\(box)\""))
            #expect(await library.press(suggestions, [chosen[0]], as: .editor).status == 404)
            #expect(try await library.state() == state)
        }
    }

    @Test func aPodcastTrackHasAFormToMoveBackToTheLibrary() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(5)
            _ = await library.press(suggestions, [("track", "soundcloud:tracks:5")])
            let page = await library.get("/library/podcasts")
            let form = "action=\"/library/tracks/soundcloud:tracks:5/move\""
            #expect(page.text.contains(form) && page.text.contains("name=\"to\" value=\"library\""))
        }
    }
}
