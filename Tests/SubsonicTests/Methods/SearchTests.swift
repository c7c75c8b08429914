import Testing
import WebTestSupport

@testable import Subsonic

struct SearchTests {
    @Test(arguments: [
        ("salt", ["Salt Road"]), ("ROAD%20aurora", ["Salt Road"]), ("ore", ["Öre & Ära"]),
        ("low%20tide", ["Öre & Ära", "Salt Road"]), ("the%20salt*", ["Salt Road"]), ("nothing", []), ("%25", []),
        ("night", []),
    ])
    func aSongMustMatchEveryWordOfTheQuery(query: String, titles: [String]) async throws {
        try await SubsonicStage.with { stage in
            let found = await stage.call("search3", "query=\(query)")
            #expect(Set(found.texts("searchResult3", "song", "title")) == Set(titles))
            let old = await stage.call("search2", "query=\(query)")
            #expect(Set(old.texts("searchResult2", "song", "title")) == Set(titles))
        }
    }

    @Test func aSearchAlsoFindsArtistsAndAlbums() async throws {
        try await SubsonicStage.with { stage in
            let found = await stage.call("search3", "query=vale&songCount=0")
            #expect(found.texts("searchResult3", "artist", "name") == ["Aurora Vale"])
            #expect(found.texts("searchResult3", "album", "name") == ["Low Tide"])
            #expect(found.texts("searchResult3", "song", "title") == [])
        }
    }

    @Test(arguments: ["", "%22%22"])
    func anEmptyQueryListsTheWholeLibraryInPages(query: String) async throws {
        try await SubsonicStage.with { stage in
            func page(_ offset: Int) async -> [String] {
                await stage.call(
                    "search3", "query=\(query)&artistCount=0&albumCount=0&songCount=3&songOffset=\(offset)"
                ).texts("searchResult3", "song", "title")
            }
            let all = await page(0) + page(3) + page(6)
            #expect(all == ["Engine <Room>", "Öre & Ära", "Paper Lanterns", "Salt Road"])
            let artists = await stage.call("search3", "query=\(query)&artistCount=1&artistOffset=1")
            #expect(artists.texts("searchResult3", "artist", "name") == ["Brick Orchard"])
            #expect(artists.texts("searchResult3", "album", "name") == ["Low Tide", "Singles", "Singles"])
        }
    }

    @Test func aSearchNeedsAQuery() async throws {
        try await SubsonicStage.with { stage in
            #expect(await stage.call("search3").code == 10)
            #expect(await stage.call("search3", "query=x&songCount=many").code == 0)
        }
    }
}
