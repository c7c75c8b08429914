import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct DetailRoutesTests {
    @Test func getShow() async throws {
        try await withCatalogue { stage in
            let channel = try await stage.database.channel("one", in: stage.here)
            let off = try await stage.database.channel("off", in: stage.here)
            try await stage.database.sql("update app.channel set active = false where channel_id = \(off)")
            let person = try await stage.database.person("Jana", in: stage.here)
            let genre = try await stage.made("genres", #"{"name":"News"}"#)
            let show = try await stage.made(
                "shows",
                """
                {"title":"Morning","description":"Long","channels":["\(off)","\(channel)"],"genres":["\(genre)"],
                 "credits":[{"person":"\(person)","role":"host"}]}
                """)
            _ = try await stage.made("serials", #"{"show":"\#(show)","title":"Parts","totalParts":3}"#)
            let key = try #require(Int64(show))
            let episode = try await stage.database.episode("E", of: key, in: stage.here)
            let silent = try await stage.database.episode("F", of: key, in: stage.here)
            for id in [episode, silent] {
                let version = try await stage.database.version(
                    of: id, from: "2026-06-15T11:00:00Z", until: "2026-06-15T13:00:00Z", in: stage.here)
                // A recording without media cannot be heard.
                if id == episode { try await stage.database.media(of: version, in: stage.here) }
            }
            try await stage.database.airing(
                of: key, on: channel, from: "2026-06-16T10:00:00Z", to: "2026-06-16T11:00:00Z", in: stage.here)
            let answer = await stage.send(.get, "/api/v1/shows/\(show)")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.objects("channels").compactMap { $0["slug"] as? String } == ["one"])
            #expect(answer.objects("serials").first?["totalParts"] as? Int == 3)
            #expect(answer.objects("genres").first?["name"] as? String == "News")
            #expect((answer.objects("credits").first?["person"] as? [String: Any])?["name"] as? String == "Jana")
            #expect(answer["counts"] as? [String: Int] == ["episodes": 2, "onDemand": 1, "upcoming": 1])
            let art = answer["art"] as? [String: Any]
            #expect(art?["isDefault"] as? Bool == true)
            #expect((art?["images"] as? [[String: Any]])?.first?["url"] as? String == "/api/v1/default-art/show.svg")
            let tag = try #require(answer.fields["ETag"])
            #expect(await stage.send(.get, "/api/v1/shows/\(show)", at: "here", ["If-None-Match": tag]).status == 304)
            try stage.clock.set("2026-06-15T13:00:00Z")
            let later = await stage.send(.get, "/api/v1/shows/\(show)", at: "here", ["If-None-Match": tag])
            #expect((later["counts"] as? [String: Int])?["onDemand"] == 0, "its rights have ended")
            #expect(await stage.send(.get, "/api/v1/shows/\(show)", at: "there").status == 404)
            _ = await stage.send(
                .put, "/api/v1/admin/shows/\(show)", #"{"title":"Morning","isActive":false}"#, as: .programmer)
            #expect(await stage.send(.get, "/api/v1/shows/\(show)").status == 404)
            #expect(await stage.send(.get, "/api/v1/episodes/\(episode)").status == 404)
        }
    }

    /// Spec R66.
    @Test func getEpisode() async throws {
        try await withCatalogue { stage in
            let art = try await stage.made(
                "art",
                #"{"alt":"Cover","credit":"Jan","images":[{"url":"https://pictures.example/c.png","width":600}]}"#)
            let show = try await stage.made("shows", #"{"title":"Talk","art":"\#(art)"}"#)
            let topic = try await stage.made("tags", #"{"title":"Science"}"#)
            let episode = try await stage.made(
                "episodes", #"{"show":"\#(show)","title":"First","part":1,"tags":["\#(topic)"]}"#)
            let media = """
                "media":[{"url":"https://media.example/1.m3u8"},{"url":"https://media.example/1.mp3","purpose":"download"}]
                """
            for (from, until, isDownloadable) in [
                ("2026-06-15T12:00:00.000Z", "2026-06-15T14:00:00.000Z", true),
                ("2026-06-15T11:00:00.000Z", "2026-06-15T12:00:00.000Z", true),
                ("2026-06-15T12:00:00.001Z", "2026-06-15T14:00:00.000Z", true),
                ("2026-06-15T11:30:00.000Z", "2026-06-15T14:00:00.000Z", false),
            ] {
                _ = try await stage.made(
                    "episodes/\(episode)/versions",
                    """
                    {"availableFrom":"\(from)","availableUntil":"\(until)","isDownloadable":\(isDownloadable),\(media)}
                    """)
            }
            let answer = await stage.send(.get, "/api/v1/episodes/\(episode)")
            let versions = answer.objects("versions")
            #expect(
                versions.compactMap { $0["availableFrom"] as? String } == [
                    "2026-06-15T11:30:00.000Z", "2026-06-15T12:00:00.000Z",
                ], "from the first instant, and not at the last")
            #expect(
                versions.map { ($0["media"] as? [Any])?.count } == [1, 2],
                "no download without the right to keep a copy")
            #expect((answer["art"] as? [String: Any])?["credit"] as? String == "Jan", "the show's picture")
            #expect(answer.objects("tags").first?["title"] as? String == "Science")
            #expect((answer["show"] as? [String: Any])?["name"] as? String == "Talk")
            _ = await stage.send(
                .put, "/api/v1/admin/shows/\(show)", #"{"title":"Talk","isMusic":true}"#, as: .programmer)
            let music = await stage.send(.get, "/api/v1/episodes/\(episode)").objects("versions")
            #expect(music.map { $0["isDownloadable"] as? Bool } == [false, false], "music cannot be downloaded")
        }
    }

    @Test func getPerson() async throws {
        try await withCatalogue { stage in
            let person = try await stage.made("people", #"{"name":"Jana","biography":"Life"}"#)
            let credit = #""credits":[{"person":"\#(person)","role":"host"}]"#
            let show = try await stage.made("shows", #"{"title":"Žába",\#(credit)}"#)
            _ = try await stage.made("shows", #"{"title":"Off","isActive":false,\#(credit)}"#)
            _ = try await stage.made(
                "episodes",
                #"{"show":"\#(show)","title":"E","credits":[{"person":"\#(person)","role":"guest"}]}"#)
            let answer = await stage.send(.get, "/api/v1/people/\(person)")
            #expect(answer["biography"] as? String == "Life")
            #expect(answer.objects("shows").map { $0["role"] as? String } == ["guest", "host"])
            #expect(answer.objects("shows").map { $0["episodes"] as? Int } == [1, 0])
        }
    }

    @Test func getTopic() async throws {
        try await withCatalogue { stage in
            let topic = try await stage.made("tags", #"{"title":"Science","position":2}"#)
            let first = try await stage.made("tags", #"{"title":"Zoo","position":1}"#)
            _ = try await stage.made("tags", #"{"title":"word","kind":"keyword"}"#)
            let show = try await stage.made("shows", #"{"title":"S"}"#)
            var episodes: [String] = []
            for day in 1...4 {
                let episode = try await stage.made(
                    "episodes",
                    """
                    {"show":"\(show)","title":"E\(day)","tags":["\(topic)"],
                     "publishedAt":"2026-06-0\(day)T00:00:00.000Z"}
                    """)
                let start = day == 3 ? "2026-07-01T00:00:00.000Z" : "2026-06-01T00:00:00.000Z"
                let media = day == 4 ? "" : #"{"url":"https://media.example/\#(day)"}"#
                _ = try await stage.made(
                    "episodes/\(episode)/versions", #"{"availableFrom":"\#(start)","media":[\#(media)]}"#)
                episodes.append(episode)
            }
            let topics = await stage.send(.get, "/api/v1/topics").objects("items")
            #expect(topics.compactMap { $0["id"] as? String } == [first, topic], "without keywords")
            #expect(topics.compactMap { $0["onDemand"] as? Int } == [0, 2])
            let page = await stage.send(.get, "/api/v1/topics/\(topic)?limit=1")
            #expect(page.objects("items").compactMap { $0["id"] as? String } == [episodes[1]])
            let next = try #require(page["next"] as? String)
            let rest = await stage.send(.get, "/api/v1/topics/\(topic)?limit=1&cursor=\(next)")
            #expect(rest.objects("items").compactMap { $0["id"] as? String } == [episodes[0]])
            #expect(rest["next"] == nil)
        }
    }

    @Test func findGenreTerms() async throws {
        try await withCatalogue { stage in
            let found = await stage.send(.get, "/api/v1/genres/terms?search=daily%20news")
            #expect(
                found.objects("items").compactMap { $0["code"] as? String } == [
                    "urn:tva:metadata:cs:ContentCS:2011:3.1.1.1", "urn:tva:metadata:cs:ContentCS:2004:3.1.1.1",
                ])
            #expect(GenreTerm.all.count == 703 + 550)
            let unknown = await stage.send(
                .post, "/api/v1/admin/genres", #"{"name":"N","code":"urn:tva:metadata:cs:ContentCS:2011:99.9"}"#,
                as: .programmer)
            #expect(unknown.faults == ["/code"])
            _ = try await stage.made("genres", #"{"name":"N","code":"urn:tva:metadata:cs:ContentCS:2011:3.1.1"}"#)
            _ = try await stage.made("genres", #"{"name":"A","code":"house:1"}"#)
            let genres = await stage.send(.get, "/api/v1/genres").objects("items")
            #expect(genres.compactMap { $0["name"] as? String } == ["A", "N"])
        }
    }
}
