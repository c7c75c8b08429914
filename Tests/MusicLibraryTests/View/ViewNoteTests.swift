import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct ViewNoteTests {
    private func state(_ library: LibraryStage) async -> StageAnswer { await library.get("/api/v1/me/view-state") }

    /// Spec L9, L33.
    @Test func openingAPageSavesItsViewAndCategory() async throws {
        try await LibraryStage.with { (library) async throws in
            _ = await library.stage.send(
                .put, "/api/v1/me/view-state", #"{"likesOrder": "title", "device": "phone"}"#, as: .listener)
            #expect(await library.get("/library/albums").status == 200)
            let noted = await state(library)
            #expect(noted["view"] as? String == "library" && noted["libraryCategory"] as? String == "albums")
            #expect(noted["likesOrder"] as? String == "title" && noted["device"] as? String == "web")
            #expect(await library.get("/library/podcasts/stations").status == 200)
            let later = await state(library)
            #expect(later["view"] as? String == "podcasts" && later["podcastCategory"] as? String == "stations")
            #expect(later["libraryCategory"] as? String == "albums")
        }
    }

    @Test func reloadingAPageDoesNotSaveItsViewAgain() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            for path in ["/library/labels", "/library/tracks/soundcloud:tracks:1"] {
                #expect(await library.get(path).status == 200)
                let revision = await state(library)["revision"] as? Int
                #expect(await library.get(path + "?notice=made").status == 200)
                #expect(await state(library)["revision"] as? Int == revision, "\(path)")
            }
            #expect((await state(library)["params"] as? [String: String])?["track"] == "soundcloud:tracks:1")
        }
    }

    @Test func aPageOfAMissingItemIsNotSavedAsTheView() async throws {
        try await LibraryStage.with { (library) async throws in
            for path in [
                "/library/artists/999999", "/library/tracks/soundcloud:tracks:99", "/library/podcasts/stations/9",
            ] {
                #expect(await library.get(path).status == 404, "\(path)")
            }
            #expect(await state(library)["revision"] as? Int == 0)
        }
    }
}
