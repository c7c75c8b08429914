import CloudStandIn
import Foundation
import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

struct SoundCloudTests {
    private func likes(_ stage: CloudStage) async throws -> [String] {
        var (keys, cursor): ([String], CloudCursor?) = ([], nil)
        repeat {
            let page = try await stage.cloud.tracks(.liked, after: cursor, as: stage.tokens)
            keys += page.items.map(\.urn.key)
            cursor = page.next
        } while cursor != nil
        return keys
    }

    /// Spec M1.3.
    @Test func allPagesOfAListAreReadFromTheConfiguredAddress() async throws {
        try await CloudStage.with(StandInWorld(.init(tracks: 500, likes: 450))) { (stage) async throws in
            let keys = try await likes(stage)
            #expect(keys == stage.standIn.world.likes.map(String.init))
            // Pages may be shorter than requested: 199, 200 and the rest.
            #expect(stage.standIn.log.count == 3 && stage.standIn.log.allSatisfy { $0.contains("limit=200") })
            #expect(stage.standIn.log[0].contains("access=playable%2Cpreview%2Cblocked"))
        }
    }

    @Test func allPagesOfRecordedLikesAreRead() async throws {
        try await CloudStage.with(recorded: CloudStage.folder.path) { (stage) async throws in
            let keys = try await likes(stage)
            #expect(keys.count == 49 && Set(keys).count == 49)
            #expect(try await stage.cloud.me(as: stage.tokens).username == "Listener One")
            #expect(try await stage.cloud.users(.followed, after: nil, as: stage.tokens).next != nil)
            #expect(try await stage.cloud.playlists(.own, after: nil, as: stage.tokens).items.count == 4)
        }
    }

    @Test(arguments: [StandInFault.serverError, .truncated, .page, .spam])
    func requestsAreRepeatedAfterTemporaryFaults(fault: StandInFault) async throws {
        try await CloudStage.with { (stage) async throws in
            stage.standIn.plan([1: fault, 2: fault])
            #expect(try await stage.cloud.me(as: stage.tokens).username == "listener")
            #expect(stage.standIn.requests == 3 && stage.waits.all == [.milliseconds(300), .milliseconds(600)])
        }
    }

    @Test func aRequestFailsAfterFiveAttempts() async throws {
        try await CloudStage.with { (stage) async throws in
            stage.standIn.plan(Dictionary(uniqueKeysWithValues: (1...20).map { ($0, .serverError) }))
            await #expect(throws: CloudError.unavailable(reason: "SoundCloud answered with the HTTP status 500")) {
                try await stage.cloud.me(as: stage.tokens)
            }
            #expect(stage.standIn.requests == 5)
        }
    }

    @Test func aRefusedTokenIsRefreshedOnlyOnce() async throws {
        try await CloudStage.with { (stage) async throws in
            let tokens = TestTokens("stale", stage.standIn.grant().access)
            #expect(try await stage.cloud.me(as: tokens).username == "listener")
            #expect(tokens.refreshes == 1 && stage.standIn.requests == 2)
            let useless = TestTokens("stale", "stale too")
            await #expect(throws: CloudError.self) { try await stage.cloud.me(as: useless) }
            #expect(useless.refreshes == 1)
        }
    }

    /// Spec M1.2.
    @Test func requestsDuringALongRateLimitFailWithTheTimeOfItsEnd() async throws {
        let now = try #require(Instant(rfc3339: "2026-01-01T09:00:00Z"))
        try await CloudStage.with(now: { now }) { (stage) async throws in
            stage.standIn.plan([1: .limited])
            let track = try #require(CloudURN(.track, number: 100_001))
            let end = try #require(Instant(rfc3339: "2026-01-01T09:49:40Z"))
            await #expect(throws: CloudError.throttled(until: end, reason: "SoundCloud is limiting requests")) {
                try await stage.cloud.streams(of: track, as: stage.tokens)
            }
            // No further requests are sent until the limit ends: the daily limit applies to the application, not to the listener.
            await #expect(throws: CloudError.self) { try await stage.cloud.streams(of: track, as: stage.tokens) }
            #expect(stage.standIn.requests == 1 && stage.waits.all.isEmpty)
        }
    }

    @Test func onlyAPlayableTrackHasStreamAddresses() async throws {
        try await CloudStage.with { (stage) async throws in
            let streams = try await stage.cloud.streams(
                of: try #require(CloudURN(.track, number: 100_001)), as: stage.tokens)
            #expect(streams.hlsAAC160?.hasPrefix(stage.standIn.address) == true)
            let blocked = try #require(CloudURN(.track, number: 100_049))
            await #expect(throws: CloudError.refused(status: 403, reason: "403 - Forbidden")) {
                try await stage.cloud.streams(of: blocked, as: stage.tokens)
            }
        }
    }

    @Test func likesAndFollowsAreSentToSoundCloud() async throws {
        try await CloudStage.with { (stage) async throws in
            let track = try #require(CloudURN(.track, number: 100_250))
            let user = try #require(CloudURN(.user, number: 1030))
            for _ in 0..<2 { try await stage.cloud.setLike(true, of: track, as: stage.tokens) }
            try await stage.cloud.setFollowing(true, of: user, as: stage.tokens)
            #expect(stage.standIn.world.likes.first == 100_250 && stage.standIn.world.followed.first == 1030)
            for _ in 0..<2 { try await stage.cloud.setLike(false, of: track, as: stage.tokens) }
            try await stage.cloud.setFollowing(false, of: user, as: stage.tokens)
            #expect(stage.standIn.world.likes.first != 100_250 && stage.standIn.world.followed.first != 1030)
            let absent = try #require(CloudURN(.track, number: 9))
            await #expect(throws: CloudError.notFound) {
                try await stage.cloud.setLike(true, of: absent, as: stage.tokens)
            }
            try await stage.cloud.setLike(false, of: absent, as: stage.tokens)
        }
    }

    @Test func aTrackAddressOfTheSoundCloudWebsiteIsResolvedToTheTrack() async throws {
        try await CloudStage.with { (stage) async throws in
            let thing = try await stage.cloud.resolve("https://soundcloud.example/track-100007", as: stage.tokens)
            guard case .track(let track) = thing else { throw CloudError.notFound }
            #expect(track.urn.key == "100007")
        }
    }

    @Test func playlistsAreCreatedAndReplacedAtSoundCloud() async throws {
        try await CloudStage.with { (stage) async throws in
            let track = try #require(CloudURN(.track, number: 100_001))
            let made = try await stage.cloud.createPlaylist(
                CloudPlaylistDraft(title: "Evening", tracks: [track]), as: stage.tokens)
            #expect(made.title == "Evening" && !made.isPublic && made.tracks.map(\.urn) == [track])
            let changed = try await stage.cloud.replacePlaylist(
                made.urn, with: CloudPlaylistDraft(title: "Night", isPublic: true), as: stage.tokens)
            #expect(changed.urn == made.urn && changed.title == "Night" && changed.tracks.isEmpty && changed.isPublic)
            // It is unknown whether the failed request created the playlist, so it is not repeated.
            stage.standIn.plan([1: .truncated])
            await #expect(throws: CloudError.self) {
                try await stage.cloud.createPlaylist(CloudPlaylistDraft(title: "Twice"), as: stage.tokens)
            }
            #expect(stage.standIn.requests == 1)
        }
    }

    /// Spec S1.25, Decided 16.
    @Test func aCursorToAnotherHostIsRefused() async throws {
        try await CloudStage.with { (stage) async throws in
            #expect(throws: CloudError.self) { try stage.cloud.cursor("https://evil.example/me/likes/tracks?cursor=1") }
            #expect(throws: CloudError.self) { try stage.cloud.cursor("https://api.soundcloud.com.evil.example/me") }
            #expect(throws: CloudError.self) { try stage.cloud.cursor("https://api.soundcloud.com/../admin") }
            #expect(try stage.cloud.cursor("https://api.soundcloud.com/me?x=1")?.rawValue == "/me?x=1")
            #expect(try stage.cloud.cursor(stage.app.api + "/me?x=1")?.rawValue == "/me?x=1")
            #expect(try stage.cloud.cursor(nil) == nil)
        }
    }
}
