import CloudStandIn
import Testing
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct StreamResolverTests {
    /// Streams of the API need the token, which the client does not have.
    @Test func aStreamOfTheAPIIsResolvedToAnAddressWithoutAToken() async throws {
        try await CloudStage.with { stage in
            let urn = try #require(CloudURN(.track, number: 100_001))
            let streams = try await stage.cloud.streams(of: urn, as: stage.tokens)
            let found = try #require(streams.best)
            #expect(found.hasPrefix(stage.app.api + "/tracks/"))
            let address = try await stage.cloud.openAddress(of: found, as: stage.tokens)
            #expect(address == stage.standIn.address + "/_media/100001.m3u8")
        }
    }

    @Test func noTokenIsSentToAnotherHost() async throws {
        try await CloudStage.with { (stage) async throws in
            let foreign = "https://elsewhere.example/tracks/1/streams/hls"
            let address = try await stage.cloud.openAddress(of: foreign, as: stage.tokens)
            #expect(address == foreign)
            #expect(stage.standIn.log == [])
        }
    }
}
