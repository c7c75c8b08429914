import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import MusicLibraryPages
@testable import SoundCloud

struct EntryPageRoutesTests {
    private func artist(_ library: LibraryStage, _ name: String) async throws -> String {
        "/library/artists/" + (try await library.id(name, in: "artists"))
    }

    @Test func artistAlbumAndLabelPagesShowTheirTracks() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            let page = await library.get(try await artist(library, "Aurora Vale"))
            #expect(page.status == 200 && page.order(of: ["Paper Lanterns", "Salt Road", "Late Bus"]).count == 2)
            #expect(
                page.text.contains("class=\"art round large") && page.words.contains("Low Tide 1 track Tracks"))
            let album = "/library/albums/" + (try await library.id("Low Tide", in: "albums"))
            #expect(await library.get(album).order(of: [">Aurora Vale</a>", "Salt Road"]).count == 2)
            let label = "/library/labels/" + (try await library.id("Quiet Harbour", in: "labels"))
            #expect(await library.get(label).text.contains("Paper Lanterns"))
            for path in [album, label, try await artist(library, "Aurora Vale")] {
                #expect(await library.get(path, as: .editor).status == 404)
                #expect(await library.get(path, at: "there").status == 404)
            }
        }
    }

    @Test func theArtistPageRenamesTheArtist() async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let path = try await artist(library, "Aurora Vale")
            let answer = await library.press(path + "/rename", [("name", " AURORA VALE ")])
            #expect(answer.location.hasSuffix("?notice=renamed"))
            #expect(await library.names("artists") == ["AURORA VALE"])
            let page = await library.get(answer.location)
            #expect(page.status == 200 && page.text.contains("role=\"status\""))
        }
    }

    @Test func anArtistCanBeMergedIntoAnotherArtistFoundByName() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            let path = try await artist(library, "Tomas Reed")
            let found = await library.get(path + "?find=bri")
            #expect(
                found.order(of: ["Merge into Brick Orchard", "Merge into Aurora Vale"]) == ["Merge into Brick Orchard"])
            #expect(await library.get(path + "?find=zzz").text.contains("No other artist"))
            #expect(await library.get(path).text.contains("Merge into Brick Orchard"), "next to it by name")
            let into = try await library.id("Brick Orchard", in: "artists")
            let answer = await library.press(path + "/merge", [("into", into)])
            #expect(answer.location == "/library/artists/\(into)?notice=merged")
            #expect(await library.names("artists") == ["Aurora Vale", "Brick Orchard"])
        }
    }

    @Test func mergingOrSplittingAnArtistAlbumOrLabelNeedsConfirmation() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number, #", "album": "A \#(number)", "label": "L \#(number)""#) }
            for (category, name) in [("artists", "Tomas Reed"), ("albums", "A 1"), ("labels", "L 1")] {
                let path = "/library/\(category)/" + (try await library.id(name, in: category))
                let page = await library.get(path + "?find=\(category == "artists" ? "bri" : String(name.prefix(1)))")
                #expect(page.asks(before: path + "/merge"), "\(page.text)")
                #expect(page.text.contains("1 track of “\(name)” will be filed under"))
                #expect(page.asks(before: path + "/split") == (category == "artists"))
                // A rename can be changed back with the same form, so it needs no confirmation.
                #expect(page.text.contains("action=\"\(path)/rename\"") && !page.asks(before: path + "/rename"))
            }
        }
    }

    @Test func theArtistPageSplitsAnArtistIntoTheEnteredNames() async throws {
        try await LibraryStage.with { (library) async throws in
            try await library.plant(
                [.init(number: 9, title: "Reed & Vale - Song", uploader: "somebody")], in: library.stage.here)
            await library.add(9)
            let path = try await artist(library, "Reed & Vale")
            #expect(await library.get(path).text.contains("Reed\nVale</textarea>"), "as a proposal")
            let answer = await library.press(path + "/split", [("names", "Reed\r\n\r\n Vale ")])
            #expect(answer.location.hasSuffix("notice=split"))
            #expect(await library.names("artists") == ["Reed", "Vale"])
        }
    }

    @Test(arguments: [
        ("rename", "name", ""), ("rename", "name", "a\nb"), ("merge", "into", "999999"), ("merge", "into", "x"),
        ("split", "names", "One"), ("split", "names", "One\nONE"), ("rename", "other", "x"),
    ])
    func anInvalidArtistCorrectionIsRefusedWithAnExplanation(verb: String, field: String, value: String) async throws {
        try await LibraryStage.with { (library) async throws in
            await library.add(1)
            let path = try await artist(library, "Aurora Vale")
            let state = try await library.state()
            let answer = await library.press("\(path)/\(verb)", [(field, value)])
            #expect(answer.status == 422 && answer.text.contains("role=\"alert\""), "\(answer.text)")
            #expect(answer.text.contains("Paper Lanterns"), "the page again")
            // The error summary links to the field, which is open and keeps the entered text.
            let id = ["rename": "name", "merge": "find", "split": "names"][verb] ?? ""
            #expect(answer.text.contains("<a href=\"#\(id)\">") && answer.text.contains("id=\"\(id)-fault\""))
            if verb == "split" { #expect(answer.text.contains(">\(value)</textarea>")) }
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                let theirs = await library.press("\(path)/\(verb)", [(field, value)], as: role, at: host)
                #expect(theirs.status == 404)
            }
            #expect(try await library.state() == state)
        }
    }

    @Test(arguments: [
        ("Reed & Vale", ["Reed", "Vale"]), ("A, B and C", ["A", "B", "C"]), ("Max x Moritz", ["Max", "Moritz"]),
        ("Alexander", ["Alexander"]), (" & ", []),
    ])
    func aNameOfSeveralArtistsIsSplitIntoSuggestedNames(name: String, parts: [String]) {
        #expect(EntryForms.parts(name) == parts)
    }
}
