import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct SyncRoutesTests {
    /// Spec L3.
    @Test func aSecondSyncRequestReturnsTheRunningSync() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            let path = "/api/v1/me/library/syncs"
            let first = await stage.stage.send(.post, path, #"{"parts": ["likes"]}"#, as: .listener)
            let again = await stage.stage.send(.post, path, as: .listener)
            #expect(first.status == 202 && again.status == 202)
            let location = try #require(first.fields["Location"])
            #expect(again.fields["Location"] == location)
            #expect(await stage.stage.send(.get, location, as: .editor).status == 404)
            #expect(await stage.stage.send(.get, location, as: .listener, at: "there").status == 404)
            #expect(await stage.stage.send(.get, path + "/0", as: .listener).status == 404)
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            let done = await stage.stage.send(.get, location, as: .listener)
            #expect(done["state"] as? String == "done" && done.objects("parts").count == 5)
            let likes = try #require(done.objects("parts").first)
            #expect(likes["part"] as? String == "likedTracks" && likes["seen"] as? Int == 120)
            // Nothing is left to do, and the next request starts a new sync.
            #expect(await stage.service().performOne(in: stage.stage.here.id) == false)
            let next = await stage.stage.send(.post, path, #"{"parts": ["stream"]}"#, as: .listener)
            #expect(next.fields["Location"] != location && next.objects("parts").count == 1)
        }
    }

    @Test func theFaultsOfTheFirstHundredItemsOfAPartAreStored() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            let (tenant, database) = (stage.stage.here.id, stage.stage.database.tenants)
            let path = "/api/v1/me/library/syncs"
            let answer = await stage.stage.send(.post, path, #"{"parts": ["likes"]}"#, as: .listener)
            let location = try #require(answer.fields["Location"])
            let claim = try #require(try await SyncStore(database: database).claim(in: tenant))
            for page in 0..<3 {
                var record = PageRecord(.likedTracks, of: claim.id, in: tenant)
                record.faults = (0..<60).map { CloudFault(position: page * 60 + $0, reason: "names no track") }
                _ = try await database.rows(in: tenant, record.update(to: "page \(page)", isDone: false))
            }
            let part = try #require(await stage.stage.send(.get, location, as: .listener).objects("parts").first)
            #expect(part["faultCount"] as? Int == 180)
            #expect((part["faults"] as? [[String: Any]])?.compactMap { $0["position"] as? Int } == Array(0..<100))
        }
    }

    @Test(arguments: [#"{"parts": []}"#, #"{"parts": ["everything"]}"#, #"{"parts": "likes"}"#, #"{"parts": [1]}"#])
    func invalidPartsOfASyncAreRefused(body: String) async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            let answer = await stage.stage.send(.post, "/api/v1/me/library/syncs", body, as: .listener)
            #expect(answer.status == 422, "\(answer.text)")
        }
    }

    @Test func aSyncWithAnExpiredLeaseIsTakenOver() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            let store = SyncStore(database: stage.stage.database.tenants)
            #expect(try await store.claim(in: stage.stage.here.id) != nil)
            #expect(await stage.service().performOne(in: stage.stage.here.id) == false)
            try await stage.stage.database.sql(
                "update app.library_sync set leased_until = now() - interval '1 second'")
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            #expect(try await stage.stage.database.sql("select state from app.library_sync") == "done")
        }
    }

    @Test func aSyncPostponedByARateLimitOfSoundCloudContinuesLater() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            stage.cloud.standIn.plan(Dictionary(uniqueKeysWithValues: (3...60).map { ($0, .spam) }))
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            let waiting = try await stage.stage.database.sql(
                "select state, leased_until > now() + interval '5 seconds', fault <> '' from app.library_sync")
            #expect(waiting == "queued|t|t")
            stage.cloud.standIn.plan([:])
            try await stage.stage.database.sql("update app.library_sync set leased_until = now()")
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            #expect(try await stage.stage.database.sql("select state from app.library_sync") == "done")
        }
    }
}

struct CloudWriteTests {
    private let track = "/api/v1/me/likes/tracks/soundcloud:tracks:100250"

    private func upstream(_ answer: StageAnswer) -> String? {
        (answer["upstream"] as? [String: Any])?["state"] as? String
    }

    private func isLiked(_ stage: ConnectedStage) async throws -> Bool {
        try await stage.stage.database.sql(
            "select count(*) from app.cloud_like l join app.cloud_track t using (tenant_id, track_id) where t.urn like '%:100250'"
        ) == "1"
    }

    /// Spec L22.
    @Test func aLikeIsStoredBeforeItIsSentToSoundCloud() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            let liked = await stage.stage.send(.put, track, as: .listener)
            #expect(liked.status == 202 && upstream(liked) == "pending" && liked["isSet"] as? Bool == true)
            #expect(try await isLiked(stage))
            #expect(!stage.cloud.standIn.world.likes.contains(100_250))
            let service = stage.service()
            #expect(await service.performOne(in: stage.stage.here.id))
            #expect(stage.cloud.standIn.world.likes.first == 100_250)
            let again = await stage.stage.send(.put, track, as: .listener)
            #expect(again.status == 200 && upstream(again) == "done")
            #expect(await stage.stage.send(.delete, track, as: .listener).status == 202)
            #expect(try await !isLiked(stage))
            #expect(await service.performOne(in: stage.stage.here.id))
            #expect(!stage.cloud.standIn.world.likes.contains(100_250))
        }
    }

    @Test func aLikeIsSentAgainAfterAnErrorOfSoundCloud() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            _ = await stage.stage.send(.put, track, as: .listener)
            stage.cloud.standIn.plan(Dictionary(uniqueKeysWithValues: (1...5).map { ($0, .serverError) }))
            let service = stage.service()
            #expect(await service.performOne(in: stage.stage.here.id))
            let write = try await stage.stage.database.sql(
                "select state, attempts, next_attempt_at > now(), fault <> '' from app.cloud_write")
            #expect(write == "pending|1|t|t")
            try await stage.stage.database.sql("update app.cloud_write set next_attempt_at = now()")
            #expect(await service.performOne(in: stage.stage.here.id))
            #expect(stage.cloud.standIn.world.likes.first == 100_250)
            #expect(try await stage.stage.database.sql("select state, attempts from app.cloud_write") == "done|2")
        }
    }

    @Test func aLikeThatSoundCloudRefusesIsUndone() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            _ = await stage.stage.send(.put, track, as: .listener)
            stage.cloud.standIn.change { $0.forget(track: 100_250) }
            #expect(await stage.service().performOne(in: stage.stage.here.id))
            #expect(try await stage.stage.database.sql("select state from app.cloud_write") == "failed")
            #expect(try await !isLiked(stage))
        }
    }

    @Test func onlyTheLastOfSeveralLikesAndUnlikesIsSent() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            for _ in 0..<2 {
                _ = await stage.stage.send(.put, track, as: .listener)
                _ = await stage.stage.send(.delete, track, as: .listener)
            }
            _ = await stage.stage.send(.put, track, as: .listener)
            stage.cloud.standIn.plan([:])
            let service = stage.service()
            while try await stage.stage.database.sql("select count(*) from app.cloud_write where state = 'pending'")
                != "0"
            {
                #expect(await service.performOne(in: stage.stage.here.id))
            }
            #expect(stage.cloud.standIn.world.likes.first == 100_250 && stage.cloud.standIn.requests == 1)
        }
    }

    /// Spec L28.
    @Test func followedUsersAndLikedPlaylistsAreSentToSoundCloud() async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            #expect(await stage.stage.send(.put, "/api/v1/me/followings/1039", as: .listener).status == 202)
            let playlist = "/api/v1/me/likes/playlists/soundcloud:playlists:5002"
            #expect(await stage.stage.send(.put, playlist, as: .listener).status == 202)
            let service = stage.service()
            for _ in 0..<2 { #expect(await service.performOne(in: stage.stage.here.id)) }
            #expect(stage.cloud.standIn.world.followed.first == 1039)
            #expect(try await stage.stage.database.sql("select count(*) from app.cloud_following") == "1")
            #expect(await stage.stage.send(.delete, "/api/v1/me/followings/1039", as: .listener).status == 202)
        }
    }

    @Test(arguments: [
        "/api/v1/me/likes/tracks/soundcloud:tracks:9", "/api/v1/me/likes/tracks/soundcloud:users:1039",
        "/api/v1/me/likes/tracks/x", "/api/v1/me/likes/playlists/0", "/api/v1/me/followings/soundcloud:tracks:100001",
    ])
    func unknownItemsCannotBeLikedOrFollowed(path: String) async throws {
        try await ConnectedStage.with { (stage) async throws in
            try await stage.connect()
            #expect(await stage.stage.send(.put, path, as: .listener).status == 404)
            #expect(await stage.stage.send(.delete, path, as: .listener).status == 404)
            #expect(try await stage.stage.database.sql("select count(*) from app.cloud_write") == "0")
        }
    }

    @Test func withoutAConnectionALikeIsRefused() async throws {
        try await ConnectedStage.with { (stage) async throws in
            #expect(await stage.stage.send(.put, track, as: .listener)["code"] as? String == "not-connected")
        }
    }
}
