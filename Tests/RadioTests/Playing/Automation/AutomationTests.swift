import Foundation
import HTTP
import Testing
import TestSupport
import Web
import WebTestSupport

@testable import Radio

struct AutomationTests {
    private func play(_ playing: PlayingStage, _ channel: Int64, _ json: String) async -> StageAnswer {
        await playing.stage.send(.put, "/api/v1/admin/channels/\(channel)/now-playing", json, as: .programmer)
    }

    private func title(_ playing: PlayingStage, _ channel: Int64) async -> String? {
        (await playing.get("/api/v1/channels/\(channel)/now")["cut"] as? [String: Any])?["title"] as? String
    }

    @Test func setNowPlaying() async throws {
        try await PlayingStage.with { playing in
            let channel = try await playing.stage.database.channel("one", in: playing.stage.here)
            let person = try await playing.stage.database.person(
                "Nina Simone", biography: "Sang.", in: playing.stage.here)
            let song = #"{"title": "Sinnerman", "artist": "Nina Simone", "durationMs": 600000}"#
            let made = await play(playing, channel, song)
            #expect(made.status == 201)
            #expect(made["startsAt"] as? String == "2026-06-15T12:00:00.000Z")
            #expect(made["personId"] as? String == String(person))
            #expect(await title(playing, channel) == "Sinnerman")
            // The same report again changes nothing and writes no audit record.
            playing.stage.clock.advance(seconds: 20)
            let again = await play(playing, channel, song)
            #expect(again.status == 200)
            #expect(again.text == made.text)
            #expect(try await playing.stage.audit() == ["programmer cut.play \(made["id"] ?? "")"])
            // The next cut ends the previous one.
            playing.stage.clock.advance(seconds: 20)
            #expect(await play(playing, channel, #"{"title": "Feeling Good", "artist": "Nina Simone"}"#).status == 201)
            #expect(await title(playing, channel) == "Feeling Good")
            #expect(try await playing.stage.database.sql("select count(*) from app.cut") == "2")
        }
    }

    @Test func aReportWithTheStartOfAStoredCutCorrectsThatCut() async throws {
        try await PlayingStage.with { playing in
            let channel = try await playing.stage.database.channel("one", in: playing.stage.here)
            let start = #""startsAt": "2026-06-15T11:59:00Z""#
            let made = await play(playing, channel, #"{"title": "Sinerman", \#(start)}"#)
            let right = await play(playing, channel, #"{"title": "Sinnerman", "artist": "Nina Simone", \#(start)}"#)
            #expect(right.status == 200)
            #expect(right["id"] as? String == made["id"] as? String)
            #expect(await title(playing, channel) == "Sinnerman")
            #expect(try await playing.stage.database.sql("select count(*) from app.cut") == "1")
        }
    }

    /// Spec R69.
    @Test func theNumbersOfListenersAndSkipsAreStoredWithoutAnAuditRecord() async throws {
        try await PlayingStage.with { playing in
            let channel = try await playing.stage.database.channel("one", in: playing.stage.here)
            let made = await play(playing, channel, #"{"title": "Song", "listeners": 42}"#)
            #expect(made["listeners"] as? Int == 42)
            func facts() async throws -> [String] {
                [try await playing.stage.database.sql("select revision from app.radio_revision")]
                    + (try await playing.stage.audit())
            }
            let before = try await facts()
            let later = await play(playing, channel, #"{"title": "Song", "listeners": 50, "skips": 3}"#)
            #expect(later.status == 200)
            #expect(later["id"] as? String == made["id"] as? String)
            #expect(later["listeners"] as? Int == 50 && later["skips"] as? Int == 3)
            // A report without the numbers keeps the stored numbers.
            let silent = await play(playing, channel, #"{"title": "Song"}"#)
            #expect(silent["listeners"] as? Int == 50 && silent["skips"] as? Int == 3)
            #expect(try await facts() == before)
            #expect(await play(playing, channel, #"{"title": "Song", "listeners": -1}"#).faults == ["/listeners"])
            #expect(await play(playing, channel, #"{"title": "Song", "skips": -1}"#).faults == ["/skips"])
            let path = "/api/v1/admin/channels/\(channel)/cuts"
            let items = await playing.stage.send(.get, path, as: .programmer).objects("items")
            #expect(items.map { $0["listeners"] as? Int } == [50] && items.map { $0["skips"] as? Int } == [3])
            let table = await playing.stage.send(.get, path, as: .programmer, ["Accept": "text/csv"]).text
            let lines = table.split(separator: "\r\n")
            #expect(lines[0].hasSuffix(",source,listeners,skips"))
            #expect(lines[1].hasSuffix(",now-playing,50,3"))
            // A correction by a programmer is audited.
            let cut = "/api/v1/admin/cuts/\(made["id"] ?? "")"
            #expect(
                await playing.stage.send(.patch, cut, #"{"listeners": null}"#, as: .programmer)["listeners"] == nil)
            #expect(try await playing.stage.audit().count == 2)
            #expect(
                await playing.stage.send(.get, path, as: .programmer, ["Accept": "text/csv"]).text
                    .split(separator: "\r\n")[1].hasSuffix(",now-playing,,3"))
        }
    }

    @Test func endNowPlaying() async throws {
        try await PlayingStage.with { playing in
            let channel = try await playing.stage.database.channel("one", in: playing.stage.here)
            let path = "/api/v1/admin/channels/\(channel)/now-playing"
            _ = await play(playing, channel, #"{"title": "Song"}"#)
            playing.stage.clock.advance(seconds: 30)
            #expect(await title(playing, channel) == "Song")
            for _ in 1...2 {
                #expect(await playing.stage.send(.delete, path, as: .programmer).status == 204)
                #expect(await title(playing, channel) == nil)
            }
            #expect(try await playing.stage.database.sql("select duration_ms from app.cut") == "30000")
            #expect(try await playing.stage.audit().count == 2)
        }
    }

    @Test func theErrorOfAnInvalidNowPlayingReportNamesEveryFault() async throws {
        try await PlayingStage.with { playing in
            let channel = try await playing.stage.database.channel("one", in: playing.stage.here)
            let answer = await play(
                playing, channel,
                #"{"title": "", "isrc": "x", "durationMs": -1, "kind": "A", "startsAt": "2026-06-01T00:00:00Z"}"#)
            #expect(answer.status == 422)
            #expect(answer.faults == ["/title", "/isrc", "/durationMs", "/kind", "/startsAt"])
            #expect(await play(playing, channel, "{}").faults == ["/title"])
            let long = String(repeating: "a", count: 1001)
            let rules = await play(playing, channel, #"{"title": "a\nb", "label": "\#(long)"}"#)
            #expect(
                rules.objects("faults").map { $0["reason"] as? String } == [
                    "must be one line without tabs or other control characters",
                    "must have at most 1000 characters, found 1001",
                ])
            #expect(try await playing.stage.database.sql("select count(*) from app.cut") == "0")
            let other = try await playing.stage.database.channel("theirs", in: playing.stage.there)
            #expect(
                await play(playing, other, #"{"title": "Song"}"#).text
                    == (await play(playing, 999_999_999, #"{"title": "Song"}"#)).text)
            let path = "/api/v1/admin/channels/\(channel)/now-playing"
            #expect(await playing.stage.send(.put, path, #"{"title": "Song"}"#, as: .listener).status == 403)
            #expect(await playing.stage.send(.put, path, #"{"title": "Song"}"#).status == 401)
        }
    }

    @Test func updateCut() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            let cut = try await database.cut(
                "Sng", on: channel, at: "2026-06-15T11:59:00Z", durationMs: 120_000, in: here)
            let path = "/api/v1/admin/cuts/\(cut)"
            let known = await playing.stage.send(.get, path, as: .programmer)
            #expect(known["title"] as? String == "Sng")
            let tag = known.fields["ETag"] ?? ""
            let right = await playing.stage.send(
                .patch, path, #"{"title": "Song", "isrc": "CZA092600001"}"#, as: .programmer, ["If-Match": tag])
            #expect(right.status == 200)
            #expect(await title(playing, channel) == "Song")
            let late = await playing.stage.send(.patch, path, #"{"title": "S"}"#, as: .programmer, ["If-Match": tag])
            #expect(late.status == 412)
            let wrong = await playing.stage.send(
                .patch, path, #"{"title": null, "startsAt": null, "kind": "1", "tite": "x"}"#, as: .programmer)
            #expect(Set(wrong.faults) == ["/title", "/startsAt", "/kind", "/tite"])
            #expect(try await playing.stage.audit() == ["programmer cut.correct \(cut)"])
            #expect(
                await playing.stage.send(.patch, "/api/v1/admin/cuts/999999999", "{}", as: .programmer).status == 404)
        }
    }

    /// Spec R69.
    @Test func findPerformances() async throws {
        try await PlayingStage.with(at: "2026-07-13T20:00:00Z") { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("kan-bet", timeZone: "Asia/Jerusalem", in: here)
            let show = try await database.show("Evening, with \"guests\"", on: [channel], in: here)
            try await database.airing(
                of: show, on: channel, from: "2026-07-13T19:00:00Z", to: "2026-07-13T20:00:00Z", in: here)
            for play in try PlayLog.rows() {
                try await database.cut(
                    play.title, artist: play.artist, on: channel, at: play.startsAt.description, in: here)
            }
            let path = "/api/v1/admin/channels/\(channel)/cuts"
            let query = "?from=2026-07-13T19:30:00Z&to=2026-07-13T19:56:00Z"
            let items = await playing.stage.send(.get, path + query, as: .programmer).objects("items")
            #expect(items.compactMap { $0["localTime"] as? String } == ["22:38:12", "22:52:57"])
            // An unknown duration counts ten minutes, or until the next cut if that is earlier.
            #expect(items.compactMap { $0["playedMs"] as? Int } == [600_000, 210_000])
            let table = await playing.stage.send(.get, path + query, as: .programmer, ["Accept": "text/csv"])
            let lines = table.text.split(separator: "\r\n")
            #expect(lines.first?.hasPrefix("channel,starts_at,local_date,local_time,played_ms") == true)
            #expect(lines.count == 3)
            #expect(lines[1].hasPrefix("kan-bet,2026-07-13T19:38:12.000Z,2026-07-13,22:38:12,600000,song,true,"))
            #expect(lines[1].contains("\"Evening, with \"\"guests\"\"\""))
            #expect(await playing.stage.send(.get, path, as: .programmer).objects("items").count == 16)
            #expect(
                await playing.stage.send(
                    .get, path + "?from=2026-01-01T00:00:00Z&to=2026-07-01T00:00:00Z", as: .programmer
                ).faults == ["to"])
        }
    }
}
