import CloudStandIn
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct StreamAddressTests {
    /// The stream addresses of SoundCloud's API need the listener's token, which an app of the listener does not have.
    @Test(arguments: [
        (AudioQuality.aac160, "aac_160k/playlist.m3u8"), (.aac96, "aac_96k/playlist.m3u8"), (.preview, "preview.mp3"),
    ])
    func aStreamAddressOfTheAPIIsResolvedToAMediaAddressWithAnExpiry(quality: AudioQuality, name: String) async throws {
        try await CloudStage.with { stage in
            let urn = try #require(CloudURN(.track, number: 100_001))
            let streams = try await stage.cloud.streams(of: urn, as: stage.tokens)
            let found = try #require(streams[quality])
            #expect(found.hasPrefix(stage.app.api + "/tracks/"))
            let address = try await stage.cloud.openAddress(of: found, as: stage.tokens)
            #expect(address.hasPrefix(stage.standIn.address + "/_media/100001/\(name)?expires="))
        }
    }

    @Test func aStreamAddressOfAnotherHostIsReturnedUnchanged() async throws {
        try await CloudStage.with { (stage) async throws in
            let foreign = "https://elsewhere.example/tracks/1/streams/hls"
            let address = try await stage.cloud.openAddress(of: foreign, as: stage.tokens)
            #expect(address == foreign)
            #expect(stage.standIn.log == [])
        }
    }

    /// Spec S1.24.
    @Test(arguments: [
        ("https://cf-hls-media.sndcdn.com/a.m3u8", true), ("https://playback.media-streaming.soundcloud.cloud/a", true),
        ("https://SNDCDN.com:443/a", true), ("http://127.0.0.1:8099/_media/1", true),
        ("http://sndcdn.com/a", false), ("https://sndcdn.com:8443/a", false), ("https://evilsndcdn.com/a", false),
        ("https://sndcdn.com.evil.example/a", false), ("https://sndcdn.com@evil.example/a", false),
        ("https://user@sndcdn.com/a", false), ("http://127.0.0.1:5432/", false), ("http://169.254.169.254/", false),
        ("file:///etc/passwd", false), ("https://[::1]/a", false), ("", false), ("/a", false),
    ])
    func audioAddressesMustBelongToSoundCloudOrTheConfiguredAPI(address: String, isAllowed: Bool) {
        let hosts = MediaHosts(names: SoundCloudApp.publicMediaHosts, api: "http://127.0.0.1:8099")
        #expect((hosts.address(of: address) != nil) == isAllowed)
    }

    @Test(
        arguments: [
            ("data1.m4s?x=1", "https://a.sndcdn.com/t/data1.m4s?x=1"), ("/b/c", "https://a.sndcdn.com/b/c"),
            ("https://b.sndcdn.com/d", "https://b.sndcdn.com/d"), ("//evil.example/d", nil), ("http://10.0.0.1/d", nil),
        ] as [(String, String?)])
    func aReferenceInAPlaylistMustResolveToAnAllowedHost(reference: String, address: String?) {
        let hosts = MediaHosts(names: ["sndcdn.com"], api: "https://api.soundcloud.com")
        #expect(hosts.address(of: reference, in: "https://a.sndcdn.com/t/playlist.m3u8?sign=1") == address)
    }

    @Test(arguments: [
        ("https://x/?expires=1000600&a=b", 1_000_600_000), ("https://x/", 1_000_300_000),
        ("https://x/?expires=x", 1_000_300_000), ("https://x/?expires=99999999999", 1_086_400_000),
    ])
    func aSignedAddressExpiresAtItsOwnTimeOrAfterFiveMinutesButWithinADay(address: String, end: Int64) {
        #expect(SignedAddress.end(of: address, from: Instant(milliseconds: 1_000_000_000)).milliseconds == end)
    }
}
