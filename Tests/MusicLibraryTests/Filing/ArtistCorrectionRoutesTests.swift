import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct ArtistCorrectionRoutesTests {
    private func correct(
        _ library: LibraryStage, _ artist: String, _ verb: String, _ body: String, as role: Role = .listener,
        at host: String = "here"
    ) async -> StageAnswer {
        await library.stage.send(
            .post, LibraryStage.path + "/artists/\(artist)/" + verb, body, as: role, at: host)
    }

    /// Spec L8.
    @Test func aMergeOfArtistsAlsoAppliesToLaterTracks() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in [1, 3] { await library.add(number) }
            let (vale, orchard) = (
                try await library.id("Aurora Vale", in: "artists"), try await library.id("Brick Orchard", in: "artists")
            )
            let answer = await correct(library, vale, "merge", #"{"into": "\#(orchard)"}"#)
            #expect(answer.status == 200 && answer.objects("items").count == 1, "\(answer.text)")
            #expect(await library.names("artists") == ["Brick Orchard"])
            #expect(await library.get(LibraryStage.track(1)).artists == ["Brick Orchard"])
            // A further upload under the merged name.
            #expect(await library.add(2).artists == ["Brick Orchard"])
        }
    }

    @Test func aRenamedArtistKeepsTheNewNameForLaterTracks() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let vale = try await library.id("Aurora Vale", in: "artists")
            let answer = await correct(library, vale, "rename", #"{"name": "A. Vale"}"#)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(await library.names("artists") == ["A. Vale"])
            #expect(await library.add(2).artists == ["A. Vale"])
            #expect(await library.names("artists") == ["A. Vale"])
        }
    }

    @Test func aSplitOfAnArtistAlsoAppliesToLaterTracks() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let vale = try await library.id("Aurora Vale", in: "artists")
            let answer = await correct(library, vale, "split", #"{"names": ["Aurora", "Vale"]}"#)
            #expect(answer.status == 200 && answer.objects("items").count == 2, "\(answer.text)")
            #expect(await library.names("artists") == ["Aurora", "Vale"])
            #expect(await library.add(2).artists == ["Aurora", "Vale"])
        }
    }

    @Test func anArtistCorrectionAffectsOnlyTheLibraryOfItsListener() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            await library.add(1, as: .editor)
            await library.add(1, at: "there")
            let vale = try await library.id("Aurora Vale", in: "artists")
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                #expect(
                    await correct(library, vale, "rename", #"{"name": "Theirs"}"#, as: role, at: host).status == 404)
            }
            #expect(await correct(library, vale, "rename", #"{"name": "Mine"}"#).status == 200)
            #expect(await library.names("artists") == ["Mine"])
            #expect(await library.names("artists", as: .editor) == ["Aurora Vale"])
            #expect(await library.names("artists", at: "there") == ["Aurora Vale"])
        }
    }

    @Test func anInvalidArtistCorrectionIsRefused() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let vale = try await library.id("Aurora Vale", in: "artists")
            let state = try await library.state()
            for (verb, body) in [
                ("merge", #"{"into": "\#(vale)"}"#), ("merge", #"{"into": "999999"}"#), ("merge", #"{"into": "x"}"#),
                ("split", #"{"names": ["One"]}"#), ("split", #"{"names": ["One", "one"]}"#),
                ("rename", #"{"name": ""}"#),
                ("rename", "{}"),
            ] {
                #expect(await correct(library, vale, verb, body).status == 422, "\(verb) \(body)")
            }
            #expect(await correct(library, "999999", "rename", #"{"name": "A"}"#).status == 404)
            #expect(try await library.state() == state)
        }
    }
}
