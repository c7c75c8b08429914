import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct DiscoverRoutesTests {
    private static let path = "/api/v1/me/discover"

    private static func track(_ number: Int) -> String { "soundcloud:tracks:\(number)" }

    private func choose(
        _ number: Int, _ stage: ExploreStage, knowing tag: String? = nil, as role: Role = .listener,
        at host: String = "here"
    ) async -> StageAnswer {
        await stage.stage.send(
            .put, Self.path, #"{"track": "\#(Self.track(number))"}"#, as: role, at: host,
            tag.map { ["If-Match": $0] } ?? [:])
    }

    private func get(
        _ stage: ExploreStage, as role: Role = .listener, at host: String = "here"
    ) async -> StageAnswer {
        await stage.stage.send(.get, Self.path, as: role, at: host)
    }

    private func stop(
        _ index: Int, _ positionMs: Int, _ stage: ExploreStage, knowing tag: String? = nil, seed: Int? = nil
    ) async -> StageAnswer {
        let more = seed.map { #", "seed": "\#(Self.track($0))""# } ?? ""
        return await stage.stage.send(
            .put, Self.path + "/resume", #"{"index": \#(index), "positionMs": \#(positionMs)\#(more)}"#, as: .listener,
            tag.map { ["If-Match": $0] } ?? [:])
    }

    /// Creates a world in which track 100001 has fifty related tracks on three pages, which also contain one duplicate and the starting track
    /// itself.
    private func world() -> StandInWorld {
        var world = StandInWorld()
        world.relate(100_001, to: Array(100_010..<100_055) + [100_012, 100_001] + Array(100_055..<100_060))
        world.relate(100_002, to: [100_200, 100_201, 100_249])
        world.relate(100_003, to: [])
        return world
    }

    @Test func withoutAStartingTrackTheDiscoverSetIsEmpty() async throws {
        try await ExploreStage.with { (stage) async throws in
            let answer = await get(stage)
            #expect(answer.status == 200 && answer.urns("tracks").isEmpty && answer["seed"] == nil)
            #expect(answer["revision"] as? Int == 0)
            #expect(await stop(0, 0, stage)["code"] as? String == "nothing-chosen")
        }
    }

    /// Spec L23, L24.
    @Test func relatedTracksOfAllPagesAreStoredInOrder() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            let chosen = await choose(100_001, stage)
            #expect(chosen.status == 200, "\(chosen.text)")
            #expect((chosen["seed"] as? [String: Any])?["urn"] as? String == Self.track(100_001))
            #expect(chosen.urns("tracks") == (100_010..<100_060).map(Self.track))
            #expect(chosen["unreadable"] as? Int == 0 && chosen["revision"] as? Int == 1)
            let kept = await get(stage)
            #expect(kept.urns("tracks") == chosen.urns("tracks"))
            let asked = stage.cloud.standIn.log.filter { $0.contains("related") }
            #expect(
                asked.count == 3 && asked.allSatisfy { $0.contains("access=playable%2Cpreview%2Cblocked") }, "\(asked)")
        }
    }

    @Test func discoverTracksShowTheirAccessAndTheListenersLikesAndFollows() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            let tracks = await choose(100_002, stage).objects("tracks")
            #expect(tracks.map { $0["access"] as? String } == ["playable", "playable", "blocked"])
            #expect(tracks.allSatisfy { $0["isLiked"] as? Bool == false && $0["shelf"] == nil })
            let listener = try await stage.listener()
            let changes = FilingChanges(database: stage.stage.database.tenants)
            let first = try #require(CloudURN(Self.track(100_200)))
            #expect(try await changes.add(first, correction: TrackCorrection(), by: listener) == true)
            try await stage.stage.database.sql(
                """
                insert into app.cloud_like (tenant_id, user_id, track_id, rank, title_key, user_key, cloud_user_id)
                select tenant_id, \(listener.account), track_id, 1, '', '', cloud_user_id from app.cloud_track
                 where urn = '\(first)';
                insert into app.cloud_following (tenant_id, user_id, cloud_user_id, rank, name_key)
                select tenant_id, \(listener.account), cloud_user_id, 1, '' from app.cloud_track where urn = '\(first)'
                """)
            let marked = await get(stage).objects("tracks")[0]
            #expect(marked["shelf"] as? String == "library" && marked["isLiked"] as? Bool == true)
            #expect(marked["isUploaderFollowed"] as? Bool == true)
        }
    }

    @Test func choosingTheSameStartingTrackAgainKeepsTheDiscoverSet() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            _ = await choose(100_001, stage)
            #expect(await stop(7, 1500, stage).status == 200)
            let before = await get(stage)
            stage.cloud.standIn.change { $0.relate(100_001, to: [100_099]) }
            stage.repair()
            #expect(await choose(100_001, stage).urns("tracks") == before.urns("tracks"))
            #expect(stage.cloud.standIn.requests == 0)
            #expect(await get(stage).fields["ETag"] == before.fields["ETag"])
        }
    }

    /// Spec L25.
    @Test(arguments: StandInFault.quick)
    func aFailedRequestToSoundCloudKeepsTheOldDiscoverSet(fault: StandInFault) async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            _ = await choose(100_002, stage)
            #expect(await stop(1, 2000, stage).status == 200)
            let before = await get(stage)
            // The first failing request is the request for the track, for the first page or for the second page of related tracks.
            for first in 1...3 {
                stage.failRequests(fault, from: first)
                let answer = await choose(100_001, stage)
                #expect([409, 503].contains(answer.status), "\(answer.text)")
                #expect(answer["code"] as? String != nil && answer["detail"] as? String != nil)
                let after = await get(stage)
                #expect(after.text == before.text && after.fields["ETag"] == before.fields["ETag"])
                if fault == .unauthorized {
                    stage.repair()
                    try await stage.connect()
                }
            }
        }
    }

    @Test func choosingATrackWithoutRelatedTracksKeepsTheOldDiscoverSet() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            _ = await choose(100_002, stage)
            let before = await get(stage)
            let answer = await choose(100_003, stage)
            #expect(answer.status == 409 && answer["code"] as? String == "nothing-related")
            #expect(await choose(999_999, stage).status == 404)
            #expect(await get(stage).text == before.text)
        }
    }

    @Test func anUnreadableTrackIsLeftOutOfTheDiscoverSet() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            stage.cloud.standIn.change { $0.damage(track: 100_201) }
            let answer = await choose(100_002, stage)
            #expect(answer.urns("tracks") == [Self.track(100_200), Self.track(100_249)])
            #expect(answer["unreadable"] as? Int == 1)
        }
    }

    @Test func aDiscoverSetHasAtMostTwoHundredTracks() async throws {
        var world = StandInWorld(StandInWorld.Size(tracks: 400))
        world.relate(100_001, to: Array(100_050..<100_400))
        try await ExploreStage.with(world) { (stage) async throws in
            try await stage.connect()
            #expect(await choose(100_001, stage).urns("tracks") == (100_050..<100_250).map(Self.track))
        }
    }

    /// Spec L26.
    @Test func theListeningPositionIsKeptUntilAnotherStartingTrackIsChosen() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            let first = await choose(100_002, stage)
            let tag = try #require(first.fields["ETag"])
            let moved = await stop(2, 61_000, stage, knowing: tag, seed: 100_002)
            #expect(moved.status == 200, "\(moved.text)")
            #expect(await stop(1, 5, stage, knowing: tag).status == 412)
            #expect(await stop(1, 5, stage, seed: 100_001)["code"] as? String == "another-seed")
            #expect(await stop(3, 5, stage).faults == ["/index"])
            #expect(await stop(-1, 5, stage).faults == ["/index"])
            #expect(await stop(1, -5, stage).faults == ["/positionMs"])
            #expect(await choose(100_001, stage, knowing: tag).status == 412)
            let resume = try #require(await get(stage)["resume"] as? [String: Int])
            #expect(resume == ["index": 2, "positionMs": 61_000])
            // The entity tag of one change is valid for the next.
            #expect(await stop(0, 7, stage, knowing: moved.fields["ETag"]).status == 200)
            let other = await choose(100_001, stage, knowing: await get(stage).fields["ETag"])
            #expect(other["resume"] as? [String: Int] == ["index": 0, "positionMs": 0])
        }
    }

    @Test func theDiscoverSetRemainsAfterDisconnecting() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            _ = await choose(100_002, stage)
            let before = await get(stage)
            let gone = await stage.stage.send(.delete, "/api/v1/me/connections/soundcloud", as: .listener)
            #expect(gone.status == 204)
            #expect(await get(stage).text == before.text)
            #expect(await stop(1, 1, stage).status == 200)
            let answer = await choose(100_001, stage)
            #expect(answer.status == 409 && answer["code"] as? String == "not-connected")
        }
    }

    @Test func listenersAndTenantsHaveSeparateDiscoverSets() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            let own = try #require(await choose(100_002, stage).fields["ETag"])
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                let answer = await get(stage, as: role, at: host)
                #expect(answer.urns("tracks").isEmpty && answer.fields["ETag"] != own)
                let seen = await stage.stage.send(.get, Self.path, as: role, at: host, ["If-None-Match": own])
                #expect(seen.status == 200)
            }
            #expect(await stage.stage.send(.get, Self.path, as: .listener, ["If-None-Match": own]).status == 200)
            let now = try #require(await get(stage).fields["ETag"])
            #expect(await stage.stage.send(.get, Self.path, as: .listener, ["If-None-Match": now]).status == 304)
            #expect(await stage.stage.send(.get, Self.path).status == 401)
        }
    }

    @Test(arguments: [#"{"track": "soundcloud:users:1"}"#, #"{"track": "x"}"#])
    func anInvalidURNOfAStartingTrackIsRefused(body: String) async throws {
        try await ExploreStage.with { (stage) async throws in
            #expect(await stage.stage.send(.put, Self.path, body, as: .listener).faults == ["/track"])
        }
    }
}
