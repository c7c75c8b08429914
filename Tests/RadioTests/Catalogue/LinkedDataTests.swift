import HTTP
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct LinkedDataTests {
    @Test(arguments: [
        ("application/ld+json", true), ("application/json", false), ("*/*", false), ("", false),
        ("application/json;q=0.5, application/ld+json", true), ("application/ld+json;q=0.1, application/json", false),
        ("application/ld+json;q=0", false), ("text/html, Application/LD+JSON; q=0.8", true),
    ])
    func theAcceptFieldSelectsJSONOrJSONLD(accept: String, isWanted: Bool) {
        let request = Request(method: .get, path: "/", fields: ["Accept": accept])
        #expect(LinkedData.isWanted(by: request) == isWanted)
    }

    /// Spec E12.
    @Test func linkedDataOfAShowAndItsEpisodeUsesTheSameIdentifiers() async throws {
        try await withCatalogue { stage in
            let show = try await stage.made("shows", #"{"title":"Talk","language":"cs"}"#)
            let serial = try await stage.made("serials", #"{"show":"\#(show)","title":"Parts"}"#)
            let episode = try await stage.made(
                "episodes", #"{"show":"\#(show)","serial":"\#(serial)","title":"First","part":1}"#)
            _ = try await stage.made(
                "episodes/\(episode)/versions",
                """
                {"availableFrom":"2026-06-01T00:00:00.000Z","durationMs":61000,
                 "media":[{"url":"https://media.example/1.mp3","mediaType":"audio/mpeg"}]}
                """)
            let accept: Fields = ["Accept": "application/ld+json"]
            let series = await stage.send(.get, "/api/v1/shows/\(show)", at: "here", accept)
            #expect(series.fields["Content-Type"] == "application/ld+json" && series.fields["Vary"] == "Accept")
            #expect(series["@context"] as? String == "https://schema.org")
            #expect(series["@type"] as? String == "RadioSeries" && series["inLanguage"] as? String == "cs")
            #expect(series["@id"] as? String == "http://here/api/v1/shows/\(show)#series")
            let first = await stage.send(.get, "/api/v1/episodes/\(episode)", at: "here", accept)
            #expect(first["@type"] as? String == "RadioEpisode" && first["episodeNumber"] as? Int == 1)
            #expect((first["partOfSeries"] as? [String: Any])?["@id"] as? String == series["@id"] as? String)
            let season = (first["partOfSeason"] as? [String: Any])?["@id"] as? String
            #expect(season == series.objects("containsSeason").first?["@id"] as? String && season != nil)
            #expect(first.objects("audio").first?["duration"] as? String == "PT61S")
            let plain = await stage.send(.get, "/api/v1/shows/\(show)")
            #expect(plain["title"] as? String == "Talk" && plain.fields["ETag"] != series.fields["ETag"])
        }
    }
}
