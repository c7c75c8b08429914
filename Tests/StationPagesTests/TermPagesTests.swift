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
            #expect(await stage.page("/station/topics?search=nothing").text.contains("No topic contains “nothing”"))
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
            #expect(page.text.contains(">The final</a><span>Talk</span>"))
            #expect(page.text.contains("1 episode loses this topic."))
        }
    }
}
