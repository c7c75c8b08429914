import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct BrowseRoutesTests {
    @Test func songsAreListedByNameOverSeveralPages() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            let path = LibraryStage.path + "/songs"
            #expect(await library.titles(path) == ["Engine Room", "Late Bus", "Paper Lanterns", "Salt Road"])
            var (seen, cursor): ([String], String?) = ([], "")
            while let place = cursor {
                let answer = await library.get(path + "?sort=name&limit=1" + (place.isEmpty ? "" : "&cursor=\(place)"))
                #expect(answer.status == 200)
                seen += answer.objects("items").compactMap { $0["title"] as? String }
                cursor = answer["next"] as? String
            }
            #expect(seen == ["Engine Room", "Late Bus", "Paper Lanterns", "Salt Road"])
        }
    }

    /// Spec L9.
    @Test func albumsAndLabelsListTheirTracks() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            #expect(await library.names("artists") == ["Aurora Vale", "Brick Orchard", "Tomas Reed"])
            #expect(await library.names("albums") == ["Low Tide"])
            #expect(await library.names("labels") == ["Quiet Harbour"])
            let album = try await library.id("Low Tide", in: "albums")
            #expect(await library.titles(LibraryStage.path + "/albums/\(album)/tracks") == ["Salt Road"])
            let label = try await library.id("Quiet Harbour", in: "labels")
            #expect(await library.titles(LibraryStage.path + "/labels/\(label)/tracks") == ["Paper Lanterns"])
        }
    }

    @Test(arguments: ["sort=age", "limit=0", "limit=201", "cursor=!", "cursor=eA=="])
    func anInvalidSortLimitOrCursorIsRefused(query: String) async throws {
        try await LibraryStage.with { (library) async throws in
            #expect(await library.get(LibraryStage.path + "/songs?" + query).status == 422)
            #expect(await library.get(LibraryStage.path + "/artists?" + query).status == 422)
        }
    }
}
