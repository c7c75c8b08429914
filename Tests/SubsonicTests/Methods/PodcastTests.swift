import Testing
import WebTestSupport

@testable import Subsonic

struct PodcastTests {
    /// Spec M2.
    @Test func podcastStationsAreReturnedAsChannelsOfEpisodes() async throws {
        try await SubsonicStage.with { stage in
            // Before the track is in a station.
            let loose = await stage.call("getPodcasts").element("podcasts").list("channel")
            #expect(loose.map { $0["title"] as? String } == ["Podcast tracks"])
            #expect(loose.first?.list("episode").map { $0["channelId"] as? String } == ["st-0"])
            let made = await stage.stage.send(
                .post, "/api/v1/me/podcasts/stations", #"{"name": "Nights"}"#, as: .listener)
            let id = try #require(made["id"] as? String)
            let path = "/api/v1/me/podcasts/stations/\(id)/tracks/soundcloud:tracks:100005"
            #expect(await stage.stage.send(.put, path, as: .listener).status == 200)

            let channels = await stage.call("getPodcasts", "id=st-\(id)").element("podcasts").list("channel")
            #expect(channels.map { $0["title"] as? String } == ["Nights"])
            #expect(channels.map { $0["status"] as? String } == ["completed"])
            let episode = try #require(channels.first?.list("episode").first)
            #expect(episode["id"] as? String == "pe-100005")
            #expect(episode["streamId"] as? String == "tr-100005")
            #expect(episode["channelId"] as? String == "st-\(id)")
            #expect(episode["status"] as? String == "completed")
            #expect(episode["publishDate"] as? String == "2023-01-01T00:00:00.000Z")
            #expect(episode["duration"] as? Int == 3600)
            let brief = await stage.call("getPodcasts", "includeEpisodes=false").element("podcasts").list("channel")
            #expect(brief.map { $0["title"] as? String } == ["Nights"])
            #expect(brief.first?["episode"] == nil)
            let newest = await stage.call("getNewestPodcasts", "count=5")
            #expect(newest.texts("newestPodcasts", "episode", "id") == ["pe-100005"])
            let one = await stage.call("getPodcastEpisode", "id=pe-100005").element("podcastEpisode")
            #expect(one["channelId"] as? String == "st-\(id)")
        }
    }
}
