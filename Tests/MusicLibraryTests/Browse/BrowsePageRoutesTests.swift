import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct BrowsePageRoutesTests {
    @Test func aSongRowShowsTheArtistAndTheUploader() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            let page = await library.get("/library/songs")
            #expect(page.status == 200, "\(page.text)")
            let titles = ["Engine Room", "Late Bus", "Paper Lanterns", "Salt Road"]
            #expect(
                page.order(of: titles.reversed().map { "<strong>\($0)</strong>" })
                    == titles.map { "<strong>\($0)</strong>" })
            let artist = try await library.id("Aurora Vale", in: "artists")
            let label = try await library.id("Quiet Harbour", in: "labels")
            #expect(page.text.contains("<a class=\"from-library\" href=\"/library/artists/\(artist)\">Aurora Vale</a>"))
            #expect(page.text.contains("href=\"/library/labels/\(label)\">Quiet Harbour</a>"))
            #expect(page.text.contains("<span class=\"from-cloud\">mdindry35</span>"))
            #expect(page.text.contains("3:20"))
            #expect(await library.get("/library/songs", as: .editor).text.contains("Paper Lanterns") == false)
            #expect(await library.get("/library/songs", at: "there").text.contains("Paper Lanterns") == false)
            #expect(await library.stage.send(.get, "/library/songs").status == 303, "a visitor must log in first")
        }
    }

    @Test func unplayableAndUncertainTracksAreTagged() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            try await library.stage.database.sql(
                """
                update app.cloud_track set access = case urn when 'soundcloud:tracks:1' then 'blocked'
                                                             when 'soundcloud:tracks:2' then 'gone' else access end;
                update app.library_track set confidence = case when title = 'Late Bus' then 0.3 else 0.9 end
                """)
            let page = await library.get("/library/songs")
            let marks = [">uncertain</b>", ">not available</b>", ">removed from SoundCloud</b>"]
            #expect(page.order(of: marks).count == 3, "\(page.text)")
            #expect(page.text.contains("Uncertain tracks (1)"))
            try await library.stage.database.sql("update app.library_track set is_settled = true")
            #expect(await library.get("/library/songs").text.contains("uncertain</b>") == false)
        }
    }

    @Test(arguments: ["songs", "artists", "albums", "labels"])
    func aLetterBesideAListLinksToItsFirstEntry(category: String) async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number, #", "album": "Z \#(number)", "label": "Ж \#(number)""#) }
            // Songs: E, L, P, S. Artists: A, B, T.
            let (first, last): (String, String) =
                switch category {
                case "songs": ("Engine Room", "Salt Road")
                case "artists": ("Aurora Vale", "Tomas Reed")
                case "albums": ("Z 1", "Z 4")
                default: ("Ж 1", "Ж 4")
                }
            let page = await library.get("/library/\(category)")
            #expect(page.order(of: [first, last]) == [first, last])
            let letters = page.links(in: "rail")
            #expect(letters.count == ["songs": 4, "artists": 3][category] ?? 0)
            guard let target = letters.last else { return }
            let there = await library.get(target)
            #expect(there.order(of: [first, last]) == [last], "\(there.text)")
            #expect(
                there.links(in: "rail").count == letters.count
                    && there.text.contains("aria-current=\"true\">\(last.prefix(1))"))
        }
    }

    @Test(arguments: [BrowseStore.Category.artists, .albums, .labels])
    func theLettersBesideAListAreThoseOfItsEntries(category: BrowseStore.Category) async throws {
        try await LibraryStage.with { (library) async throws in
            for (number, letter) in zip(1...4, ["D", "E", "F", "G"]) {
                await library.add(number, #", "album": "\#(letter) album", "label": "\#(letter) label""#)
            }
            let listener = try await ListStage(stage: library.stage).listener()
            func letters() async throws -> [String] {
                try await BrowseStore(database: library.stage.database.tenants)
                    .alphabeticIndex(.entries(category), of: listener).letters.map(\.label)
            }
            let all = try await letters()
            // The lists do not show artists, albums and labels that have podcast tracks only.
            try await library.stage.database.sql(
                """
                update app.library_track set shelf = 'podcasts'
                 where track_id not in (select track_id from app.cloud_track where urn = 'soundcloud:tracks:1')
                """)
            let shown = await library.names(category.rawValue).compactMap { $0.first.map { String($0) } }
            #expect(!shown.isEmpty && Set(shown).count < all.count)
            #expect(try await letters() == Set(shown).sorted())
        }
    }

    @Test func everyRowOfSongsAndArtistsHasArtwork() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...3 { await library.add(number) }
            for path in ["/library/songs", "/library/artists?show=list"] {
                let page = await library.get(path)
                let rows = page.text.components(separatedBy: "<div class=\"grow\">").count - 1
                #expect(rows > 0)
                #expect(page.text.components(separatedBy: "</i><div class=\"grow\">").count - 1 == rows, "\(path)")
            }
        }
    }

    @Test(arguments: ["artists", "albums", "labels"])
    func artistsAlbumsAndLabelsCanBeShownAsGridOrList(category: String) async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number, #", "album": "A \#(number)", "label": "L \#(number)""#) }
            let path = "/library/\(category)"
            let grid = await library.get(path)
            let count = await library.names(category).count
            #expect(grid.text.contains("<ul class=\"tiles\">") && !grid.text.contains("<ul class=\"lines\">"))
            #expect(grid.text.components(separatedBy: "<li><a href=\"\(path)/").count - 1 == count)
            #expect(grid.text.components(separatedBy: "</i><b>").count - 1 == count + 1, "theirs, and the tenant's")
            #expect(grid.text.contains("<a href=\"\(path)?show=list\">List</a>"))
            let list = await library.get(path + "?show=list")
            #expect(list.rows.count == count && !list.text.contains("class=\"tiles\""))
            #expect(list.text.contains("<a href=\"\(path)\">Grid</a>"))
            // Letters, later pages and the next start keep the layout.
            #expect(list.links(in: "rail").allSatisfy { $0.contains("show=list&amp;cursor=") })
            #expect(await library.get(path + "?show=list&limit=1").text.contains("?show=list&amp;cursor="))
            #expect(await library.get(path + "?show=heap").status == 422)
            let view = try await library.stage.database.sql("select params from app.library_view")
            #expect(view.contains("show") && view.contains("list"), "\(view)")
        }
    }

    @Test func anEmptyLibraryListLinksToTheSearchPage() async throws {
        try await LibraryStage.with { (library) async throws in
            for (path, words) in [
                ("songs", "No songs yet"), ("artists", "No artists yet"), ("albums", "No albums yet"),
                ("labels", "No labels yet"),
            ] {
                let page = await library.get("/library/" + path)
                #expect(page.text.contains("class=\"empty\"") && page.words.contains(words), "\(page.text)")
                #expect(page.text.contains("<a class=\"button\" href=\"/library/search\">"))
            }
        }
    }

    @Test func followingTheLinksToTheNextPageReachesEverySong() async throws {
        try await LibraryStage.with { (library) async throws in
            for number in 1...4 { await library.add(number) }
            var (seen, target): (Int, String?) = (0, "/library/songs?limit=3")
            while let path = target {
                let page = await library.get(path)
                seen += page.text.split(separator: "<div class=\"grow\"><a ").count - 1
                let more = page.text.split(separator: "href=\"").first { $0.contains(">Next page</a>") }
                target = more.map { String($0.prefix { $0 != "\"" }).replacing("&amp;", with: "&") + "&limit=3" }
            }
            #expect(seen == 4)
            #expect(await library.get("/library/songs?cursor=!").status == 422)
        }
    }

    /// Without statistics, as after a large import that the database has not analysed yet.
    @Test(
        arguments: [
            (.entries(.artists), "library_artist_name_idx"), (.entries(.albums), "library_album_title_idx"),
            (.entries(.labels), "library_label_name_idx"), (.tracks(.library), "library_track_title_idx"),
        ] as [(AlphabeticIndex.List, String)])
    func theAlphabeticIndexOfAListIsReadFromADatabaseIndexEvenWithoutTableStatistics(
        list: AlphabeticIndex.List, index: String
    ) async throws {
        try await LibraryStage.with { (library) async throws in
            let stage = ListStage(stage: library.stage)
            let plan = try await stage.plan(AlphabeticIndex.positions(list, of: stage.listener()))
            #expect(plan.contains(index) && plan.contains("_key >= n.start"), "\(plan)")
            #expect(!plan.contains("Seq Scan on library"), "\(plan)")
        }
    }

    @Test(arguments: [
        (BrowseStore.Category.albums, "library_track_album_idx"), (.labels, "library_track_label_idx"),
        (.artists, "library_credit_artist_idx"),
    ])
    func tracksOfArtistsAlbumsAndLabelsAreCountedByDatabaseIndex(
        category: BrowseStore.Category, index: String
    ) async throws {
        try await LibraryStage.with { (library) async throws in
            let stage = ListStage(stage: library.stage)
            let plan = try await stage.plan(
                BrowseStore.selection(category, KeysetPage(limit: 50), try await stage.listener()))
            #expect(plan.contains(index), "\(plan)")
        }
    }

    @Test func aLargeNumberOfUncertainTracksIsShownAs999Plus() {
        #expect(BrowseStore.UncertainCount.words(12) == "12")
        #expect(BrowseStore.UncertainCount.words(BrowseStore.UncertainCount.most) == "999+")
    }
}
