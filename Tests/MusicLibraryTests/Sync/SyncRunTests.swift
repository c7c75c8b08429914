import CloudStandIn
import Foundation
import Testing

@testable import MusicLibrary
@testable import SoundCloud

struct SyncRunTests {
    private static let small = StandInWorld(
        seed: 7, .init(users: 30, tracks: 90, likes: 62, playlists: 4, followings: 23, feed: 27))

    /// Spec L3.
    @Test func aFirstSyncReadsAllLikesPlaylistsFollowingsAndTheStream() async throws {
        try await SyncStage.with(Self.small) { (stage) async throws in
            let listener = try await stage.listener("anna")
            let sync = try await stage.sync(listener)
            #expect(sync.state == .done && sync.parts.map(\.state) == Array(repeating: .done, count: 5))
            #expect(sync.parts.map(\.part) == SyncPart.order && sync.parts.map(\.seen) == [62, 2, 2, 23, 27])
            #expect(sync.parts.prefix(4).map(\.added) == [62, 2, 2, 23] && sync.parts[4].added > 20)
            #expect(try await stage.likes(of: listener) == stage.cloud.standIn.world.likes)
            let state = try await stage.state(of: listener).split(separator: "\n")
            #expect(state.count { $0.hasPrefix("follow|") } == 23 && state.count { $0.hasPrefix("playlist|") } == 2)
            // Blocked tracks stay in the list and are marked.
            #expect(state.contains { $0.contains("soundcloud:tracks:100049|") && $0.hasSuffix("blocked") })
        }
    }

    @Test func recordedPagesOfSoundCloudAreSynced() async throws {
        try await SyncStage.with(recorded: CloudStage.folder.path) { (stage) async throws in
            let listener = try await stage.listener("anna")
            let sync = try await stage.sync(listener)
            // The playlists that the list contains without tracks have no recorded tracks either. Each such playlist gives one fault.
            #expect(sync.state == .done && [0, 1, 3, 4].map { sync.parts[$0].seen } == [49, 2, 10, 10])
            #expect(sync.parts[2].added == 3)
            #expect(try await stage.likes(of: listener).prefix(2) == [24_414_623, 103_772_559])
            let reposts = try await stage.database.sql(
                "select count(*), count(reposter_id) from app.stream_entry where via = 'repost'")
            let counts = reposts.split(separator: "|")
            #expect(counts.first == counts.last && counts.first != "0")
        }
    }

    /// Tries every fault at every request of a sync. The result must equal the result without a fault.
    @Test(arguments: StandInFault.quick)
    func aSyncWithAFaultAtAnyRequestHasTheResultOfASyncWithoutFaults(fault: StandInFault) async throws {
        try await SyncStage.with(Self.small) { (stage) async throws in
            let calm = try await stage.listener("calm")
            stage.cloud.standIn.plan([:])
            try await stage.sync(calm)
            let requests = stage.cloud.standIn.requests
            let expected = try await stage.state(of: calm)
            #expect(requests > 8)
            for number in 1...requests {
                let listener = try await stage.listener("l\(number)")
                let id = try await stage.begin(listener)
                stage.cloud.standIn.plan([number: fault])
                let tokens = TestTokens("first", stage.cloud.standIn.grant().access)
                // The stand-in always refuses the first token. The sync starts with the second token, so that a third remains for the fault.
                _ = try await tokens.token(after: AccessToken("first"))
                #expect(try await stage.run(id, of: listener, tokens: tokens) == .ended)
                #expect(try await stage.state(of: listener) == expected, "\(fault) at request \(number)")
                let sync = try #require(try await stage.store.sync(id, of: listener))
                #expect(sync.state == .done && stage.cloud.standIn.requests == requests + 1)
            }
        }
    }

    /// The process ends before or after any request. Another process continues to the same result and requests no stored page again.
    @Test(arguments: CrashingFetcher.Moment.allCases)
    func aSyncContinuedAfterACrashAtAnyRequestHasTheSameResult(moment: CrashingFetcher.Moment) async throws {
        try await SyncStage.with(Self.small) { (stage) async throws in
            let calm = try await stage.listener("calm")
            stage.cloud.standIn.plan([:])
            try await stage.sync(calm)
            let requests = stage.cloud.standIn.requests
            let expected = try await stage.state(of: calm)
            for number in 1...requests {
                let listener = try await stage.listener("l\(number)")
                let id = try await stage.begin(listener)
                stage.cloud.standIn.plan([:])
                stage.crasher.crash(at: number, moment)
                await #expect(throws: Crash.self) { try await stage.run(id, of: listener) }
                #expect(try await stage.run(id, of: listener) == .ended)
                #expect(try await stage.state(of: listener) == expected, "crash \(moment) request \(number)")
                // At most the current page and the account are requested again.
                #expect(stage.cloud.standIn.requests <= requests + 2)
                let sync = try #require(try await stage.store.sync(id, of: listener))
                #expect(sync.parts.map(\.seen) == [62, 2, 2, 23, 27])
            }
        }
    }

    @Test func aFailingPartOfASyncDoesNotPreventTheOtherParts() async throws {
        try await SyncStage.with(Self.small) { (stage) async throws in
            let listener = try await stage.listener("anna")
            let id = try await stage.begin(listener)
            // 62 likes take four pages after the account; the fifth request lists the playlists.
            stage.cloud.standIn.plan(Dictionary(uniqueKeysWithValues: (6...10).map { ($0, .serverError) }))
            guard case .postponed = try await stage.run(id, of: listener) else {
                Issue.record("it was not put off")
                return
            }
            var sync = try #require(try await stage.store.sync(id, of: listener))
            #expect(sync.parts.count { $0.state == .done } == 4)
            #expect(try await stage.run(id, of: listener) == .ended)
            sync = try #require(try await stage.store.sync(id, of: listener))
            #expect(sync.state == .done)
        }
    }

    @Test func aConstraintViolationFailsOnlyItsPartOfTheSync() async throws {
        try await SyncStage.with(Self.small) { (stage) async throws in
            let listener = try await stage.listener("anna")
            try await stage.database.sql(
                "alter table app.own_playlist add constraint refuses_all check (rank < 0) not valid", user: "app_owner")
            let sync = try await stage.sync(listener)
            #expect(sync.state == .failed)
            #expect(sync.parts.map(\.state) == [.done, .done, .failed, .done, .done])
            #expect(sync.parts[2].fault == "the data from SoundCloud could not be stored")
        }
    }

    @Test func aRefusedAuthorizationFailsTheSyncWithAReason() async throws {
        try await SyncStage.with(Self.small) { (stage) async throws in
            let listener = try await stage.listener("anna")
            let id = try await stage.begin(listener)
            #expect(try await stage.run(id, of: listener, tokens: TestTokens("a", "b")) == .ended)
            let sync = try #require(try await stage.store.sync(id, of: listener))
            #expect(sync.state == .failed && !sync.fault.isEmpty && sync.parts.allSatisfy { $0.state == .failed })
        }
    }
}

struct LaterSyncTests {
    private static let world = StandInWorld(
        seed: 3, .init(users: 30, tracks: 400, likes: 300, playlists: 2, followings: 5, feed: 10))

    @Test func aLaterSyncStopsAtThePageAfterTheNewLikes() async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listener = try await stage.listener("anna")
            try await stage.sync(listener, [.likedTracks])
            stage.cloud.standIn.change { world in
                for track in 390..<395 { world.like(track: 100_000 + track) }
            }
            stage.cloud.standIn.plan([:])
            let sync = try await stage.sync(listener, [.likedTracks])
            #expect(sync.parts[0].added == 5 && sync.parts[0].removed == 0 && sync.parts[0].changed == 0)
            // The requests: the account, the page with the new likes, and one page without new likes.
            #expect(stage.cloud.standIn.requests <= 3, "\(stage.cloud.standIn.log)")
            #expect(try await stage.likes(of: listener) == stage.cloud.standIn.world.likes)
        }
    }

    /// Spec M6.1.
    @Test(arguments: [0, 1, 19, 20, 21, 150, 299])
    func aLikeRemovedAtAnyPositionDisappearsAtTheNextSync(place: Int) async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listener = try await stage.listener("anna")
            try await stage.sync(listener, [.likedTracks])
            stage.cloud.standIn.change { $0.unlike(track: $0.likes[place]) }
            let sync = try await stage.sync(listener, [.likedTracks])
            #expect(sync.parts[0].removed == 1 && sync.parts[0].added == 0)
            #expect(try await stage.likes(of: listener) == stage.cloud.standIn.world.likes)
        }
    }

    /// Spec M1.5.
    @Test func aSyncMovesARenewedLikeToTheTop() async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listener = try await stage.listener("anna")
            try await stage.sync(listener, [.likedTracks])
            stage.cloud.standIn.change { world in
                let again = world.likes[100]
                world.unlike(track: again)
                world.like(track: again)
            }
            let sync = try await stage.sync(listener, [.likedTracks])
            #expect(sync.parts[0].changed == 1 && sync.parts[0].added == 0)
            #expect(try await stage.likes(of: listener) == stage.cloud.standIn.world.likes)
        }
    }

    @Test func theLikesHaveTheOrderOfSoundCloudAfterRandomChanges() async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listener = try await stage.listener("anna")
            try await stage.sync(listener)
            var dice = SystemRandomNumberGenerator()
            for _ in 0..<6 {
                stage.cloud.standIn.change { world in
                    for _ in 0..<Int.random(in: 0...30, using: &dice) {
                        world.unlike(track: world.likes.randomElement(using: &dice) ?? 0)
                    }
                    for _ in 0..<Int.random(in: 0...40, using: &dice) {
                        world.like(track: 100_000 + Int.random(in: 0..<400, using: &dice))
                    }
                    world.follow(user: 1000 + Int.random(in: 0..<30, using: &dice))
                    world.unfollow(user: world.followed.randomElement(using: &dice) ?? 0)
                    world.publish(100_000 + Int.random(in: 0..<400, using: &dice), by: 1002)
                }
                let log = stage.cloud.standIn.world.likes
                try await stage.sync(listener)
                #expect(try await stage.likes(of: listener) == log)
            }
        }
    }

    @Test func aListWithoutFreeRanksStillGetsTheOrderOfSoundCloud() async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listener = try await stage.listener("anna")
            try await stage.sync(listener, [.likedTracks])
            // Sets the ranks as close together as possible, in the current order.
            try await stage.database.sql(
                """
                update app.cloud_like l set rank = n.place
                  from (select like_id, row_number() over (order by rank) as place from app.cloud_like) n
                 where n.like_id = l.like_id;
                """)
            stage.cloud.standIn.change { world in
                // A late item appears in the middle (soundcloud/api#255).
                let late = world.likedAgain(below: 50, track: 100_395)
                #expect(late)
            }
            try await stage.sync(listener, [.likedTracks])
            #expect(try await stage.likes(of: listener) == stage.cloud.standIn.world.likes)
        }
    }

    @Test func unsentLikesAndUnlikesTakePrecedenceOverTheLikesOfASync() async throws {
        try await SyncStage.with(Self.world) { (stage) async throws in
            let listener = try await stage.listener("anna")
            try await stage.sync(listener, [.likedTracks])
            let writes = CloudWriteStore(database: stage.database.tenants)
            let id = try await stage.begin(listener, [.likedTracks])
            let gone = try #require(CloudURN(.track, number: Int64(stage.cloud.standIn.world.likes[3])))
            let new = try #require(CloudURN(.track, number: 100_350))
            _ = try await stage.database.tenants.batch(
                in: stage.tenant.id,
                CloudRows.tracks(
                    [
                        CloudTrack(
                            urn: new, title: "New",
                            user: CloudUser(urn: try #require(CloudURN(.user, number: 1000)), username: "u"),
                            durationMs: 1)
                    ],
                    in: stage.tenant.id))
            // Neither change has been sent to SoundCloud yet.
            _ = try await writes.perform(.unlike, on: gone, by: listener)
            _ = try await writes.perform(.like, on: new, by: listener)
            #expect(try await stage.run(id, of: listener) == .ended)
            let likes = try await stage.likes(of: listener)
            #expect(likes.first == 100_350 && !likes.contains(Int(gone.key) ?? 0) && likes.count == 300)
        }
    }
}
