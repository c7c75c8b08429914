import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

struct CategoryPagesTests {
    @Test func categoriesCanBeCreatedReorderedAndDeleted() async throws {
        try await withStation { (stage, _) async throws in
            var keys: [String] = []
            for name in ["Music", "News", "Talk"] {
                keys.append(await stage.post("/station/categories", [("name", name), ("rank", "0")]).made)
            }
            func order() async throws -> [String] {
                try await stage.database.sql("select name from app.category order by rank, name")
                    .split(separator: "\n").map(String.init)
            }
            let moved = await stage.post("/station/categories/\(keys[2])/move", [("to", "up")])
            #expect(moved.status == 303)
            #expect(try await order() == ["Music", "Talk", "News"])
            #expect(await stage.post("/station/categories/\(keys[0])/move", [("to", "up")]).status == 303)
            #expect(await stage.post("/station/categories/\(keys[0])/move", [("to", "down")]).status == 303)
            #expect(try await order() == ["Talk", "Music", "News"])
            let page = await stage.page("/station/categories")
            let places = [">Talk<", ">Music<", ">News<"].compactMap { page.text.range(of: $0)?.lowerBound }
            #expect(places.count == 3 && places == places.sorted())
            let editor = await stage.page("/station/categories/\(keys[0])")
            let gone = await stage.post("/station/categories/\(keys[0])/delete", [("tag", editor.tag)])
            #expect(gone.location == "/station/categories?notice=deleted")
            #expect(try await order() == ["Talk", "News"])
        }
    }

    @Test func aCategoryCannotBeCreatedWithTheNameOfAnother() async throws {
        try await withStation { (stage, _) async throws in
            for _ in 0..<2 { _ = await stage.post("/station/categories", [("name", "News")]) }
            let taken = await stage.post("/station/categories", [("name", "News")])
            #expect(taken.status == 409)
            #expect(taken.fault("name") == "Another category already has this name: choose another name.")
            #expect(try await stage.database.sql("select count(*) from app.category") == "1")
        }
    }

    @Test func aCategoryOfAnotherTenantIsNotFound() async throws {
        try await withStation { (stage, _) async throws in
            let key = await stage.post("/station/categories", [("name", "News")]).made
            #expect(await stage.post("/station/categories/\(key)/move", [("to", "up")], at: "there").status == 404)
        }
    }

    @Test func aPersonCreatedByTheFormCanBeFoundByPartOfTheName() async throws {
        try await withStation { (stage, _) async throws in
            let made = await stage.post(
                "/station/people", [("name", "Ada Adamová"), ("biography", "She sings.\r\nWell.")])
            #expect(made.status == 303)
            let show = try await stage.database.show("Talk", in: stage.here)
            try await stage.database.sql(
                """
                insert into app.show_credit (tenant_id, show_id, position, person_id)
                values (\(stage.here.id), \(show), 0, \(made.made))
                """)
            let list = await stage.page("/station/people?search=adam")
            #expect(list.text.contains(">Ada Adamová<"))
            #expect(await stage.page("/station/people?search=nobody").text.contains("No name contains “nobody”."))
            let page = await stage.page("/station/people/\(made.made)")
            #expect(page.text.contains("She sings.\nWell."))
            #expect(page.text.contains("/station/shows/\(show)"))
            #expect(page.text.contains("1 credit of a show is deleted."))
            let key = try #require(Int64(made.made))
            let picture = try await stage.picture(of: "app.person", "person_id", key)
            let ofShow = try await stage.picture(of: "app.show", "show_id", show)
            #expect(await stage.page("/station/people").text.contains("class=\"art round\" src=\"\(picture)"))
            #expect(await stage.page("/station/people/\(key)").text.contains("src=\"\(ofShow)"))
            let credits = await stage.page("/station/shows/\(show)")
            #expect(credits.text.contains("class=\"art round small\" src=\"\(picture)"))
            #expect(await stage.post("/station/people", [("name", " ")]).fault("name") != nil)
        }
    }
}
