import Radio
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

struct ListPagesTests {
    private static func rows(_ shows: [Int64], _ tag: String, _ more: [(String, String)] = []) -> [(String, String)] {
        [("tag", tag), ("rows/shows", "\(shows.count)")] + shows.enumerated().map { ("shows/\($0)/show", "\($1)") }
            + more
    }

    @Test func eachButtonOfTheFeaturedListSavesItsChange() async throws {
        try await withStation { (stage, _) async throws in
            let path = "/station/lists/featured"
            var shows: [Int64] = []
            for title in ["Alpha", "Beta", "Gamma"] {
                shows.append(try await stage.database.show(title, in: stage.here))
            }
            func order() async throws -> String {
                try await stage.database.sql(
                    "select string_agg(show_id::text, ' ' order by position) from app.featured_show"
                )
                .split(separator: "\n").first.map(String.init) ?? ""
            }
            func press(_ held: [Int64], _ name: String, _ show: Int64) async -> Int {
                let tag = await stage.page(path).tag
                return await stage.post(path, Self.rows(held, tag, [(name, "\(show)")])).status
            }
            #expect(await press([], "add", shows[0]) == 303)
            #expect(await press([shows[0]], "add", shows[1]) == 303)
            #expect(try await order() == "\(shows[1]) \(shows[0])")
            #expect(await press([shows[1], shows[0]], "down", shows[1]) == 303)
            #expect(try await order() == "\(shows[0]) \(shows[1])")
            #expect(await press([shows[0], shows[1]], "up", shows[1]) == 303)
            #expect(try await order() == "\(shows[1]) \(shows[0])")
            #expect(await press([shows[1], shows[0]], "up", shows[1]) == 303, "the first entry cannot move up")
            #expect(await press([shows[1], shows[0]], "drop", shows[1]) == 303)
            #expect(try await order() == "\(shows[0])")
            #expect(try await stage.audit().allSatisfy { $0.hasPrefix("programmer featured.change") })
        }
    }

    @Test func thePicturesOfShowsAndChannelsAreShownInTheLists() async throws {
        try await withStation { (stage, _) async throws in
            let (database, here) = (stage.database, stage.here)
            #expect(
                await stage.page("/station/lists").text.contains("href=\"/station/channels/new\">Create channel</a>"))
            let channel = try await database.channel("kan", in: here)
            let show = try await database.show("Often on", on: [channel], in: here)
            try await database.airing(
                of: show, on: channel, from: "2026-06-16T12:00:00Z", to: "2026-06-16T13:00:00Z", in: here)
            let ofChannel = try await stage.picture(of: "app.channel", "channel_id", channel)
            let ofShow = try await stage.picture(of: "app.show", "show_id", show)
            #expect(await stage.page("/station/lists").text.contains("src=\"\(ofChannel)"))
            let path = "/station/lists/hot/\(channel)"
            let suggested = await stage.page(path)
            #expect(suggested.text.contains("src=\"\(ofShow)"), "a show of the automatic list")
            let find = [("find", "shows"), ("find/shows", "often")]
            let found = await stage.post(path, Self.rows([], suggested.tag, find))
            #expect(found.text.ranges(of: "src=\"\(ofShow)").count == 2, "and a show that a search found")
            #expect(await stage.post(path, Self.rows([], suggested.tag, [("add", "\(show)")])).status == 303)
            #expect(await stage.page(path).text.contains("src=\"\(ofShow)"), "a show of the list")
        }
    }

    @Test func aFeaturedShowIsMarkedAsExpiredAfterItsExpiry() async throws {
        try await withStation { (stage, _) async throws in
            let (path, show) = ("/station/lists/featured", try await stage.database.show("Alpha", in: stage.here))
            let tag = await stage.page(path).tag
            let saved = await stage.post(path, Self.rows([show], tag, [("shows/0/expiresAt", "2026-07-01T10:00")]))
            #expect(saved.status == 303)
            var page = await stage.page(path)
            #expect(page.value("shows/0/expiresAt") == "2026-07-01T10:00" && !page.text.contains(">expired<"))
            stage.clock.advance(seconds: 30 * 86_400)
            page = await stage.page(path)
            #expect(page.text.contains(">expired<"))
            let wrong = await stage.post(path, Self.rows([show], page.tag, [("shows/0/expiresAt", "soon")]))
            #expect(wrong.status == 422)
            #expect(wrong.fault("shows-0-expiresAt") != nil)
            #expect(wrong.value("shows/0/expiresAt") == "soon")
        }
    }

    @Test func aListOfMoreThanThreeHundredShowsIsSavedInFull() async throws {
        try await withStation { (stage, _) async throws in
            let path = "/station/lists/featured"
            var shows: [Int64] = []
            for number in 0..<301 { shows.append(try await stage.database.show("Show \(number)", in: stage.here)) }
            #expect(await stage.post(path, Self.rows(shows, await stage.page(path).tag)).status == 303)
            let stored = try await stage.database.sql("select count(*) from app.featured_show").split(separator: "\n")
            #expect(stored.first == "301")
        }
    }

    @Test func aListThatSomebodyElseChangedIsNotOverwritten() async throws {
        try await withStation { (stage, _) async throws in
            let (path, show) = ("/station/lists/featured", try await stage.database.show("Alpha", in: stage.here))
            let tag = await stage.page(path).tag
            #expect(await stage.post(path, Self.rows([show], tag)).status == 303)
            let second = await stage.post(path, Self.rows([], tag))
            #expect(second.status == 412)
            #expect(await stage.page(path).text.contains(">Alpha<"))
            #expect(await stage.post(path, Self.rows([], second.tag)).status == 303)
            #expect(await stage.post(path, [("tag", "*")]).status == 422, "a form without rows does not clear the list")
        }
    }

    @Test func theHotShowsOfAChannelAreShownBesideTheAutomaticList() async throws {
        try await withStation { (stage, _) async throws in
            let channel = try await stage.database.channel("kan", in: stage.here)
            let show = try await stage.database.show("Often on", on: [channel], in: stage.here)
            let mine = try await stage.database.show("Mine", on: [channel], in: stage.here)
            try await stage.database.airing(
                of: show, on: channel, from: "2026-06-16T12:00:00Z", to: "2026-06-16T13:00:00Z", in: stage.here)
            let path = "/station/lists/hot/\(channel)"
            let page = await stage.page(path)
            #expect(page.text.contains("Automatic") && page.text.contains(">Often on<"))
            let found = await stage.post(path, Self.rows([], page.tag, [("find", "shows"), ("find/shows", "mine")]))
            #expect(found.status == 200)
            #expect(found.text.contains("name=\"add\" value=\"\(mine)\""))
            #expect(await stage.post(path, Self.rows([], page.tag, [("add", "\(show)")])).status == 303)
            let after = await stage.page(path)
            #expect(after.value("shows/0/show") == "\(show)")
            #expect(after.text.contains("No shows at the moment."), "a show in the list is not suggested")
            #expect(await stage.page("/station/lists").text.contains("1 show"))
            #expect(try await stage.audit() == ["programmer channel.hot \(channel)"])
        }
    }

    @Test func theFeaturedShowsAreShownBesideTheAutomaticList() async throws {
        try await withStation { (stage, _) async throws in
            let channel = try await stage.database.channel("kan", in: stage.here)
            let show = try await stage.database.show("Often on", on: [channel], in: stage.here)
            try await stage.database.airing(
                of: show, on: channel, from: "2026-06-16T12:00:00Z", to: "2026-06-16T13:00:00Z", in: stage.here)
            try await FinderIndex(database: stage.database.tenants).update(stage.here.id)
            let path = "/station/lists/featured"
            let page = await stage.page(path)
            #expect(page.text.contains("Automatic") && page.text.contains(">Often on<"))
            #expect(await stage.post(path, Self.rows([], page.tag, [("add", "\(show)")])).status == 303)
            #expect(await stage.page(path).text.contains("No shows at the moment."))
        }
    }

    @Test func editorialListsRefuseChannelsAndShowsOfAnotherTenant() async throws {
        try await withStation { (stage, _) async throws in
            let channel = try await stage.database.channel("kan", in: stage.there)
            let show = try await stage.database.show("Theirs", in: stage.there)
            #expect(await stage.page("/station/lists/hot/\(channel)").status == 404)
            #expect(await stage.post("/station/lists/hot/\(channel)", Self.rows([], "*")).status == 404)
            let answer = await stage.post("/station/lists/featured", Self.rows([show], "*"))
            #expect(answer.status == 422)
            #expect(answer.fault("shows-0-show") != nil && !answer.text.contains("Theirs"))
        }
    }
}
