import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary

struct ExplorePageTests {
    private func choose(_ number: Int, _ stage: ExploreStage) async -> StageAnswer {
        await stage.stage.send(
            .post, "/library/discover", body: Array("track=soundcloud%3Atracks%3A\(number)".utf8), as: .listener,
            ["Content-Type": "application/x-www-form-urlencoded"])
    }

    private func get(_ path: String, _ stage: ExploreStage) async -> StageAnswer {
        await stage.stage.send(.get, path, as: .listener)
    }

    private func world() -> StandInWorld {
        var world = StandInWorld()
        world.relate(100_001, to: [100_010, 100_049, 100_012])
        world.relate(100_002, to: [100_020])
        world.relate(100_003, to: [])
        return world
    }

    @Test func theDiscoverPageShowsTheSetAndWhereListeningStopped() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            let empty = await get("/library/discover", stage)
            #expect(empty.status == 200 && empty.text.contains("/library/search"))
            try await stage.connect()
            let chosen = await choose(100_001, stage)
            #expect(chosen.status == 303 && chosen.fields["Location"] == "/library/discover?notice=chosen")
            _ = await stage.stage.send(
                .put, "/api/v1/me/discover/resume", #"{"index": 2, "positionMs": 61000}"#, as: .listener)
            let page = await get("/library/discover?notice=chosen", stage)
            #expect(page.status == 200 && page.text.contains("role=\"status\""))
            #expect(page.text.contains("3 related tracks") && page.text.contains("stopped here, at 1:01"))
            #expect(page.text.contains("blocked"), "a track that cannot be heard says so")
            #expect(page.text.components(separatedBy: "aria-current=\"true\"").count == 3)
            let tracks = page.text.components(separatedBy: "value=\"soundcloud:tracks:").dropFirst().map {
                String($0.prefix(6))
            }
            #expect(tracks == ["100010", "100049", "100012"])
        }
    }

    @Test func whatFailsIsSaidAboveTheOldSet() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            _ = await choose(100_002, stage)
            let nothing = await choose(100_003, stage)
            #expect(nothing.status == 409 && nothing.text.contains("role=\"alert\"") && nothing.text.contains("100020"))
            stage.breakDown()
            let away = await choose(100_001, stage)
            #expect(away.status == 503 && away.text.contains("does not answer") && away.text.contains("100020"))
            let wrong = await stage.stage.send(
                .post, "/library/discover", body: Array("track=x".utf8), as: .listener,
                ["Content-Type": "application/x-www-form-urlencoded"])
            #expect(wrong.status == 422 && wrong.text.contains("The track must be a track of SoundCloud"))
        }
    }

    @Test func theSearchPageShowsOnesOwnThingsFirst() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            #expect(await get("/library/search", stage).status == 200)
            try await stage.connect()
            let listener = try await stage.listener()
            let urns = await get("/api/v1/me/search?q=a&limit=40", stage).urns("items")
            let title = try await stage.stage.database.psql(
                "select title_key from app.cloud_track where urn = '\(urns[0])'")
            let word = String(title.prefix { $0 != " " && $0 != "\u{1}" })
            let desk = FilingDesk(database: stage.stage.database.tenants)
            #expect(try await desk.add(try #require(CloudURN(urns[0])), said: Said(), by: listener) == true)
            let page = await get("/library/search?q=\(word)", stage)
            #expect(page.status == 200, "\(page.text)")
            let own = try #require(page.text.range(of: "id=\"own\""))
            let cloud = try #require(page.text.range(of: "id=\"cloud\""))
            #expect(own.lowerBound < cloud.lowerBound)
            #expect(page.text[own.upperBound..<cloud.lowerBound].contains("class=\"from-library\""))
            #expect(page.text[cloud.upperBound...].contains("in your library"))
            #expect(page.text.contains("value=\"\(word)\""))
            let users = await get("/library/search?q=a&kind=users", stage)
            #expect(users.text.contains("/library/users/soundcloud:users:"))
            let tracks = await get("/library/search?q=a&kind=tracks", stage)
            let further = try #require(
                tracks.text.firstMatch(of: #/href="(/library/search\?q=a&amp;kind=tracks&amp;cursor=[^"]+)"/#)?.1)
            let next = await get(String(further).replacing("&amp;", with: "&"), stage)
            #expect(next.status == 200 && !next.text.contains("id=\"own\""))
            #expect(next.text.contains("/library/tracks/soundcloud:tracks:"))
        }
    }

    @Test func ownThingsGoOnByThemselves() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            let listener = try await stage.listener()
            try await stage.stage.database.psql(
                """
                set app.tenant_id = '\(listener.tenant)';
                insert into app.podcast_station (user_id, name, position)
                select \(listener.account), 'Radio ' || i, i from generate_series(1, 20) i;
                """)
            let first = await get("/library/search?q=radio", stage)
            #expect(first.text.components(separatedBy: "/library/podcasts/stations/").count == 12 + 1)
            let further = try #require(
                first.text.firstMatch(of: #/href="(/library/search\?q=radio&amp;of=own&amp;cursor=[^"]+)"/#)?.1)
            let next = await get(String(further).replacing("&amp;", with: "&"), stage)
            #expect(next.text.components(separatedBy: "/library/podcasts/stations/").count == 8 + 1)
        }
    }

    @Test func withoutSoundCloudOnesOwnThingsAreThere() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            let alone = await get("/library/search?q=%3Cb%3E", stage)
            #expect(alone.status == 200 && alone.text.contains("/library/profile") && !alone.text.contains("<b>\""))
            try await stage.connect()
            stage.breakDown()
            let away = await get("/library/search?q=a", stage)
            #expect(away.status == 200 && away.text.contains("SoundCloud does not answer"))
            let long = await get("/library/search?q=\(String(repeating: "a", count: 201))", stage)
            #expect(long.status == 422 && long.text.contains("aria-invalid"))
            #expect(await get("/library/search?q=a&cursor=x", stage).status == 422)
            #expect(await stage.stage.send(.get, "/library/search").status == 303)
        }
    }
}
