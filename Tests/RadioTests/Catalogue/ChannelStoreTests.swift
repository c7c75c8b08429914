import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct ChannelStoreTests {
    @Test func aStoredChannelIsReadBackWithItsMembers() async throws {
        try await withCatalogue { stage in
            let (news, talk) = (
                try await stage.made("categories", #"{"name":"News"}"#),
                try await stage.made("categories", #"{"name":"Talk"}"#)
            )
            let genre = try await stage.made("genres", #"{"name":"Jazz"}"#)
            let art = try await stage.made("art", #"{"alt":"Logo"}"#)
            let channel = try await stage.made(
                "channels",
                """
                {"slug":"one","name":"One","shortName":"1","description":"D","language":"cs","colour":"#ed2e38",
                 "website":"https://one.example/","timeZone":"Europe/Prague","number":7,"art":"\(art)",
                 "numbers":[{"platform":"ios","number":101}],"categories":["\(talk)","\(news)"],"genres":["\(genre)"],
                 "bearers":[{"uri":"fm:ce1.c479.09580","cost":10},
                            {"uri":"https://one.example/live","purpose":"time-shift","bitrate":128,"offsetMs":2000}],
                 "skipPolicy":{"isRestricted":true,"back":1,"forward":5,"total":6,"windowMs":3600000},
                 "liveDelayMs":12000,"isActive":false}
                """)
            let found = await stage.send(.get, "/api/v1/admin/channels/\(channel)", as: .programmer)
            #expect(found["categories"] as? [String] == [talk, news], "the first category is the home")
            #expect(found["genres"] as? [String] == [genre])
            #expect(found["art"] as? String == art)
            #expect(found.objects("bearers").compactMap { $0["uri"] as? String }.first == "fm:ce1.c479.09580")
            #expect(found.objects("bearers").last?["purpose"] as? String == "time-shift")
            #expect((found["skipPolicy"] as? [String: Any])?["forward"] as? Int == 5)
            #expect(found["isActive"] as? Bool == false && found["liveDelayMs"] as? Int == 12_000)
            let home = try await stage.database.sql(
                "select category_id from app.channel_category where is_primary")
            #expect(home == talk)
        }
    }

    @Test(arguments: [
        (#"{"slug":"One","name":" ","timeZone":"UTC"}"#, ["/slug", "/name"]),
        (#"{"slug":"a","name":"A","timeZone":"Europe/Nowhere"}"#, ["/timeZone"]),
        (#"{"slug":"a","name":"A","timeZone":"Nowhere3"}"#, ["/timeZone"]),
        (#"{"slug":"a","name":"A","timeZone":"UTC","colour":"red","website":"ftp://x"}"#, ["/website", "/colour"]),
        (#"{"slug":"a","name":"A","timeZone":"UTC","categories":["7"],"art":"9"}"#, ["/categories/0", "/art"]),
        (#"{"slug":"a","name":"A","timeZone":"UTC","bearers":[{"uri":"fm:x"},{"uri":"no uri"}]}"#, ["/bearers/1/uri"]),
        (#"{"slug":"a","name":"A","timeZone":"UTC","skipPolicy":{"back":-1}}"#, ["/skipPolicy/back"]),
        (
            #"{"slug":"a","name":"A","timeZone":"UTC","liveDelayMs":600001,"language":"english!"}"#,
            ["/language", "/liveDelayMs"]
        ),
        (
            #"{"slug":"a","name":"A","timeZone":"UTC","numbers":[{"platform":"x","number":1},{"platform":"x","number":2}]}"#,
            ["/numbers"]
        ),
    ])
    func invalidMembersOfAChannelAreNamedByTheirJSONPointers(json: String, places: [String]) async throws {
        try await withCatalogue { (stage) async throws in
            let answer = await stage.send(.post, "/api/v1/admin/channels", json, as: .programmer)
            #expect(answer.status == 422, "\(answer.text)")
            #expect(answer.faults == places)
            #expect(try await stage.database.sql("select count(*) from app.channel") == "0")
        }
    }

    @Test func aSlugOrNumberOfAnotherChannelIsRefused() async throws {
        try await withCatalogue { stage in
            _ = try await stage.made(
                "channels",
                #"{"slug":"one","name":"One","timeZone":"UTC","numbers":[{"platform":"ios","number":1}]}"#)
            let slug = await stage.send(
                .post, "/api/v1/admin/channels", #"{"slug":"one","name":"Two","timeZone":"UTC"}"#, as: .programmer)
            #expect(slug.status == 409 && slug.text.contains("slug-taken"))
            let number = await stage.send(
                .post, "/api/v1/admin/channels",
                #"{"slug":"two","name":"Two","timeZone":"UTC","numbers":[{"platform":"ios","number":1}]}"#,
                as: .programmer)
            #expect(number.status == 409 && number.text.contains("number-taken"))
        }
    }

    @Test func deletingAChannelDeletesItsBroadcastsAndCuts() async throws {
        try await withCatalogue { stage in
            let channel = try await stage.database.channel("one", in: stage.here)
            let show = try await stage.database.show("Show", on: [channel], in: stage.here)
            let episode = try await stage.database.episode("Episode", of: show, in: stage.here)
            let airing = try await stage.database.airing(
                of: show, episode: episode, on: channel, from: "2026-06-15T10:00:00Z", to: "2026-06-15T11:00:00Z",
                in: stage.here)
            let cut = try await stage.database.cut("Song", on: channel, at: "2026-06-15T10:10:00Z", in: stage.here)
            let version = try await stage.database.version(of: episode, from: "2026-06-15T11:00:00Z", in: stage.here)
            try await stage.database.sql("update app.version set airing_id = \(airing) where version_id = \(version)")
            try await stage.database.sql("update app.cut set airing_id = \(airing) where cut_id = \(cut)")
            let path = "/api/v1/admin/channels/\(channel)"
            _ = await stage.send(.put, path, #"{"slug":"one","name":"Uno","timeZone":"UTC"}"#, as: .programmer)
            #expect(try await stage.touched() == "\(show)")
            #expect(await stage.send(.delete, path, as: .programmer).status == 204)
            #expect(try await stage.touched() == "\(show)")
            #expect(try await stage.database.sql("select count(*) from app.airing") == "0")
            #expect(try await stage.database.sql("select count(*) from app.cut") == "0")
            #expect(try await stage.database.sql("select airing_id is null from app.version") == "t")
        }
    }
}
