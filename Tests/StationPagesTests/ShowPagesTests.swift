import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

struct ShowPagesTests {
    @Test func theListOfShowsIsAlphabeticalWithAnAlphabeticIndex() async throws {
        try await withStation { (stage, _) async throws in
            let titles = ["„Quoted“", "100 songs", "alpha", "Beta", "Zulu"] + (0..<60).map { "M\($0)" }
            for title in titles { try await stage.database.show(title, in: stage.here) }
            try await stage.database.show("Elsewhere", in: stage.there)
            let page = await stage.page("/station/shows")
            let order = [">100 songs<", ">alpha<", ">Beta<", ">M0<", ">M5<"]
            let places = order.compactMap { page.text.range(of: $0)?.lowerBound }
            #expect(places.count == order.count && places == places.sorted())
            #expect(page.text.contains("1–60 of 65"))
            #expect(!page.text.contains("Elsewhere"))
            #expect(page.text.contains("href=\"/station/shows?cursor=63\">Q<"))
            let last = await stage.page("/station/shows?cursor=60")
            #expect(last.text.contains("Quoted") && last.text.contains(">Zulu<") && !last.text.contains(">alpha<"))
        }
    }

    @Test func theFiltersOfTheShowListSelectMatchingShows() async throws {
        try await withStation { (stage, _) async throws in
            let channel = try await stage.database.channel("kan", in: stage.here)
            try await stage.database.show("On air", on: [channel], in: stage.here)
            let lonely = try await stage.database.show("Lonely", in: stage.here)
            try await stage.database.sql(
                "insert into app.featured_show (tenant_id, show_id, position) values (\(stage.here.id), \(lonely), 0)")
            func has(_ query: String) async -> [Bool] {
                let text = await stage.page("/station/shows?\(query)").text
                return [text.contains(">On air<"), text.contains(">Lonely<")]
            }
            #expect(await has("channel=\(channel)") == [true, false])
            #expect(await has("only=no-channel") == [false, true])
            #expect(await has("only=featured") == [false, true])
            #expect(await has("only=inactive") == [false, false])
            #expect(await has("search=ON") == [true, true])
            #expect(await has("search=air") == [true, false])
            #expect(await stage.page("/station/shows?only=nonsense").status == 422)
            #expect(await stage.page("/station/shows?channel=\(channel)", at: "there").status == 404)
        }
    }

    @Test func aShowIsCreatedWithChannelsGenresAndPeople() async throws {
        try await withStation { (stage, _) async throws in
            let first = try await stage.database.channel("one", in: stage.here)
            let second = try await stage.database.channel("two", in: stage.here)
            let genre = try await stage.made("genres", #"{"name": "News"}"#)
            let person = try await stage.database.person("Ada", in: stage.here)
            let made = await stage.post(
                "/station/shows",
                [
                    ("title", "Talk"), ("summary", "In short"), ("isActive", "yes"), ("channels", "\(first)"),
                    ("channels", "\(second)"), ("first/channels", "\(second)"), ("genres", genre),
                    ("rows/credits", "1"),
                    ("credits/0/person", "\(person)"), ("credits/0/role", "host"),
                ])
            #expect(made.status == 303)
            let show = await stage.send(.get, "/api/v1/admin/shows/\(made.made)", as: .programmer)
            #expect(show["channels"] as? [String] == ["\(second)", "\(first)"])
            #expect(show["genres"] as? [String] == [genre])
            #expect(show.objects("credits").first?["role"] as? String == "host")
            let page = await stage.page("/station/shows/\(made.made)")
            #expect(page.text.contains(">Ada</a>"))
            #expect(page.text.contains("name=\"first/channels\" value=\"\(second)\" checked"))
        }
    }

    @Test func aSearchInTheShowFormStoresNothing() async throws {
        try await withStation { (stage, _) async throws in
            for index in 0..<50 { try await stage.database.person("Person \(index)", in: stage.here) }
            let ada = try await stage.database.person("Ada", in: stage.here)
            let found = await stage.post(
                "/station/shows",
                [("title", "Typed"), ("find", "credits"), ("find/credits", "ada"), ("rows/credits", "0")])
            #expect(found.status == 200)
            #expect(found.value("title") == "Typed")
            #expect(found.value("credits/0/person") == "\(ada)")
            #expect(try await stage.audit().isEmpty)
            // Text left in the search field is searched for before anything is saved.
            let left = await stage.post(
                "/station/shows", [("title", "Typed"), ("find/credits", "ada"), ("rows/credits", "0")])
            #expect(left.status == 200 && left.text.contains("Results for “ada”"))
            #expect(try await stage.audit().isEmpty)
        }
    }

    @Test func aChosenTVAnytimeTermBecomesATickedGenre() async throws {
        try await withStation { (stage, _) async throws in
            let found = await stage.post(
                "/station/shows", [("title", "T"), ("find", "genres"), ("find/genres", "daily news")])
            let code = "urn:tva:metadata:cs:ContentCS:2011:3.1.1.1"
            #expect(found.text.contains("name=\"take\" value=\"\(code)\""))
            let taken = await stage.post("/station/shows", [("title", "T"), ("take", code)])
            #expect(taken.status == 200)
            let key = try await stage.database.sql("select genre_id from app.genre").filter(\.isNumber)
            #expect(taken.text.contains("name=\"genres\" value=\"\(key)\" checked"))
            #expect(taken.value("title") == "T")
            #expect(try await stage.audit() == ["programmer genre.create \(key)"])
            let again = await stage.post("/station/shows", [("title", "T"), ("take", code)])
            #expect(again.status == 200 && again.text.contains("value=\"\(key)\" checked"))
            #expect(try await stage.audit().count == 1)
            #expect(
                await stage.post("/station/shows", [("title", "T"), ("take", "urn:none")]).text.contains("genres-fault")
            )
        }
    }

    @Test func aShowOnAChannelOfAnotherTenantIsRefused() async throws {
        try await withStation { (stage, _) async throws in
            let foreign = try await stage.database.channel("theirs", in: stage.there)
            let answer = await stage.post("/station/shows", [("title", "T"), ("channels", "\(foreign)")])
            #expect(answer.status == 422)
            #expect(answer.fault("channels")?.contains("must be the ID of a channel that exists") == true)
            #expect(!answer.text.contains("Theirs"))
        }
    }

    @Test func aShowWithPlayedTracksCannotBeDeleted() async throws {
        try await withStation { (stage, _) async throws in
            let channel = try await stage.database.channel("kan", in: stage.here)
            let show = try await stage.database.show("Talk", on: [channel], in: stage.here)
            let airing = try await stage.database.airing(
                of: show, on: channel, from: "2026-06-15T11:00:00Z", to: "2026-06-15T12:00:00Z", in: stage.here)
            let cut = try await stage.database.cut("Song", on: channel, at: "2026-06-15T11:10:00Z", in: stage.here)
            try await stage.database.sql("update app.cut set airing_id = \(airing) where cut_id = \(cut)")
            let page = await stage.page("/station/shows/\(show)")
            #expect(page.text.contains("This show cannot be deleted: it was on air"))
            let answer = await stage.post("/station/shows/\(show)/delete", [("tag", page.tag)])
            #expect(answer.status == 409)
            #expect(answer.text.contains("make the show inactive instead"))
        }
    }

    @Test func episodesAreListedNewestFirstWithTheirAvailability() async throws {
        try await withStation { (stage, _) async throws in
            let (database, here) = (stage.database, stage.here)
            let show = try await database.show("Talk", in: here)
            for day in 1...25 {
                try await database.episode(
                    "Episode \(day)", of: show, publishedAt: "2026-05-\(day < 10 ? "0" : "")\(day)T10:00:00Z", in: here)
            }
            let now = try await database.episode("Now", of: show, publishedAt: "2026-06-01T10:00:00Z", in: here)
            let over = try await database.episode("Over", of: show, publishedAt: "2026-06-02T10:00:00Z", in: here)
            let soon = try await database.episode("Soon", of: show, publishedAt: "2026-06-03T10:00:00Z", in: here)
            try await database.version(of: now, from: "2026-06-01T10:00:00Z", in: here)
            try await database.version(of: over, from: "2026-06-01T10:00:00Z", until: "2026-06-15T12:00:00Z", in: here)
            try await database.version(of: soon, from: "2026-06-15T12:00:01Z", in: here)
            let page = await stage.page("/station/shows/\(show)")
            let order = [
                ">Soon<", "upcoming", ">Over<", "expired", ">Now<", "on demand", ">Episode 25<", "not on demand",
            ]
            let places = order.compactMap { page.text.range(of: $0)?.lowerBound }
            #expect(places.count == order.count && places == places.sorted())
            #expect(!page.text.contains(">Episode 1<"))
            let older = await stage.page("/station/shows/\(show)?cursor=20")
            #expect(older.text.contains(">Episode 1<") && !older.text.contains(">Soon<"))
        }
    }
}
