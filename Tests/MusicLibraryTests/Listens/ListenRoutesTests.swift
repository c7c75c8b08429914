import Foundation
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

struct ListenRoutesTests {
    private let path = "/api/v1/me/listens"

    private func listen(_ number: Int, at time: String, playedMs: Int = 150_000) -> String {
        #"{"track": "soundcloud:tracks:\#(number)", "listenedAt": "\#(time)", "playedMs": \#(playedMs)}"#
    }

    private func tell(
        _ stage: ContextStage, _ listens: [String], client: String = "phone", as role: Role = .listener
    ) async -> StageAnswer {
        await stage.stage.send(
            .post, path, #"{"listens": [\#(listens.joined(separator: ","))], "client": "\#(client)"}"#, as: role)
    }

    private func states(_ answer: StageAnswer) -> [String] {
        answer.objects("items").compactMap { $0["state"] as? String }
    }

    @Test func aListenReportedAgainIsCountedOnce() async throws {
        try await ContextStage.with { (stage) async throws in
            let told = [
                listen(1, at: "2026-06-15T10:00:00Z"), listen(2, at: "2026-06-15T10:05:00.250Z"),
                listen(3, at: "2026-06-15T10:10:00Z", playedMs: 1000), listen(777, at: "2026-06-15T10:15:00Z"),
                listen(1, at: "2026-06-15T10:00:00Z"),
            ]
            #expect(states(await tell(stage, told)) == ["counted", "counted", "tooShort", "unknownTrack", "known"])
            #expect(states(await tell(stage, told)) == ["known", "known", "tooShort", "unknownTrack", "known"])
            let heard = await stage.get(path)
            #expect(
                heard.objects("items").compactMap { $0["listenedAt"] as? String } == [
                    "2026-06-15T10:05:00.250Z", "2026-06-15T10:00:00.000Z",
                ])
            #expect(heard.objects("items").first?["client"] as? String == "phone")
            #expect(await stage.get(path, as: .editor).objects("items").isEmpty)
            #expect(await stage.get(path, at: "there").objects("items").isEmpty)
        }
    }

    @Test func onlyTheListenerCanDeleteOneOrAllListens() async throws {
        try await ContextStage.with { (stage) async throws in
            let told = [1, 2, 4].map { listen($0, at: "2026-06-15T10:0\($0):00.00\($0)Z", playedMs: 240_000) }
            #expect(states(await tell(stage, told)) == ["counted", "counted", "counted"])
            #expect(states(await tell(stage, [told[0]], as: .editor)) == ["counted"])
            let ids = await stage.get(path).objects("items").compactMap { $0["id"] as? String }
            #expect(ids.count == 3)
            for (role, host) in [(Role.editor, "here"), (.listener, "there")] {
                #expect(await stage.stage.send(.delete, "\(path)/\(ids[1])", as: role, at: host).status == 404)
            }
            #expect(await stage.stage.send(.delete, "\(path)/\(ids[1])", as: .listener).status == 204)
            for id in [ids[1], "x", "1-1", "-1", "01-1", "9223372036854775807-1", "\(ids[0])-1"] {
                #expect(await stage.stage.send(.delete, "\(path)/\(id)", as: .listener).status == 404, "\(id)")
            }
            let left = await stage.get(path).objects("items").compactMap { $0["id"] as? String }
            #expect(left == [ids[0], ids[2]])
            #expect(await stage.stage.send(.delete, path, as: .listener).status == 204)
            #expect(await stage.stage.send(.delete, path, as: .listener).status == 204, "already empty")
            #expect(await stage.get(path).objects("items").isEmpty)
            #expect(await stage.get(path, as: .editor).objects("items").count == 1, "other histories stay")
        }
    }

    @Test func theHistoryPageListsAndRemovesListens() async throws {
        try await ContextStage.with { (stage) async throws in
            let page = "/library/listens"
            #expect(await stage.stage.page(page).text.contains("No tracks heard yet"))
            let told = [1, 2].map { listen($0, at: "2026-06-15T10:0\($0):00Z", playedMs: 240_000) }
            _ = await tell(stage, told, client: "the <phone>")
            let answer = await stage.stage.page(page)
            #expect(answer.status == 200 && answer.text.contains("reported by the &lt;phone&gt;"), "\(answer.text)")
            let ids = answer.text.matches(of: #/name="listen" value="([^"]+)"/#).map { String($0.1) }
            #expect(ids.count == 2)
            #expect(answer.asks(before: page + "/removal") && answer.asks(before: page + "/end"))
            #expect(await stage.stage.post(page + "/removal", [("listen", ids[0])], as: .editor).status == 303)
            #expect(await stage.get(path).objects("items").count == 2, "another account cannot remove it")
            let gone = await stage.stage.post(page + "/removal", [("listen", ids[0])])
            #expect(gone.location == page + "?notice=forgotten")
            #expect(await stage.stage.page(gone.location).text.contains("Entry removed from the listening history."))
            #expect(await stage.get(path).objects("items").compactMap { $0["id"] as? String } == [ids[1]])
            #expect(await stage.stage.post(page + "/removal", [("listen", ids[0])]).status == 303, "repeatable")
            #expect(await stage.stage.post(page + "/removal").status == 422)
            #expect(await stage.stage.post(page + "/end").location == page + "?notice=all-forgotten")
            #expect(await stage.get(path).objects("items").isEmpty)
            #expect(await stage.stage.send(.get, page).status == 303)
        }
    }

    @Test func afterARemovalTheHistoryPageKeepsItsPosition() async throws {
        try await ContextStage.with { (stage) async throws in
            try await stage.stage.database.sql(
                """
                insert into app.listen (tenant_id, user_id, listened_at, track_id)
                select t.tenant_id, a.user_id, timestamptz '2026-06-01Z' + n * interval '1 hour', t.track_id
                  from app.cloud_track t, app.user_account a, generate_series(1, 60) n
                 where t.tenant_id = \(stage.stage.here.id) and t.urn = 'soundcloud:tracks:1'
                   and a.tenant_id = t.tenant_id and a.login = 'listener'
                """)
            let first = await stage.stage.page("/library/listens")
            let next = try #require(first.next)
            let second = await stage.stage.page(next)
            func count(_ answer: StageAnswer) -> Int { answer.text.matches(of: #/name="listen" value/#).count }
            #expect(count(first) == 50 && count(second) == 10)
            // After a removal, the same page is shown.
            let id = try #require(second.text.firstMatch(of: #/name="listen" value="([^"]+)"/#)?.1)
            let cursor = try #require(second.text.firstMatch(of: #/name="cursor" value="([^"]+)"/#)?.1)
            let gone = await stage.stage.post(
                "/library/listens/removal", [("listen", String(id)), ("cursor", String(cursor))])
            #expect(gone.location == "/library/listens?cursor=\(cursor)&notice=forgotten")
            #expect(count(await stage.stage.page(gone.location)) == 9)
            #expect(await stage.stage.page("/library/listens?cursor=x").status == 422)
        }
    }

    @Test func oneInvalidListenRejectsTheWholeRequest() async throws {
        try await ContextStage.with { (stage) async throws in
            let good = listen(1, at: "2026-06-15T10:00:00Z")
            let ahead = await tell(stage, [good, listen(1, at: "2026-06-15T12:05:01Z")])
            #expect(ahead.status == 422 && ahead.faults == ["/listens/1/listenedAt"])
            #expect(await tell(stage, [good, listen(1, at: "2002-09-30T23:59:59Z")]).status == 422)
            #expect(await tell(stage, [good, listen(1, at: "2026-06-15T10:00:00Z", playedMs: -1)]).status == 422)
            #expect(await tell(stage, [good, listen(1, at: "yesterday")]).status == 422)
            #expect(
                await tell(
                    stage,
                    [good, #"{"track": "soundcloud:users:1", "listenedAt": "2026-06-15T10:00:00Z", "playedMs": 1}"#]
                ).status == 422)
            #expect(await tell(stage, []).status == 422)
            #expect(await tell(stage, Array(repeating: good, count: 51)).status == 422)
            #expect(await tell(stage, [good], client: #"a\nb"#).status == 422)
            #expect(await stage.get(path).objects("items").isEmpty)
            #expect(states(await tell(stage, [listen(1, at: "2026-06-15T12:04:59Z")])) == ["counted"])
        }
    }

    @Test func theListeningHistoryIsListedNewestFirst() async throws {
        try await ContextStage.with { (stage) async throws in
            _ = await tell(stage, (0..<7).map { listen(1 + $0 % 2, at: "2026-06-15T10:0\($0 / 2):00Z") })
            var (seen, cursor): ([String], String?) = ([], "")
            while let place = cursor {
                let page = await stage.get(path + "?limit=2" + (place.isEmpty ? "" : "&cursor=\(place)"))
                try #require(page.status == 200, "\(page.text)")
                seen += page.objects("items").compactMap { $0["listenedAt"] as? String }
                cursor = page["next"] as? String
            }
            #expect(seen.count == 7 && seen == seen.sorted(by: >))
            #expect(await stage.get(path + "?cursor=x").status == 422)
        }
    }

    /// Spec M3.
    @Test func theExportOfListensHasTheFormatOfListenBrainz() async throws {
        try await ContextStage.with { (stage) async throws in
            await stage.library.add(2)
            _ = await tell(stage, [listen(2, at: "2026-05-31T23:59:59.999Z"), listen(1, at: "2026-06-01T00:00:00Z")])
            let answer = await stage.get(path + "/listenbrainz.jsonl")
            #expect(answer.representation?.mediaType == "application/jsonl", "\(answer.text)")
            let lines = try answer.text.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            #expect(lines.map { $0["listened_at"] as? Int } == [1_780_271_999, 1_780_272_000])
            let first = try #require(lines.first?["track_metadata"] as? [String: Any])
            #expect(first["artist_name"] as? String == "Aurora Vale" && first["track_name"] as? String == "Salt Road")
            #expect(first["release_name"] as? String == "Low Tide")
            let info = try #require(first["additional_info"] as? [String: Any])
            #expect(info["origin_url"] as? String == "https://soundcloud.example/soundcloud-tracks-2")
            #expect(info["duration_ms"] as? Int == 200_000 && info["music_service"] as? String == "soundcloud.com")
            #expect(info["media_player"] as? String == "phone")
            // A track that is not in the library also has its true artist.
            let second = try #require(lines.last?["track_metadata"] as? [String: Any])
            #expect(
                second["artist_name"] as? String == "Aurora Vale" && second["track_name"] as? String == "Paper Lanterns"
            )
            let may = await stage.get(path + "/listenbrainz.jsonl?month=2026-05")
            #expect(may.text.split(separator: "\n").count == 1 && may.text.contains("Salt Road"))
            #expect(
                may.representation?.fields["Content-Disposition"] == "attachment; filename=\"listens-2026-05.jsonl\"")
            #expect(await stage.get(path + "/listenbrainz.jsonl?month=2026-13").status == 422)
            #expect(await stage.get(path + "/listenbrainz.jsonl", as: .editor).text.isEmpty)
        }
    }
}
