import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct CloudSearchTests {
    private static let path = "/api/v1/me/search"

    private func search(
        _ query: String, _ stage: ExploreStage, as role: Role = .listener, at host: String = "here"
    ) async -> StageAnswer {
        await stage.stage.send(.get, Self.path + query, as: role, at: host)
    }

    /// Returns the items of all pages of a search.
    private func walk(_ query: String, _ stage: ExploreStage) async -> [[String: Any]] {
        var (items, cursor): ([[String: Any]], String) = ([], "")
        for _ in 0..<50 {
            let answer = await search(query + cursor, stage)
            #expect(answer.status == 200, "\(answer.text)")
            items += answer.objects("items")
            guard let next = answer["next"] as? String else { return items }
            cursor = "&cursor=\(next)"
        }
        Issue.record("the list has no end")
        return items
    }

    /// Spec L37.
    @Test(arguments: [("tracks", "a"), ("users", "a"), ("playlists", "a")])
    func followingTheCursorsReachesEverySearchResultOnce(kind: String, text: String) async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let items = await walk("?kind=\(kind)&q=\(text)&limit=7", stage)
            let whole = await search("?kind=\(kind)&q=\(text)&limit=200", stage).urns("items")
            let urns = items.compactMap { $0["urn"] as? String }
            // Each item appears once, in SoundCloud's order. The large page contains the first items.
            #expect(urns.starts(with: whole) && whole.count > 2 && Set(urns).count == urns.count)
            #expect(urns.count == stage.cloud.standIn.world.count(of: kind, with: text))
            #expect(items.allSatisfy { ($0["urn"] as? String)?.contains(":\(kind):") == true })
            let asked = stage.cloud.standIn.log.filter { $0.contains("q=\(text)") }
            #expect(asked.allSatisfy { $0.hasPrefix("GET /\(kind)?") })
        }
    }

    @Test func searchResultsOfSoundCloudShowLikesFollowsAndOwnItems() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let (listener, tenant) = (try await stage.listener(), stage.stage.here.id)
            let tracks = await search("?q=a", stage).urns("items")
            let users = await search("?kind=users&q=a", stage).urns("items")
            let playlists = await search("?kind=playlists&q=a", stage).urns("items")
            try await stage.stage.database.sql(
                """
                insert into app.cloud_like (tenant_id, user_id, track_id, rank, title_key, user_key, cloud_user_id)
                select tenant_id, \(listener.account), track_id, 1, '', '', cloud_user_id from app.cloud_track
                 where tenant_id = \(tenant) and urn = '\(tracks[1])';
                insert into app.cloud_following (tenant_id, user_id, cloud_user_id, rank, name_key)
                select tenant_id, \(listener.account), cloud_user_id, 1, '' from app.cloud_user
                 where tenant_id = \(tenant) and urn = '\(users[0])';
                insert into app.own_playlist (tenant_id, user_id, playlist_id, rank)
                select tenant_id, \(listener.account), playlist_id, 1 from app.cloud_playlist
                 where tenant_id = \(tenant) and urn = '\(playlists[0])'
                """)
            let changes = FilingChanges(database: stage.stage.database.tenants)
            #expect(
                try await changes.add(try #require(CloudURN(tracks[0])), correction: TrackCorrection(), by: listener)
                    == true)
            let found = await search("?q=a", stage).objects("items")
            #expect(found[0]["shelf"] as? String == "library" && found[0]["isLiked"] as? Bool == false)
            #expect(found[1]["shelf"] == nil && found[1]["isLiked"] as? Bool == true)
            #expect(await search("?kind=users&q=a", stage).objects("items")[0]["isFollowed"] as? Bool == true)
            #expect(await search("?kind=users&q=a", stage).objects("items")[1]["isFollowed"] as? Bool == false)
            #expect(await search("?kind=playlists&q=a", stage).objects("items")[0]["isOwn"] as? Bool == true)
        }
    }

    @Test func aSearchCursorIsValidOnlyForItsListenerAndItsSearch() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            try await stage.connect(as: .editor)
            let cursor = try #require(await search("?q=a&limit=5", stage)["next"] as? String)
            #expect(await search("?q=a&cursor=\(cursor)", stage).status == 200)
            #expect(!cursor.contains("cursor") && !cursor.contains("http"))
            let bytes = Data(base64Encoded: cursor.replacing("-", with: "+").replacing("_", with: "/")) ?? Data()
            #expect(!String(decoding: bytes, as: UTF8.self).contains("tracks"))
            var changed = Array(cursor)
            changed[changed.count / 2] = changed[changed.count / 2] == "A" ? "B" : "A"
            for (query, role) in [
                ("?q=b&cursor=\(cursor)", Role.listener), ("?q=a&kind=users&cursor=\(cursor)", .listener),
                ("?q=a&cursor=\(cursor)", .editor), ("?q=a&cursor=\(String(changed))", .listener),
                ("?q=a&cursor=L3RyYWNrcw", .listener), ("?q=a&cursor=%2Fme%3Fq%3Da", .listener),
            ] {
                let answer = await search(query, stage, as: role)
                #expect(answer.status == 422 && answer.faults == ["cursor"], "\(query) \(answer.text)")
            }
        }
    }

    @Test func aSearchReportsTheKindOfAnErrorOfSoundCloud() async throws {
        try await ExploreStage.with { (stage) async throws in
            #expect(await search("?q=a", stage)["code"] as? String == "not-connected")
            try await stage.connect()
            for (fault, code) in [
                (StandInFault.limited, "upstream-busy"), (.spam, "upstream-busy"),
                (.serverError, "upstream-unavailable"),
                (.truncated, "upstream-unavailable"), (.page, "upstream-unavailable"),
            ] {
                stage.failRequests(fault)
                let answer = await search("?q=a", stage)
                #expect(answer.status == 503 && answer["code"] as? String == code, "\(fault) \(answer.text)")
                #expect(answer.fields["Retry-After"] != nil)
            }
            stage.repair()
            #expect(await search("?q=a", stage).status == 200)
            stage.cloud.standIn.withdraw()
            #expect(await search("?q=a", stage)["code"] as? String == "connection-lost")
        }
    }

    @Test func anUnreadableTrackIsLeftOutOfTheSearchResults() async throws {
        try await ExploreStage.with { (stage) async throws in
            try await stage.connect()
            let all = await search("?q=a", stage).urns("items")
            stage.cloud.standIn.change { $0.damage(track: Int(all[1].split(separator: ":")[2]) ?? 0) }
            let answer = await search("?q=a", stage)
            #expect(answer.urns("items").first == all[0] && !answer.urns("items").contains(all[1]))
            #expect(answer["unreadable"] as? Int == 1)
        }
    }

    @Test(arguments: ["?q=", "?q=a&kind=songs", "?q=a&limit=0", "?q=a%0Ab", "?q=a&cursor=x"])
    func invalidSearchesOfSoundCloudAreRefused(query: String) async throws {
        try await ExploreStage.with { (stage) async throws in
            #expect(await search(query, stage).status == 422)
            #expect(await stage.stage.send(.get, Self.path + query).status == 401)
        }
    }
}
