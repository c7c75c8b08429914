import Foundation
import Tenancy
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary

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

    @Test func aListenCountsOnceHoweverOftenItIsTold() async throws {
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

    @Test func whatCannotHaveBeenRefusesAllAndChangesNothing() async throws {
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

    @Test func theHistoryIsPagedTheLatestFirst() async throws {
        try await ContextStage.with { (stage) async throws in
            _ = await tell(stage, (0..<7).map { listen(1 + $0 % 2, at: "2026-06-15T10:0\($0 / 2):00Z") })
            var (seen, cursor): ([String], String?) = ([], "")
            while let place = cursor {
                let page = await stage.get(path + "?limit=2" + (place.isEmpty ? "" : "&cursor=\(place)"))
                try #require(page.status == 200, "\(page.text)")
                seen += page.objects("items").compactMap { $0["listenedAt"] as? String }
                cursor = page["nextCursor"] as? String
            }
            #expect(seen.count == 7 && seen == seen.sorted(by: >))
            #expect(await stage.get(path + "?cursor=x").status == 422)
        }
    }

    @Test func theExportIsWhatListenBrainzImports() async throws {
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
            // Not in the library, and under its true artist all the same.
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
