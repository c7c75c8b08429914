import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct StoredCorrectionRoutesTests {
    private static let path = LibraryStage.path + "/corrections"

    private func with(_ numbers: [Int], _ body: (LibraryStage) async throws -> Void) async throws {
        try await LibraryStage.with { (library) async throws in
            try await library.plant(EntryCorrectionRoutesTests.uploads, in: library.stage.here)
            for number in numbers { await library.add(number) }
            try await body(library)
        }
    }

    /// Corrects the entry with this name.
    private func correct(
        _ library: LibraryStage, _ name: String, in category: String, _ verb: String, _ body: String
    ) async throws {
        let id = try await library.id(name, in: category)
        let answer = await library.stage.send(
            .post, LibraryStage.path + "/\(category)/\(id)/\(verb)", body, as: .listener)
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func sentences(_ library: LibraryStage) async -> [String] {
        await library.get(Self.path).objects("items").compactMap { $0["sentence"] as? String }
    }

    private func revert(_ library: LibraryStage, _ sentence: String) async throws {
        let items = await library.get(Self.path).objects("items")
        let id = try #require(items.first { $0["sentence"] as? String == sentence }?["id"] as? String, "\(items)")
        let answer = await library.stage.send(.delete, Self.path + "/\(id)", as: .listener)
        #expect(answer.status == 204, "\(answer.text)")
        #expect(await !sentences(library).contains(sentence))
        // All tracks are filed as the remaining corrections require.
        #expect(try await library.changes.reclassification(of: library.listener()).moves.isEmpty, "\(sentence)")
    }

    /// Returns the filing of all tracks and the spelling of all names, without keys.
    private func filed(_ library: LibraryStage) async throws -> String {
        try await library.stage.database.sql(
            """
            select t.urn, x.title, x.artist_text, x.artist_key, a.name, al.title, b.name, l.name
              from app.library_track x
              join app.cloud_track t using (tenant_id, track_id)
              join app.library_artist a using (tenant_id, user_id, artist_id)
              left join app.library_album al on al.tenant_id = x.tenant_id and al.album_id = x.album_id
              left join app.library_artist b on b.tenant_id = x.tenant_id and b.artist_id = al.artist_id
              left join app.library_label l on l.tenant_id = x.tenant_id and l.label_id = x.label_id
             order by x.user_id, t.urn;
            select c.credited_as, c.role, c.join_phrase from app.library_credit c order by c.track_id, c.position;
            select name, name_key, fold_key from app.library_artist order by 1;
            select title, title_key, fold_key from app.library_album order by 1, 2;
            select name, name_key, fold_key from app.library_label order by 1;
            select w.word, w.kind, w.field, coalesce(a.name, al.title, l.name, t.urn)
              from app.library_word w
              left join app.library_artist a on w.kind = 1 and a.artist_id = w.item_id
              left join app.library_album al on w.kind = 2 and al.album_id = w.item_id
              left join app.library_label l on w.kind = 3 and l.label_id = w.item_id
              left join app.cloud_track t on w.kind = 0 and t.track_id = w.item_id
             order by 1, 2, 3, 4;
            """)
    }

    /// Covers every kind of correction, including corrections that change only a spelling.
    @Test(arguments: [
        ("Aurora Vale", "artists", "merge", "Brick Orchard", "“Aurora Vale” is the same artist as “Brick Orchard”."),
        (
            "Aurora Vale", "artists", "split", #"{"names": ["Aurora", "Vale"]}"#,
            "“Aurora Vale” is split into “Aurora” and “Vale”."
        ),
        (
            "Aurora Vale", "artists", "rename", #"{"name": "A. Vale"}"#,
            "The artist “Aurora Vale” is renamed to “A. Vale”."
        ),
        (
            "Aurora Vale", "artists", "rename", #"{"name": "AURORA VALE"}"#,
            "The artist “Aurora Vale” is renamed to “AURORA VALE”."
        ),
        ("Quiet Harbor", "labels", "merge", "Quiet Harbour", "The label “Quiet Harbor” is filed as “Quiet Harbour”."),
        ("Quiet Harbor", "labels", "rename", #"{"name": "QH"}"#, "The label “Quiet Harbor” is filed as “QH”."),
        (
            "Quiet Harbor", "labels", "rename", #"{"name": "quiet harbor"}"#,
            "The label “Quiet Harbor” is spelt “quiet harbor”."
        ),
        ("Low Tide", "albums", "merge", "LowTide EP", "The album “Low Tide” by Aurora Vale is filed as “LowTide EP”."),
        (
            "Low Tide", "albums", "rename", #"{"name": "LOW TIDE"}"#,
            "The album “Low Tide” by Aurora Vale is spelt “LOW TIDE”."
        ),
    ])
    func undoingACorrectionRestoresTheLibrary(
        name: String, category: String, verb: String, target: String, sentence: String
    ) async throws {
        try await with([11, 12, 3]) { (library) async throws in
            await library.add(11, as: .editor)
            let before = try await filed(library)
            let body = try await verb == "merge" ? #"{"into": "\#(library.id(target, in: category))"}"# : target
            try await correct(library, name, in: category, verb, body)
            #expect(try await filed(library) != before)
            #expect(await sentences(library) == [sentence])
            try await revert(library, sentence)
            #expect(try await filed(library) == before)
            #expect(await sentences(library).isEmpty)
        }
    }

    @Test func undoingAMergeSeparatesTheMergedAlbums() async throws {
        try await with([11, 14]) { (library) async throws in
            let before = try await filed(library)
            let albums = await library.get(LibraryStage.path + "/albums").objects("items").compactMap {
                $0["id"] as? String
            }
            let answer = await library.stage.send(
                .post, LibraryStage.path + "/albums/\(albums[0])/merge", #"{"into": "\#(albums[1])"}"#, as: .listener)
            #expect(answer.status == 200, "\(answer.text)")
            let sentence = "The album “LowTide EP” by Aurora Vale is filed as “LowTide EP” by Brick Orchard."
            #expect(await sentences(library) == [sentence])
            try await revert(library, sentence)
            #expect(try await filed(library) == before)
        }
    }

    @Test func undoingACorrectionKeepsLaterCorrections() async throws {
        try await with([1, 3, 11]) { (library) async throws in
            let (vale, orchard) = (
                try await library.id("Aurora Vale", in: "artists"), try await library.id("Brick Orchard", in: "artists")
            )
            try await correct(library, "Aurora Vale", in: "artists", "merge", #"{"into": "\#(orchard)"}"#)
            try await correct(library, "Brick Orchard", in: "artists", "rename", #"{"name": "The Orchard"}"#)
            try await correct(library, "Quiet Harbor", in: "labels", "rename", #"{"name": "QH"}"#)
            #expect(await library.names("artists") == ["The Orchard"])
            try await revert(library, "“Aurora Vale” is the same artist as “Brick Orchard”.")
            #expect(await library.names("artists") == ["Aurora Vale", "The Orchard"])
            #expect(await library.get(LibraryStage.track(11)).entryName("label") == "QH")
            #expect(
                await sentences(library) == [
                    "The label “Quiet Harbor” is filed as “QH”.",
                    "The artist “Brick Orchard” is renamed to “The Orchard”.",
                ])
            // The remaining corrections apply to later tracks and to further corrections.
            #expect(await library.add(2).artists == ["Aurora Vale"])
            let patched = await library.stage.send(
                .patch, LibraryStage.track(11), #"{"title": "Tin Roofs"}"#, as: .listener)
            #expect(patched.artists == ["Aurora Vale"] && patched.entryName("label") == "QH", "\(patched.text)")
            #expect(try await library.id("Aurora Vale", in: "artists") != "" && vale != orchard)
        }
    }

    @Test func correctionsAreListedNewestFirstInPages() async throws {
        try await with([11]) { (library) async throws in
            for number in 1...5 {
                try await correct(
                    library, number == 1 ? "Quiet Harbor" : "Label \(number - 1)", in: "labels", "rename",
                    #"{"name": "Label \#(number)"}"#)
            }
            let all = await library.get(Self.path).objects("items")
            #expect(all.map { ($0["names"] as? [String])?.first } == (1...5).reversed().map { "Label \($0)" })
            #expect(all.allSatisfy { $0["kind"] as? String == "label" && $0["correctedAt"] is String })
            #expect(all.last?["subject"] as? String == "Quiet Harbor")
            var joined: [String] = []
            var target = Self.path + "?limit=2"
            for _ in 0..<3 {
                let page = await library.get(target)
                joined += page.objects("items").compactMap { $0["id"] as? String }
                target = Self.path + "?limit=2&cursor=" + (page["next"] as? String ?? "none")
            }
            #expect(target.hasSuffix("none"))
            #expect(joined == all.compactMap { $0["id"] as? String })
            for query in ["cursor=x", "limit=0", "limit=201"] {
                #expect(await library.get(Self.path + "?" + query).status == 422, "\(query)")
            }
        }
    }

    @Test func correctionsOfOtherListenersAreNotFound() async throws {
        try await with([11]) { (library) async throws in
            try await correct(library, "Quiet Harbor", in: "labels", "rename", #"{"name": "QH"}"#)
            let id = try #require(await library.get(Self.path).objects("items").first?["id"] as? String)
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                #expect(await library.get(Self.path, as: role, at: host).objects("items").isEmpty)
                let answer = await library.stage.send(.delete, Self.path + "/\(id)", as: role, at: host)
                #expect(answer.status == 404 && answer.text.contains("no-such-teaching"))
            }
            for id in ["999999", "x", "0"] {
                #expect(await library.stage.send(.delete, Self.path + "/\(id)", as: .listener).status == 404)
            }
            #expect(await library.names("labels") == ["QH"])
        }
    }

    @Test func theCorrectionsPageListsAndUndoesCorrections() async throws {
        try await with([11]) { (library) async throws in
            let page = "/library/corrections"
            #expect(await library.get(page).text.contains("No corrections"))
            let way = "<a href=\"\(page)\">Corrections</a>"
            for category in ["artists", "albums", "labels"] {
                let id = try #require(
                    await library.get(LibraryStage.path + "/" + category).objects("items").first?["id"] as? String)
                #expect(await library.get("/library/\(category)/\(id)").text.contains(way))
            }
            #expect(await library.get("/library/uncertain").text.contains(way))
            try await correct(library, "Quiet Harbor", in: "labels", "rename", #"{"name": "Q<b>H"}"#)
            let shown = await library.get(page)
            #expect(
                shown.text.contains("<strong>The label “Quiet Harbor” is filed as “Q&lt;b&gt;H”.</strong>"),
                "\(shown.text)")
            let id = try #require(await library.get(Self.path).objects("items").first?["id"] as? String)
            #expect(shown.text.contains("name=\"correction\" value=\"\(id)\""))
            #expect(shown.asks(before: page + "/removal"))
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                // Other accounts do not have the correction, and an absent correction counts as undone.
                _ = await library.press(page + "/removal", [("correction", id)], as: role, at: host)
                #expect(await library.names("labels") == ["Q<b>H"])
            }
            for _ in 0..<2 {
                let gone = await library.press(page + "/removal", [("correction", id), ("cursor", "x")])
                #expect(gone.location == page + "?notice=uncorrected")
            }
            #expect(await library.names("labels") == ["Quiet Harbor"])
            #expect(await library.get(page + "?notice=uncorrected").text.contains("Correction undone"))
            #expect(await library.get(page + "?cursor=x").status == 422)
        }
    }
}
