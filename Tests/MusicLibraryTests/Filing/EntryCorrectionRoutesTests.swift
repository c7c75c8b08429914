import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct EntryCorrectionRoutesTests {
    /// Uploads with two spellings of a label and two spellings of an album by one artist, and an album of another artist.
    static let uploads = [
        LibraryStage.Planted(
            number: 11, title: "Aurora Vale - Tin Roof", uploader: "mdindry35", label: "Quiet Harbor",
            album: "LowTide EP"),
        .init(
            number: 12, title: "Aurora Vale - Ferry Line", uploader: "q8812", label: "Quiet Harbour", album: "Low Tide"),
        .init(
            number: 13, title: "Aurora Vale - Wet Chalk", uploader: "user77", label: "Quiet Harbor", album: "LowTide EP"
        ),
        .init(number: 14, title: "Brick Orchard - Slow Door", uploader: "q8812", album: "LowTide EP"),
    ]

    private func with(_ body: (LibraryStage) async throws -> Void) async throws {
        try await LibraryStage.with { (library) async throws in
            try await library.plant(Self.uploads, in: library.stage.here)
            for number in [11, 12] { await library.add(number) }
            try await body(library)
        }
    }

    private func correct(
        _ library: LibraryStage, _ place: String, _ verb: String, _ body: String, as role: Role = .listener,
        at host: String = "here"
    ) async -> StageAnswer {
        await library.stage.send(.post, LibraryStage.path + "/\(place)/\(verb)", body, as: role, at: host)
    }

    @Test func aMergeOfLabelsAlsoAppliesToLaterTracks() async throws {
        try await with { (library) async throws in
            let (short, long) = (
                try await library.id("Quiet Harbor", in: "labels"), try await library.id("Quiet Harbour", in: "labels")
            )
            let answer = await correct(library, "labels/\(short)", "merge", #"{"into": "\#(long)"}"#)
            #expect(answer.status == 200 && answer.objects("items").count == 1, "\(answer.text)")
            #expect(answer.objects("items").first?["id"] as? String == long)
            #expect(await library.names("labels") == ["Quiet Harbour"])
            #expect(await library.add(13).entryName("label") == "Quiet Harbour")
            // A reclassification or another correction does not undo the merge.
            let changes = library.changes
            #expect(try await changes.reclassification(of: library.listener()).moves.isEmpty)
            let patched = await library.stage.send(
                .patch, LibraryStage.track(11), #"{"title": "Tin Roofs"}"#, as: .listener)
            #expect(patched.entryName("label") == "Quiet Harbour", "\(patched.text)")
        }
    }

    @Test func aMergeOfTwoAlbumsDoesNotAffectAlbumsOfOtherArtists() async throws {
        try await with { (library) async throws in
            await library.add(14)
            let albums = await library.get(LibraryStage.path + "/albums").objects("items")
            let of = { (title: String, artist: String) in
                albums.first {
                    $0["name"] as? String == title && ($0["artist"] as? [String: Any])?["name"] as? String == artist
                }?["id"] as? String ?? ""
            }
            let (from, into) = (of("LowTide EP", "Aurora Vale"), of("Low Tide", "Aurora Vale"))
            let answer = await correct(library, "albums/\(from)", "merge", #"{"into": "\#(into)"}"#)
            #expect(answer.objects("items").first?["id"] as? String == into, "\(answer.text)")
            #expect(await library.names("albums") == ["Low Tide", "LowTide EP"], "the other artist's album remains")
            #expect(await library.add(13).entryName("album") == "Low Tide")
            #expect(await library.get(LibraryStage.track(14)).entryName("album") == "LowTide EP")
        }
    }

    /// A compilation appears as one album per artist.
    @Test func albumsOfTwoArtistsCanBeMerged() async throws {
        try await with { (library) async throws in
            await library.add(14)
            func albums() async -> [String] {
                await library.get(LibraryStage.path + "/albums").objects("items").map {
                    let artist = ($0["artist"] as? [String: Any])?["name"] as? String
                    return "\($0["name"] ?? "") by \(artist ?? "nobody"), \($0["trackCount"] ?? 0)"
                }
            }
            func album(_ name: String, of artist: String) async -> String {
                await library.get(LibraryStage.path + "/albums").objects("items").first {
                    $0["name"] as? String == name && ($0["artist"] as? [String: Any])?["name"] as? String == artist
                }?["id"] as? String ?? ""
            }
            let from = await album("LowTide EP", of: "Aurora Vale")
            let into = await album("LowTide EP", of: "Brick Orchard")
            #expect(
                await library.get("/library/albums/\(from)").text.contains("Merge into LowTide EP by Brick Orchard"))
            let answer = await correct(library, "albums/\(from)", "merge", #"{"into": "\#(into)"}"#)
            #expect(answer.objects("items").first?["id"] as? String == into, "\(answer.text)")
            #expect(await albums() == ["Low Tide by Aurora Vale, 1", "LowTide EP by Brick Orchard, 2"])
            // The artist stays the same, later tracks go to the same album, and a reclassification would change nothing.
            #expect(await library.get(LibraryStage.track(11)).artists == ["Aurora Vale"])
            #expect(await library.add(13).entryName("album") == "LowTide EP")
            #expect(await library.names("artists") == ["Aurora Vale", "Brick Orchard"])
            #expect(try await library.changes.reclassification(of: library.listener()).moves.isEmpty)
            // The album follows its artist's new name.
            let orchard = try await library.id("Brick Orchard", in: "artists")
            #expect(await correct(library, "artists/\(orchard)", "rename", #"{"name": "The Orchard"}"#).status == 200)
            #expect(await albums() == ["Low Tide by Aurora Vale, 1", "LowTide EP by The Orchard, 3"])
            #expect(try await library.changes.reclassification(of: library.listener()).moves.isEmpty)
            // The album remains without tracks by its own artist; an artist without tracks is no longer listed.
            let gone = await library.stage.send(.delete, LibraryStage.track(14), as: .listener)
            #expect(gone.status == 204)
            #expect(await albums() == ["Low Tide by Aurora Vale, 1", "LowTide EP by The Orchard, 2"])
            #expect(await library.names("artists") == ["Aurora Vale"])
            // Merges back: the later correction takes precedence.
            let there = await album("LowTide EP", of: "The Orchard")
            let back = await album("Low Tide", of: "Aurora Vale")
            #expect(await correct(library, "albums/\(there)", "merge", #"{"into": "\#(back)"}"#).status == 200)
            #expect(await albums() == ["Low Tide by Aurora Vale, 3"])
            #expect(
                try await library.stage.database.sql(
                    "select count(*) from app.library_artist where name like '%Orchard'") == "0")
        }
    }

    @Test func renamedLabelsAndAlbumsKeepTheirNewNames() async throws {
        try await with { (library) async throws in
            let label = try await library.id("Quiet Harbor", in: "labels")
            #expect(await correct(library, "labels/\(label)", "rename", #"{"name": "QH Records"}"#).status == 200)
            let other = try await library.id("Quiet Harbour", in: "labels")
            let cased = await correct(library, "labels/\(other)", "rename", #"{"name": "quiet harbour"}"#)
            #expect(cased.objects("items").first?["id"] as? String == other, "a change of case keeps the label")
            #expect(await library.names("labels") == ["QH Records", "quiet harbour"])
            #expect(await library.add(13).entryName("label") == "QH Records")
            let album = try await library.id("Low Tide", in: "albums")
            #expect(await correct(library, "albums/\(album)", "rename", #"{"name": "High Tide"}"#).status == 200)
            #expect(await library.get(LibraryStage.track(12)).entryName("album") == "High Tide")
            // The album remains when its artist is renamed.
            let vale = try await library.id("Aurora Vale", in: "artists")
            #expect(await correct(library, "artists/\(vale)", "rename", #"{"name": "A. Vale"}"#).status == 200)
            #expect(await library.get(LibraryStage.track(12)).entryName("album") == "High Tide")
            // The search index contains the new words.
            let words = try await library.stage.database.sql(
                "select count(*) from app.library_word where kind = 3 and word = 'records'")
            #expect(words == "1")
        }
    }

    @Test func anInvalidLabelOrAlbumCorrectionIsRefused() async throws {
        try await with { (library) async throws in
            let label = try await library.id("Quiet Harbor", in: "labels")
            let album = try await library.id("Low Tide", in: "albums")
            let state = try await library.state()
            for place in ["labels/\(label)", "albums/\(album)"] {
                let id = place.split(separator: "/")[1]
                for (verb, body) in [
                    ("merge", #"{"into": "\#(id)"}"#), ("merge", #"{"into": "999999"}"#), ("merge", #"{"into": "x"}"#),
                    ("rename", #"{"name": " "}"#), ("rename", "{}"),
                ] {
                    #expect(await correct(library, place, verb, body).status == 422, "\(place) \(verb) \(body)")
                }
                for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                    let answer = await correct(library, place, "rename", #"{"name": "T"}"#, as: role, at: host)
                    #expect(answer.status == 404)
                }
            }
            for place in ["labels/999999", "albums/999999", "labels/x"] {
                #expect(await correct(library, place, "rename", #"{"name": "A"}"#).status == 404, "\(place)")
            }
            #expect(try await library.state() == state)
        }
    }

    @Test func labelAndAlbumPagesHaveFormsForMergingAndRenaming() async throws {
        try await with { (library) async throws in
            let path = "/library/labels/" + (try await library.id("Quiet Harbor", in: "labels"))
            let into = try await library.id("Quiet Harbour", in: "labels")
            #expect(await library.get(path).text.contains("name=\"into\" value=\"\(into)\""), "nearest name")
            #expect(await library.get(path + "?find=quiet").text.contains("Merge into Quiet Harbour"))
            #expect(await library.get(path + "?find=zz").text.contains("No other label’s name begins with “zz”"))
            let refused = await library.press(path + "/merge", [("into", "999999")])
            #expect(refused.status == 422 && refused.text.contains("another label in your library"))
            let empty = await library.press(path + "/rename", [("name", " ")])
            #expect(empty.status == 422 && empty.text.contains("aria-invalid"))
            let united = await library.press(path + "/merge", [("into", into)])
            #expect(united.location == "/library/labels/\(into)?notice=labels-merged")
            #expect(await library.get(united.location).text.contains("Labels merged."))

            let album = "/library/albums/" + (try await library.id("LowTide EP", in: "albums"))
            #expect(await library.get(album).text.contains("Merge into Low Tide"))
            let written = await library.press(album + "/rename", [("name", "Tides")])
            #expect(written.location.hasSuffix("?notice=written"))
            #expect(await library.names("albums") == ["Low Tide", "Tides"])
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                #expect(await library.press(album + "/rename", [("name", "X")], as: role, at: host).status == 404)
            }
        }
    }
}
