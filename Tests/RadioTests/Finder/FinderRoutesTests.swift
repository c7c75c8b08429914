import Foundation
import HTTP
import Testing
import Web
import WebTestSupport

@testable import Radio

struct FinderRoutesTests {
    @Test func theFinderListsShowsWithTheirCountsAndChannels() async throws {
        try await FinderStage.with { stage in
            let channel = try await stage.database.channel("one", in: stage.stage.here)
            let show = try await stage.database.show("Morning", on: [channel], in: stage.stage.here)
            try await stage.onDemand("Monday", of: show)
            try await stage.database.airing(
                of: show, on: channel, from: "2026-06-16T08:00:00Z", to: "2026-06-16T09:00:00Z", in: stage.stage.here)
            try await stage.updateIndex()
            let answer = await stage.stage.send(.get, "/api/v1/finder")
            #expect(answer.status == 200)
            let listed = answer.objects("items")
            #expect(listed.map { $0["title"] as? String } == ["Morning"])
            #expect(listed[0]["onDemandCount"] as? Int == 1 && listed[0]["futureCount"] as? Int == 1)
            #expect((listed[0]["channels"] as? [[String: Any]])?.map { $0["slug"] as? String } == ["one"])
            #expect(answer["total"] as? Int == 1)
            let letter = answer.objects("rail")[0]
            #expect(letter["key"] as? String == "M" && letter["offset"] as? Int == 0 && letter["count"] as? Int == 1)
            let channels = await stage.stage.send(.get, "/api/v1/finder/channels?filter=future").objects("items")
            #expect(channels.map { $0["showCount"] as? Int } == [1])
            // Time alone removes the show; nothing is written.
            try stage.stage.clock.set("2026-06-16T08:00:00Z")
            #expect(await stage.titles("/api/v1/finder?filter=future") == [])
            #expect(await stage.stage.send(.get, "/api/v1/finder/channels?filter=future").objects("items").isEmpty)
            #expect(await stage.titles("/api/v1/finder?filter=on-demand") == ["Morning"])
        }
    }

    /// Spec R31, R42: "now" includes every airing that began within the buffer. The list is centred on the airing that is on air.
    /// Spec R43.
    @Test func theEpisodeListContainsAiringsThatBeganWithinTheBuffer() async throws {
        try await FinderStage.with { stage in
            let (database, here) = (stage.database, stage.stage.here)
            let channel = try await database.channel("one", in: here)
            let show = try await database.show("News", on: [channel], in: here)
            for hour in ["06", "08", "11", "13"] {
                try await database.airing(
                    of: show, on: channel, from: "2026-06-15T\(hour):00:00Z", to: "2026-06-15T\(hour):30:00Z", in: here)
            }
            try await stage.updateIndex()
            func list(_ query: String = "") async -> (answer: StageAnswer, rows: [String]) {
                let answer = await stage.stage.send(.get, "/api/v1/shows/\(show)/episodes\(query)")
                return (
                    answer,
                    answer.objects("items").map {
                        "\($0["kind"] ?? "") \($0["selectAction"] ?? "") \(($0["startsAt"] as? String ?? "").dropFirst(11).prefix(2))"
                    }
                )
            }
            try stage.stage.clock.set("2026-06-15T12:00:00Z")
            let noon = await list()
            #expect(noon.rows == ["now play 08", "now play 11", "upcoming set-alert 13"])
            #expect(noon.answer["anchorIndex"] is NSNull, "nothing is on the air")
            try stage.stage.clock.set("2026-06-15T13:10:00Z")
            let later = await list()
            #expect(later.rows == ["now play 11", "now play 13"])
            #expect(later.answer["anchorIndex"] as? Int == 1)
            #expect(await list("?limit=1").rows == ["now play 13"])
            #expect(await list("?filter=future").rows == [])
            #expect(await list("?filter=on-demand").rows == [])
            // The tenant's own buffer length is used.
            try await database.sql(
                "insert into app.tenant_profile (tenant_id, buffer_ms) values (\(here.id), 3600000);")
            #expect(await list().rows == ["now play 13"])
        }
    }

    @Test func anUnchangedFinderResponseIsNotModified() async throws {
        try await FinderStage.with { stage in
            for path in ["finder", "finder/channels", "finder/categories", "search?q=x"] {
                let answer = await stage.stage.send(.get, "/api/v1/\(path)")
                let tag = try #require(answer.fields["ETag"])
                let again = await stage.stage.send(.get, "/api/v1/\(path)", at: "here", ["If-None-Match": tag])
                #expect(again.status == 304, "\(path)")
            }
        }
    }

    @Test func inactiveAndUnknownChannelsCategoriesAndShowsAreNotFound() async throws {
        try await FinderStage.with { stage in
            let off = try await stage.database.channel("off", in: stage.stage.here)
            let other = try await stage.database.channel("other", in: stage.stage.there)
            let category = try await stage.database.category("Other", of: [other], in: stage.stage.there)
            let show = try await stage.database.show("Other", on: [other], in: stage.stage.there)
            try await stage.database.sql("update app.channel set active = false where channel_id = \(off)")
            try await stage.updateIndex()
            let paths = [
                "finder?channel=\(off)", "finder?channel=\(other)", "finder?channel=999999", "finder?channel=x",
                "finder?category=\(category)", "finder?category=+1", "shows/\(show)/episodes", "shows/0/episodes",
            ]
            for path in paths {
                let answer = await stage.stage.send(.get, "/api/v1/\(path)")
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    private static let place = EpisodeList.Cursor(isAiring: true, microseconds: 1, id: 1)
    private static let elsewhere = ListCursor("episodes", ["a", "1", "0"])

    @Test(arguments: [
        ("finder?filter=none", "filter"), ("finder?by=channel", "by"), ("finder?by=all&channel=1", "by"),
        ("finder?limit=0", "limit"), ("finder?offset=-1", "offset"), ("shows/1/episodes?before=x", "before"),
        ("shows/1/episodes?before=\(place)&after=\(place)", "before"), ("shows/1/episodes?after=a1.1", "after"),
        ("shows/1/episodes?after=\(elsewhere)", "after"),
        ("search?q=", "q"), ("search?q=a&types=song", "types"), ("search", "q"),
    ])
    func theErrorOfAFinderRequestNamesTheInvalidParameter(path: String, field: String) async throws {
        try await FinderStage.with { stage in
            let answer = await stage.stage.send(.get, "/api/v1/\(path)")
            #expect(answer.status == 422 && answer.faults == [field])
        }
    }
}
