import CloudStandIn
import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

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

    @Test func theDiscoverPageShowsTheRelatedTracksAndTheResumePoint() async throws {
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
            #expect(page.text.contains(#/Loaded from SoundCloud on <time [^>]*>\d{1,2} [A-Z][a-z]{2} \d{4}</time>/#))
            #expect(page.text.contains("not available"), "an unplayable track is tagged")
            let main = page.text.components(separatedBy: "<main ").last ?? ""
            #expect(
                main.components(separatedBy: "aria-current=\"true\"").count == 2, "one track is where listening stopped"
            )
            let tracks = page.text.components(
                separatedBy: "formaction=\"/library/discover\" name=\"track\" value=\"soundcloud:tracks:"
            ).dropFirst().map {
                String($0.prefix(6))
            }
            #expect(tracks == ["100010", "100049", "100012"])
        }
    }

    @Test func aFailedChoiceOfAStartingTrackShowsAnErrorAndTheOldDiscoverSet() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            _ = await choose(100_002, stage)
            let nothing = await choose(100_003, stage)
            #expect(nothing.status == 409 && nothing.text.contains("role=\"alert\"") && nothing.text.contains("100020"))
            stage.failRequests()
            let away = await choose(100_001, stage)
            #expect(away.status == 503 && away.text.contains("SoundCloud is not available"))
            #expect(away.text.contains("100020"))
            let wrong = await stage.stage.send(
                .post, "/library/discover", body: Array("track=x".utf8), as: .listener,
                ["Content-Type": "application/x-www-form-urlencoded"])
            #expect(wrong.status == 422 && wrong.text.contains("The track must be the URN of a SoundCloud track"))
        }
    }

    @Test func theSearchPageShowsTheListenersOwnMusicFirst() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            #expect(await get("/library/search", stage).status == 200)
            try await stage.connect()
            let listener = try await stage.listener()
            let urns = await get("/api/v1/me/search?q=a&limit=40", stage).urns("items")
            let title = try await stage.stage.database.sql(
                "select title_key from app.cloud_track where urn = '\(urns[0])'")
            let word = String(title.prefix { $0 != " " && $0 != "\u{1}" })
            let changes = FilingChanges(database: stage.stage.database.tenants)
            #expect(
                try await changes.add(try #require(CloudURN(urns[0])), correction: TrackCorrection(), by: listener)
                    == true)
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

    /// Presses one button of a row's own form, which is not the form of the player.
    private func press(_ button: String, of row: String, _ page: StageAnswer, _ stage: ExploreStage) async throws
        -> StageAnswer
    {
        let text = page.text
        let start = try #require(text.range(of: "id=\"\(row)\""), "no row \(row)")
        let line = text[start.upperBound..<(text[start.upperBound...].range(of: "</li>")?.lowerBound ?? text.endIndex)]
        let next = try #require(line.firstMatch(of: #/name="next" value="([^"]+)"/#)?.1).replacing("&amp;", with: "&")
        let found = try #require(
            line.matches(of: #/formaction="([^"]+)" name="([a-z]+)" value="([^"]+)"/#).first {
                $0.2 == button && !$0.1.hasPrefix("/player/")
            },
            "no button \(button) in \(line)")
        return await stage.stage.post(
            String(found.1), [(String(found.2), String(found.3)), ("next", String(next))])
    }

    @Test func likingOrAddingATrackOnAPageReturnsToItsRow() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            _ = await choose(100_001, stage)
            let row = "t100012"
            var page = await get("/library/discover", stage)
            for (button, notice, mark) in [
                ("add", "added", "in your library"), ("like", "liked", ">liked<"),
                ("unlike", "unliked", "in your library"),
            ] {
                let pressed = try await press(button, of: row, page, stage)
                #expect(pressed.status == 303, "\(pressed.text)")
                #expect(pressed.fields["Location"] == "/library/discover?notice=\(notice)#\(row)")
                page = await get("/library/discover?notice=\(notice)", stage)
                #expect(page.text.contains("role=\"status\""))
                let line = StageAnswer.between("id=\"\(row)\"", "</li>", page.text)
                #expect(line.contains(mark) && (button != "unlike" || !line.contains(">liked<")), "\(line)")
                #expect(!line.contains("name=\"\(button)\""), "\(button): \(line)")
            }
            let chosen = try await press("track", of: "t100010", page, stage)
            #expect(chosen.fields["Location"] == "/library/discover?notice=chosen")
            #expect(await get("/api/v1/me/discover", stage).text.contains("100010"))
        }
    }

    @Test func searchResultsCanBeLikedFollowedAndAdded() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            for (kind, path, presses) in [
                ("tracks", "/library/search?q=a&kind=tracks", [("add", "added"), ("like", "liked")]),
                ("playlists", "/library/search?q=a&kind=playlists", [("like", "liked")]),
                ("users", "/library/search?q=a&kind=users", [("follow", "followed")]),
            ] {
                for (button, notice) in presses {
                    let page = await get(path, stage)
                    let cloud = page.text[try #require(page.text.range(of: "id=\"cloud\"")).upperBound...]
                    let row = try #require(
                        cloud.matches(of: #/<li id="([tpu][0-9]+)">(.*?)<\/li>/#.dotMatchesNewlines()).first {
                            $0.2.contains("name=\"\(button)\"")
                        }?.1, "no \(kind) to \(button)")
                    let pressed = try await press(button, of: String(row), page, stage)
                    #expect(pressed.fields["Location"] == "\(path)&notice=\(notice)#\(row)", "\(pressed.text)")
                    #expect(await get("\(path)&notice=\(notice)", stage).text.contains("role=\"status\""))
                }
            }
        }
    }

    /// With a connection, tracks of the library can also be liked.
    @Test func rowsOfTracksInTheLibraryHaveLikeButtonsOnlyWithAConnection() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            let listener = try await stage.listener()
            _ = await choose(100_001, stage)
            let urn = try #require(CloudURN(.track, number: 100_012))
            let changes = FilingChanges(database: stage.stage.database.tenants)
            #expect(try await changes.add(urn, correction: TrackCorrection(), by: listener) == true)
            let title = try await stage.stage.database.sql(
                "select title_key from app.cloud_track where urn = '\(urn)'")
            let path = "/library/search?q=\(title.prefix { $0 != " " && $0 != "\u{1}" })&of=own"
            let page = await get(path, stage)
            #expect(!StageAnswer.between("id=\"t100012\"", "</li>", page.text).contains("name=\"add\""))
            #expect(try await press("like", of: "t100012", page, stage).status == 303)
            let liked = StageAnswer.between("id=\"t100012\"", "</li>", await get(path, stage).text)
            #expect(liked.contains(">liked<") && liked.contains("name=\"unlike\""), "\(liked)")
            try await stage.stage.database.sql("delete from app.cloud_connection")
            let alone = await get(path, stage).text
            #expect(!alone.contains("name=\"unlike\"") && alone.contains("name=\"track\""))
        }
    }

    @Test func furtherSearchResultsOfTheLibraryAreOnTheNextPage() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            let listener = try await stage.listener()
            try await stage.stage.database.sql(
                """
                set app.tenant_id = '\(listener.tenant)';
                insert into app.podcast_station (user_id, name, position)
                select \(listener.account), 'Radio ' || i, i from generate_series(1, 20) i;
                """)
            let first = await get("/library/search?q=radio", stage)
            #expect(first.text.components(separatedBy: "/library/podcasts/stations/").count == 13)
            let further = try #require(
                first.text.firstMatch(of: #/href="(/library/search\?q=radio&amp;of=own&amp;cursor=[^"]+)"/#)?.1)
            let next = await get(String(further).replacing("&amp;", with: "&"), stage)
            #expect(next.text.components(separatedBy: "/library/podcasts/stations/").count == 9)
        }
    }

    @Test func theSearchPageReportsThatSoundCloudIsNotAvailable() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            try await stage.connect()
            stage.failRequests()
            let away = await get("/library/search?q=a", stage)
            #expect(away.status == 200 && away.text.contains("SoundCloud is not available"))
        }
    }

    @Test func theSearchPageWithoutAConnectionLinksToTheProfile() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            let alone = await get("/library/search?q=%3Cb%3E", stage)
            #expect(alone.status == 200 && alone.text.contains("/library/profile") && !alone.text.contains("<b>\""))
        }
    }

    @Test func theSearchPageRefusesAnInvalidTextOrCursorAndNeedsASignIn() async throws {
        try await ExploreStage.with(world()) { (stage) async throws in
            let long = await get("/library/search?q=\(String(repeating: "a", count: 201))", stage)
            #expect(long.status == 422 && long.text.contains("aria-invalid"))
            #expect(await get("/library/search?q=a&cursor=x", stage).status == 422)
            #expect(await stage.stage.send(.get, "/library/search").status == 303)
        }
    }
}
