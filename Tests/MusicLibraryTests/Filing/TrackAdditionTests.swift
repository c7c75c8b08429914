import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct TrackAdditionTests {
    private let path = "/api/v1/me/library/tracks"
    /// A request for a track of the stand-in that no sync has loaded.
    private let body = #"{"track": "soundcloud:tracks:100250"}"#

    @Test func addingATrackThatIsNotStoredLoadsTheTrackFromSoundCloud() async throws {
        try await ExploreStage.with { (stage) async throws in
            #expect(await stage.stage.send(.post, path, body, as: .listener).status == 404, "no account is connected")
            try await stage.connect()
            let before = stage.cloud.standIn.requests
            let added = await stage.stage.send(.post, path, body, as: .listener)
            #expect(added.status == 201 && added["urn"] as? String == "soundcloud:tracks:100250", "\(added.text)")
            #expect(!added.artists.isEmpty && stage.cloud.standIn.requests == before + 1)
            // The track is stored now, so neither this nor another listener causes a further request.
            #expect(await stage.stage.send(.post, path, body, as: .listener).status == 200)
            #expect(await stage.stage.send(.post, path, body, as: .editor).status == 201)
            #expect(stage.cloud.standIn.requests == before + 1)
        }
    }

    @Test func addingAPodcastTrackThatIsNotStoredLoadsTheTrackFromSoundCloud() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let added = await stage.stage.send(.post, "/api/v1/me/podcasts/tracks", body, as: .listener)
            #expect(added.status == 201 && added["shelf"] as? String == "podcasts", "\(added.text)")
        }
    }

    @Test func aTrackThatSoundCloudDoesNotReturnIsNotAdded() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let absent = await stage.stage.send(.post, path, #"{"track": "soundcloud:tracks:9"}"#, as: .listener)
            #expect(absent.status == 404, "\(absent.text)")
            stage.failRequests()
            #expect(await stage.stage.send(.post, path, body, as: .listener).status == 503)
            #expect(try await stage.stage.database.sql("select count(*) from app.library_track") == "0")
            stage.repair()
            #expect(await stage.stage.send(.post, path, body, as: .listener).status == 201)
        }
    }
}
