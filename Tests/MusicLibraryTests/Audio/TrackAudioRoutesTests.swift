import CloudStandIn
import Foundation
import HTTP
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct TrackAudioRoutesTests {
    private static let track = "/api/v1/tracks/soundcloud:tracks:100001"

    /// Runs `body` with the routes of audio, a connected listener and the stand-in.
    private func with(
        _ world: StandInWorld = StandInWorld(), connects: Bool = true, passes: Bool = true,
        rule: RetryRule = RetryRule(), _ body: (RouteStage, StandIn) async throws -> Void
    ) async throws {
        try await CloudStage.with(world) { (cloud) async throws in
            let key = TokenVault.makeKey()
            var app = cloud.app
            app.passesAudio = passes
            func music(_ database: TenantDatabase) throws -> MusicCloud {
                MusicCloud(
                    app, database: database, vault: try TokenVault(key), fetcher: SessionFetcher(limit: .seconds(300)),
                    media: SessionFetcher(limit: .seconds(300), lengthLimit: 16 << 20),
                    clock: UpstreamClock(pause: { _ in }, chance: { 0 }), logger: RouteStage.silence)
            }
            try await RouteStage.with(routes: { database, _ in
                let music = try music(database)
                return ConnectionRoutes(cloud: music, database: database, landing: .library).routes
                    + TrackAudioRoutes(cloud: music, database: database).routes
            }) { stage in
                if connects {
                    try await ConnectedStage(
                        stage: stage, cloud: cloud, music: try music(stage.database.tenants), key: key
                    ).connect()
                }
                try await body(stage, cloud.standIn)
            }
        }
    }

    /// Spec L39, Decided 22.
    @Test func getTrackStreams() async throws {
        try await with { stage, standIn in
            let answer = await stage.send(.get, Self.track + "/streams", as: .listener)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.fields["Cache-Control"] == "no-store")
            #expect(
                answer.objects("streams").compactMap { $0["quality"] as? String } == ["aac-160", "aac-96", "preview"])
            #expect(answer.objects("streams").compactMap { $0["bitRate"] as? Int } == [160, 96, 128])
            #expect((answer["audio"] as? [String: Any])?["url"] as? String == Self.track + "/audio")
            let attribution = try #require(answer["attribution"] as? [String: Any])
            #expect(attribution["url"] as? String == "https://soundcloud.example/track-100001")
            #expect((attribution["text"] as? String)?.hasSuffix("on SoundCloud") == true)
            #expect(answer["expiresAt"] is String)
            let url = try #require(answer.objects("streams").first?["url"] as? String)
            #expect(try await SessionFetcher().fetch(UpstreamRequest("GET", url)).status == 200)
        }
    }

    /// Spec L39, Decided 22.
    @Test func getTrackAudio() async throws {
        try await with { stage, standIn in
            let answer = await stage.send(.get, Self.track + "/audio", as: .listener)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.fields["Content-Type"] == "audio/mp4")
            // Without scripts, a browser opens the audio as a page, which must be allowed to play the audio.
            #expect(answer.fields["Content-Security-Policy"]?.contains("media-src 'self'") == true)
            let bytes = try await answer.streamed()
            #expect(bytes.count == answer.stream?.length)
            let file = MP4Reading(bytes)
            #expect(!file.isDamaged)
            #expect(file.boxes.prefix(4) == ["ftyp", "moov", "sidx", "styp"])
            let length = try #require(await length(of: 100_001, stage))
            #expect(abs(file.durationMs - length) <= 12)
            // The fragments follow each other without a gap.
            var time = 0
            for fragment in file.fragments {
                #expect(fragment.time == time)
                time += fragment.samples * 1024
            }
            #expect(file.index.map(\.length) == file.segments)
            #expect(file.index.map(\.duration) == file.fragments.map { $0.samples * 1024 })
        }
    }

    /// Returns the duration of a track in milliseconds, from the API; `nil` if the response has no duration.
    private func length(of number: Int, _ stage: RouteStage) async -> Int? {
        await stage.send(.get, "/api/v1/tracks/\(number)/streams", as: .listener)["durationMs"] as? Int
    }

    @Test(arguments: [(nil, 160), ("320", 160), ("160", 160), ("159", 96), ("96", 96), ("1", 96)] as [(String?, Int)])
    func theHighestQualityWithinMaxBitRateOrElseTheLowestIsPlayed(most: String?, bitRate: Int) async throws {
        try await with { stage, standIn in
            let query = most.map { "?maxBitRate=\($0)" } ?? ""
            let bytes = try await stage.send(.get, Self.track + "/audio" + query, as: .listener).streamed()
            #expect(standIn.mediaLog.first == "GET /_media/100001/aac_\(bitRate)k/playlist.m3u8")
            let rate = bytes.count * 8 / max(1, MP4Reading(bytes).durationMs)
            #expect((rate > 130) == (bitRate == 160), "\(rate)")
        }
    }

    @Test(arguments: ["0", "-1", "x", "10001", ""])
    func anInvalidMaxBitRateIsRefused(most: String) async throws {
        try await with { stage, _ in
            let answer = await stage.send(.get, Self.track + "/audio?maxBitRate=\(most)", as: .listener)
            #expect(answer.status == 422)
            #expect(answer.faults == ["maxBitRate"])
        }
    }

    @Test func aRangeOfTheAudioHasTheSameBytesAsTheWholeFile() async throws {
        try await with { stage, standIn in
            let answer = await stage.send(.get, Self.track + "/audio", as: .listener)
            let whole = try await answer.streamed()
            for range in [0..<1, 0..<100, 700..<900, 200_000..<200_001, 1000..<450_000, whole.count - 1..<whole.count] {
                #expect(try await answer.streamed(range) == Array(whole[range]), "\(range)")
            }
            #expect(answer.stream?.tag?.hasPrefix("\"aac-160-") == true)
        }
    }

    /// Seeking must not use up SoundCloud's daily limit of streams.
    @Test func playingATrackAgainRequestsNoFurtherStreamFromSoundCloud() async throws {
        try await with { stage, standIn in
            for _ in 0..<3 { _ = await stage.send(.get, Self.track + "/audio", as: .listener) }
            #expect(standIn.log.count { $0.hasSuffix("/streams") } == 1)
        }
    }

    @Test(arguments: [StandInFault.serverError, .truncated, .page, .spam])
    func aFailedRequestForAPartOfTheAudioIsRepeated(fault: StandInFault) async throws {
        try await with { stage, standIn in
            let answer = await stage.send(.get, Self.track + "/audio", as: .listener)
            let whole = try await answer.streamed()
            standIn.planMedia([2: fault, 4: fault, 5: fault])
            #expect(try await answer.streamed() == whole)
        }
    }

    @Test func expiredMediaAddressesAreRenewedDuringPlayback() async throws {
        try await with { stage, standIn in
            let answer = await stage.send(.get, Self.track + "/audio", as: .listener)
            let whole = try await answer.streamed()
            let source = try #require(answer.stream).open(nil)
            defer { source.end() }
            var bytes = try #require(try await source.next())
            bytes += try #require(try await source.next())
            standIn.expireMedia()
            while let next = try await source.next() { bytes += next }
            #expect(bytes == whole)
        }
    }

    @Test func theAudioEndsWithAnErrorIfAPartKeepsFailing() async throws {
        try await with { stage, standIn in
            let answer = await stage.send(.get, Self.track + "/audio", as: .listener)
            standIn.planMedia(Dictionary(uniqueKeysWithValues: (2...20).map { ($0, StandInFault.serverError) }))
            await #expect(throws: CloudError.self) { try await answer.streamed() }
        }
    }

    @Test func withoutContentLengthsFromSoundCloudTheAudioHasNoLengthOrIndex() async throws {
        try await with { stage, standIn in
            standIn.hideLengths()
            let answer = await stage.send(.get, Self.track + "/audio", as: .listener)
            let content = try #require(answer.stream)
            #expect(content.length == nil && content.tag == nil)
            let file = MP4Reading(try await answer.streamed())
            #expect(!file.isDamaged && !file.boxes.contains("sidx"))
        }
    }

    @Test func aTrackWithOnlyAPreviewPlaysThePreview() async throws {
        try await with { stage, _ in
            let answer = await stage.send(.get, "/api/v1/tracks/100032/audio", as: .listener)
            #expect(answer.fields["Content-Type"] == "audio/mpeg")
            let bytes = try await answer.streamed()
            #expect(bytes.count == answer.stream?.length)
            #expect(bytes.prefix(2) == [0xFF, 0xFB])
        }
    }

    @Test(arguments: [
        ("100049", 409, "track-blocked"), ("999999", 404, "not-upstream"), ("x", 404, "not-upstream"),
        ("soundcloud:users:1000", 404, "not-upstream"),
    ])
    func aBlockedTrackAndAnUnknownTrackHaveDifferentErrorCodes(track: String, status: Int, code: String) async throws {
        try await with { stage, _ in
            for path in ["audio", "streams"] {
                let answer = await stage.send(.get, "/api/v1/tracks/\(track)/\(path)", as: .listener)
                #expect(answer.status == status)
                #expect(answer["code"] as? String == code)
            }
        }
    }

    @Test(arguments: [(StandInFault.page, "audio-unreadable"), (.serverError, "upstream-unavailable")])
    func anUnreadablePlaylistAndAFailingServerHaveDifferentErrorCodes(fault: StandInFault, code: String) async throws {
        try await with { stage, standIn in
            standIn.planMedia(Dictionary(uniqueKeysWithValues: (1...10).map { ($0, fault) }))
            let answer = await stage.send(.get, Self.track + "/audio", as: .listener)
            #expect(answer.status == 503)
            #expect(answer["code"] as? String == code)
        }
    }

    @Test func audioNeedsASoundCloudConnectionOfTheListenersOwnAccount() async throws {
        try await with { stage, _ in
            #expect(await stage.send(.get, Self.track + "/audio", as: .listener).status == 200)
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                for path in ["audio", "streams"] {
                    let answer = await stage.send(.get, "\(Self.track)/\(path)", as: role, at: host)
                    #expect(answer.status == 409)
                    #expect(answer["code"] as? String == "not-connected")
                }
            }
            #expect(await stage.send(.get, Self.track + "/audio").status == 401)
            // A disconnected account cannot play either, although the addresses are still valid.
            #expect(await stage.send(.delete, ConnectedStage.path, as: .listener).status == 204)
            #expect(await stage.send(.get, Self.track + "/audio", as: .listener).status == 409)
        }
    }

    @Test func aListenerCanPlayOnlyALimitedNumberOfAudioStreamsAtOnce() async throws {
        try await with { stage, _ in
            let answer = await stage.send(.get, Self.track + "/audio", as: .listener)
            let content = try #require(answer.stream)
            let sources = (0..<TrackAudio.passagesPerListener).map { _ in content.open(nil) }
            let refused = await stage.send(.get, Self.track + "/audio", as: .listener)
            #expect(refused.status == 429)
            #expect(refused["code"] as? String == "too-many-streams")
            sources.forEach { $0.end() }
            #expect(await stage.send(.get, Self.track + "/audio", as: .listener).status == 200)
        }
    }

    @Test func aServerThatDoesNotRelayAudioRedirectsToSoundCloudsPlaylist() async throws {
        try await with(passes: false) { stage, standIn in
            let answer = await stage.send(.get, Self.track + "/audio", as: .listener)
            #expect(answer.status == 303)
            let location = try #require(answer.fields["Location"])
            #expect(location.hasPrefix(standIn.address + "/_media/100001/aac_160k/playlist.m3u8"))
            #expect(await stage.send(.get, Self.track + "/streams", as: .listener)["audio"] == nil)
        }
    }
}
