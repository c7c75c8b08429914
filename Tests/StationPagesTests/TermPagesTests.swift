import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

/// The pages of genres and topics.
struct TermPagesTests {
    @Test func aTVAnytimeTermCanBeFoundAndAddedAsAGenre() async throws {
        try await withStation { (stage, _) async throws in
            let code = "urn:tva:metadata:cs:ContentCS:2011:3.6.2.6"
            let offered = await stage.page("/station/genres?search=cool")
            #expect(offered.text.contains("No genre name contains “cool”."))
            #expect(offered.text.contains("name=\"code\" value=\"\(code)\""))
            let taken = await stage.post("/station/genres", [("name", "Cool"), ("code", code)])
            #expect(taken.status == 303)
            #expect(try await stage.database.sql("select name, code from app.genre") == "Cool|\(code)")
            let after = await stage.page("/station/genres?search=cool")
            #expect(after.text.contains(">Cool</strong></a>") && !after.text.contains("value=\"\(code)\""))
            let again = await stage.post("/station/genres", [("name", "Cool jazz"), ("code", code)])
            #expect(again.status == 409)
            #expect(again.fault("code") == "Another genre already has this code: choose another code.")
            #expect(await stage.page("/station/genres/\(taken.made)").text.contains("TV-Anytime term: “Cool”."))
            #expect(await stage.page("/station/genres/\(taken.made)", at: "there").status == 404)
        }
    }

    @Test func aGenreCanBeRenamedAndDeleted() async throws {
        try await withStation { (stage, _) async throws in
            let genre = await stage.post("/station/genres", [("name", "Talk"), ("code", "")]).made
            let show = try await stage.database.show("Breakfast", in: stage.here)
            try await stage.database.sql(
                "insert into app.show_genre (tenant_id, show_id, genre_id) values (\(stage.here.id), \(show), \(genre))"
            )
            let page = await stage.page("/station/genres/\(genre)")
            #expect(page.text.contains("1 show loses this genre."))
            #expect(page.text.contains("/station/shows/\(show)"))
            let wrong = await stage.post(
                "/station/genres/\(genre)",
                [("tag", page.tag), ("name", "Talk"), ("code", "urn:tva:metadata:cs:ContentCS:2011:99")])
            #expect(wrong.status == 422 && wrong.fault("code") != nil)
            let saved = await stage.post("/station/genres/\(genre)", [("tag", page.tag), ("name", "Speech")])
            #expect(saved.location == "/station/genres/\(genre)?notice=saved")
            let stale = await stage.post("/station/genres/\(genre)", [("tag", page.tag), ("name", "Words")])
            #expect(stale.status == 412)
            let tag = await stage.page("/station/genres/\(genre)").tag
            let gone = await stage.post("/station/genres/\(genre)/delete", [("tag", tag)])
            #expect(gone.location == "/station/genres?notice=deleted")
            #expect(try await stage.database.sql("select count(*) from app.show_genre") == "0")
            #expect(
                try await stage.audit().map { $0.split(separator: " ")[1] } == [
                    "genre.create", "genre.change", "genre.delete",
                ])
        }
    }

    @Test func topicsAreListedByPositionBeforeKeywords() async throws {
        try await withStation { (stage, _) async throws in
            for (title, place) in [("Sport", "2"), ("Elections", "1")] {
                let made = await stage.post("/station/topics", [("title", title), ("position", place)])
                #expect(made.status == 303)
            }
            let word = await stage.post(
                "/station/topics", [("title", "Ballot"), ("kind", "keyword"), ("words", "vote\r\nurn")])
            let list = await stage.page("/station/topics")
            let places = [">Elections<", ">Sport<", ">Ballot<", ">keyword<"].compactMap {
                list.text.range(of: $0)?.lowerBound
            }
            #expect(places.count == 4 && places == places.sorted())
            #expect(await stage.page("/station/topics?search=vote").text.contains(">Ballot<"))
            #expect(
                await stage.page("/station/topics?search=nothing").text.contains(
                    "No topic or keyword contains “nothing”"))
            let page = await stage.page("/station/topics/\(word.made)")
            #expect(page.text.contains("value=\"keyword\" selected"))
            let saved = await stage.post(
                "/station/topics/\(word.made)",
                [("tag", page.tag), ("title", "Ballot"), ("kind", "topic"), ("position", "0")])
            #expect(saved.status == 303)
            #expect(
                try await stage.database.sql("select kind, position, words from app.tag where title = 'Ballot'")
                    == "topic|0|")
            #expect(await stage.post("/station/topics", [("title", "x"), ("kind", "tune")]).status == 422)
            #expect(await stage.post("/station/topics", [("title", " ")]).fault("title") != nil)
            let tag = await stage.page("/station/topics/\(word.made)").tag
            let gone = await stage.post("/station/topics/\(word.made)/delete", [("tag", tag)])
            #expect(gone.location == "/station/topics?notice=deleted")
        }
    }

    @Test func theShowsOfAGenreAndOfAPersonAreListedOnSeveralPages() async throws {
        try await withStation { (stage, _) async throws in
            let genre = await stage.post("/station/genres", [("name", "Talk"), ("code", "")]).made
            let person = try await stage.database.person("Ada", in: stage.here)
            try await stage.database.sql(
                """
                set app.tenant_id = '\(stage.here.id)';
                insert into app.show (title) select 'Show ' || lpad(n::text, 3, '0') from generate_series(1, 120) n;
                insert into app.show_genre (show_id, genre_id) select show_id, \(genre) from app.show;
                insert into app.show_credit (show_id, position, person_id) select show_id, 0, \(person) from app.show;
                """)
            for path in ["/station/genres/\(genre)", "/station/people/\(person)"] {
                let first = await stage.page(path)
                #expect(first.text.contains(">Show 001</a>") && first.text.contains(">Show 050</a>"), "\(path)")
                #expect(!first.text.contains(">Show 051</a>") && first.text.contains("1–50 of 120"), "\(path)")
                #expect(first.text.contains("href=\"\(path)?cursor=50#related\">Next page<"), "\(path)")
                let last = await stage.page(path + "?cursor=100")
                #expect(last.text.contains(">Show 120</a>") && !last.text.contains(">Next page<"), "\(path)")
                #expect(last.text.contains("href=\"\(path)?cursor=50#related\">Previous page<"), "\(path)")
                #expect(await stage.page(path + "?cursor=x").status == 422, "\(path)")
            }
        }
    }

    @Test func thePicturesOfTopicsAndTheirEpisodesAreShown() async throws {
        try await withStation { (stage, _) async throws in
            let made = await stage.post("/station/topics", [("title", "Sport")])
            let topic = try #require(Int64(made.made))
            let show = try await stage.database.show("Talk", in: stage.here)
            let episode = try await stage.database.episode("The final", of: show, in: stage.here)
            try await stage.database.sql(
                """
                insert into app.episode_tag (tenant_id, episode_id, tag_id)
                values (\(stage.here.id), \(episode), \(topic))
                """)
            let drawn = await stage.page("/station/topics/\(topic)")
            #expect(drawn.text.contains("No picture: apps show the default picture."))
            #expect(drawn.text.contains("<i class=\"art large "))
            let picture = try await stage.picture(of: "app.tag", "tag_id", topic)
            #expect(await stage.page("/station/topics").text.contains("src=\"\(picture)"))
            let ofShow = try await stage.picture(of: "app.show", "show_id", show)
            #expect(await stage.page("/station/topics/\(topic)").text.contains("src=\"\(ofShow)"))
        }
    }

    @Test(arguments: [
        ("people", "No people yet", "person"), ("genres", "No genres yet", "genre"),
        ("topics", "No topics yet", "topic"),
        ("categories", "No categories yet", "category"),
    ])
    func anEmptyListLinksToTheFormForANewItem(list: String, title: String, item: String) async throws {
        try await withStation { (stage, _) async throws in
            let page = await stage.page("/station/\(list)")
            #expect(page.text.contains("<strong>\(title)</strong>"))
            #expect(page.text.contains("href=\"/station/\(list)/new\">Create \(item)</a>"))
        }
    }

    @Test func theTopicPageListsItsEpisodes() async throws {
        try await withStation { (stage, _) async throws in
            let topic = await stage.post("/station/topics", [("title", "Sport")]).made
            let show = try await stage.database.show("Talk", in: stage.here)
            try await stage.database.sql(
                """
                set app.tenant_id = '\(stage.here.id)';
                insert into app.episode (show_id, title) values (\(show), 'The final');
                insert into app.episode_tag (episode_id, tag_id) select episode_id, \(topic) from app.episode;
                """)
            let page = await stage.page("/station/topics/\(topic)")
            #expect(page.text.contains(">The final</a><p>Talk</p>"))
            #expect(page.text.contains("1 episode loses this topic or keyword."))
        }
    }
}
