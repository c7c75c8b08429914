import Foundation
import HTTP
import Testing
import TestSupport
import Web

@testable import Radio

struct NowTests {
    /// Spec R14, R15.
    @Test func getNow() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            let show = try await database.show("Morning", on: [channel], in: here)
            let airing = try await database.airing(
                of: show, on: channel, from: "2026-06-15T11:00:00Z", to: "2026-06-15T13:00:00Z", in: here)
            let cut = try await database.cut(
                "Take Five", artist: "Dave Brubeck", on: channel, at: "2026-06-15T11:59:00Z", durationMs: 120_000,
                in: here)
            let person = try await database.person("Dave Brubeck", biography: "A pianist.", in: here)
            try await playing.sql(
                """
                update app.cut set person_id = \(person) where cut_id = \(cut);
                update app.channel set description = 'All of it.' where channel_id = \(channel);
                """)
            let path = "/api/v1/channels/\(channel)/now"
            let now = await playing.get(path)
            #expect((now["cut"] as? [String: Any])?["artists"] as? [String] == ["Dave Brubeck"])
            #expect(now["about"] as? [String: String] == ["kind": "artist-bio", "text": "A pianist."])
            #expect((now["airing"] as? [String: Any])?["id"] as? String == String(airing))
            #expect((now["show"] as? [String: Any])?["name"] as? String == "Morning")
            #expect(now["validUntil"] as? String == "2026-06-15T12:01:00.000Z")
            playing.stage.clock.advance(seconds: 60)
            let after = await playing.get(path)
            #expect(after["cut"] is NSNull)
            #expect(after["about"] as? [String: String] == ["kind": "channel-description", "text": "All of it."])
            #expect(after["validUntil"] as? String == "2026-06-15T13:00:00.000Z")
            let then = await playing.get(path + "?at=2026-06-15T11:59:30Z")
            #expect((then["cut"] as? [String: Any])?["id"] as? String == String(cut))
            #expect(await playing.get(path + "?at=yesterday").faults == ["at"])
            #expect(await playing.get(path + "?at=9999-01-01T00:00:00Z").status == 422)
        }
    }

    @Test func aQueryForATimeAfterTheYear2199IsRefused() async throws {
        let last = try #require(Instant(rfc3339: "2199-12-31T23:59:59.999Z"))
        #expect(PlayingQuery.range.upperBound == last)
        try await PlayingStage.with { playing in
            let channel = try await playing.stage.database.channel("one", in: playing.stage.here)
            let answer = await playing.get("/api/v1/channels/\(channel)/now?at=2200-01-01T00:00:00Z")
            #expect(answer.faults == ["at"])
            #expect(answer.text.contains("from 1970 to 2199"))
        }
    }

    /// Spec R16.
    @Test func aTitleIsDelayedByTheLiveDelayOfItsChannel() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            try await database.cut("Song", on: channel, at: "2026-06-15T12:00:00Z", durationMs: 100_000, in: here)
            try await playing.sql("update app.channel set live_delay_ms = 30000 where channel_id = \(channel)")
            func isOn() async -> Bool { await playing.get("/api/v1/channels/\(channel)/now")["cut"] is [String: Any] }
            #expect(await !isOn())
            playing.stage.clock.advance(seconds: 30)
            #expect(await isOn())
            playing.stage.clock.advance(seconds: 99)
            #expect(await isOn())
            playing.stage.clock.advance(seconds: 1)
            #expect(await !isOn())
        }
    }

    @Test func theCurrentPictureComesFromTheCutOrElseTheShowOrElseTheChannel() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            let show = try await database.show("Show", on: [channel], in: here)
            try await database.airing(
                of: show, on: channel, from: "2026-06-15T11:00:00Z", to: "2026-06-15T13:00:00Z", in: here)
            let cut = try await database.cut(
                "Song", on: channel, at: "2026-06-15T11:59:00Z", durationMs: 90_000, in: here)
            func art() async -> String? {
                (await playing.get("/api/v1/channels/\(channel)/now")["art"] as? [String: Any])?["url"] as? String
            }
            #expect(await art() == "/api/v1/default-art/channel.svg")
            let owners = [("channel", channel), ("show", show), ("cut", cut)]
            for (table, id) in owners {
                try await playing.sql(
                    """
                    with art as (insert into app.art (tenant_id) values (\(here.id)) returning art_id),
                         image as (insert into app.art_image (tenant_id, art_id, position, url)
                                   select \(here.id), art_id, 0, 'https://\(table).example/a.png' from art)
                    update app.\(table) set art_id = (select art_id from art) where \(table)_id = \(id);
                    """)
                #expect(await art() == "https://\(table).example/a.png")
            }
            playing.stage.clock.advance(seconds: 30)
            #expect(await art() == "https://show.example/a.png")
        }
    }

    @Test func findNow() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let (one, two) = (try await database.channel("one", in: here), try await database.channel("two", in: here))
            try await database.channel("theirs", in: playing.stage.there)
            try await database.cut("Song", on: two, at: "2026-06-15T11:59:00Z", durationMs: 90_000, in: here)
            let answer = await playing.get("/api/v1/now")
            let items = answer.objects("items")
            #expect(items.compactMap { ($0["channel"] as? [String: Any])?["id"] as? String } == ["\(one)", "\(two)"])
            #expect(items.map { $0["cut"] is NSNull } == [true, false])
            #expect(await playing.get("/api/v1/now", ["If-None-Match": answer.fields["ETag"] ?? ""]).status == 304)
            // The cached answer expires when anything in it changes: at the end of a song, at the start of a broadcast,
            // or at a change hours ahead.
            func cuts() async -> [Bool] {
                await playing.get("/api/v1/now").objects("items").map { $0["cut"] is NSNull }
            }
            playing.stage.clock.advance(seconds: 30)
            #expect(await cuts() == [true, true])
            try await database.cut("Next", on: one, at: "2026-06-15T13:30:30Z", in: here)
            try await playing.sql("select 1")
            func ends() async -> [String?] {
                await playing.get("/api/v1/now").objects("items").map { $0["validUntil"] as? String }
            }
            #expect(await ends() == ["2026-06-15T13:30:30.000Z", nil])
            playing.stage.clock.advance(seconds: 1800)
            #expect(await ends() == ["2026-06-15T13:30:30.000Z", nil])
        }
    }

    /// Spec Decided 23. The next change may be at any distance, and the requested time may be any time.
    @Test func validUntilIsTheTimeOfTheNextChange() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            let show = try await database.show("Weekly", on: [channel], in: here)
            for day in ["2026-06-21", "2026-06-28"] {
                try await database.airing(
                    of: show, on: channel, from: "\(day)T18:00:00Z", to: "\(day)T22:00:00Z", in: here)
            }
            try await playing.sql("select 1")
            let path = "/api/v1/channels/\(channel)/now"
            func validUntil(_ query: String = "") async -> String? {
                await playing.get(path + query)["validUntil"] as? String
            }
            #expect(await validUntil() == "2026-06-21T18:00:00.000Z")
            #expect(
                await playing.get("/api/v1/now").objects("items").first?["validUntil"] as? String
                    == "2026-06-21T18:00:00.000Z")
            #expect(await validUntil("?at=2026-06-21T18:00:00Z") == "2026-06-21T22:00:00.000Z")
            #expect(await validUntil("?at=2026-06-22T00:00:00Z") == "2026-06-28T18:00:00.000Z")
            #expect(await validUntil("?at=2026-06-28T22:00:00Z") == nil)
            try await database.cut("Song", on: channel, at: "2026-06-25T00:00:00Z", durationMs: 1000, in: here)
            try await playing.sql("select 1")
            #expect(await validUntil("?at=2026-06-22T00:00:00Z") == "2026-06-25T00:00:00.000Z")
        }
    }

    @Test func findNowListsTheCurrentProgrammeOfEachChannel() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            for number in 1...5 {
                let channel = try await database.channel("c\(number)", number: 9 - number, in: here)
                try await database.cut("Song \(number)", on: channel, at: "2026-06-15T11:5\(number):00Z", in: here)
            }
            for _ in 0..<8 {
                let (cache, snapshot) = try await playing.hub.cache(of: here.id)
                let lineUp = LineUp(snapshot.channels, categories: [], order: .category, platform: nil)
                let views = lineUp.channels.map { NowView($0, at: playing.stage.clock.now, in: snapshot) }
                let expected = try Response.tagged(["items": views], in: here.id)
                let nowResponse = cache.nowResponse(in: here.id)
                #expect(nowResponse.fields["ETag"] == expected.fields["ETag"])
                playing.stage.clock.advance(seconds: 97)
            }
        }
    }

    /// Seven hours of real plays without durations, with 3.3 hours of talk between two of them.
    @Test func aTitleWithoutADurationIsCurrentForAtMostTenMinutes() async throws {
        try await PlayingStage.with(at: "2026-07-13T20:00:00Z") { playing in
            let channel = try await playing.stage.database.channel("kan-bet", in: playing.stage.here)
            let plays = try PlayLog.rows()
            #expect(plays.count == 16)
            for play in plays {
                try await playing.stage.database.cut(
                    play.title, artist: play.artist, on: channel, at: play.startsAt.description, in: playing.stage.here)
            }
            func title(_ at: String) async -> String? {
                (await playing.get("/api/v1/channels/\(channel)/now?at=\(at)")["cut"] as? [String: Any])?["title"]
                    as? String
            }
            // From memory in the buffer, which begins at 15:00, and from the database before it.
            #expect(await title("2026-07-13T16:44:49Z") == "Morning Dance")
            #expect(await title("2026-07-13T16:54:49Z") == nil)
            #expect(await title("2026-07-13T13:25:10Z") == "In a Manner of Speaking (feat. Camille)")
            #expect(await title("2026-07-13T13:25:11Z") == "Earrings")
            #expect(await title("2026-07-13T13:35:10Z") == "Earrings")
            #expect(await title("2026-07-13T13:35:11Z") == nil)
            #expect(await title("2026-07-13T16:00:00Z") == nil)
        }
    }

    @Test func theCurrentProgrammeIsTheSameFromMemoryAndFromTheDatabase() async throws {
        try await PlayingStage.with(at: "2026-07-13T18:00:00Z") { playing in
            let channel = try await playing.stage.database.channel("kan-bet", in: playing.stage.here)
            let show = try await playing.stage.database.show("Show", on: [channel], in: playing.stage.here)
            for hour in 12..<20 {
                try await playing.stage.database.airing(
                    of: show, on: channel, from: "2026-07-13T\(hour):00:00Z", to: "2026-07-13T\(hour):55:00Z",
                    in: playing.stage.here)
            }
            for play in try PlayLog.rows() {
                try await playing.stage.database.cut(
                    play.title, artist: play.artist, on: channel, at: play.startsAt.description, in: playing.stage.here)
            }
            let known = try await playing.hub.snapshot(of: playing.stage.here.id)
            let entry = try #require(known.channel(Channel.ID(rawValue: channel)))
            for minute in stride(from: Int64(0), to: 300, by: 7) {
                let at = instant("2026-07-13T13:00:03Z").advanced(byMs: minute * 60_000)
                #expect(known.answers(entry.channel.id, from: at, through: at))
                let asked = try await playing.hub.store.snapshot(
                    of: entry, over: at..<at.advanced(byMs: 1), like: known, in: playing.stage.here.id)
                #expect(NowView(entry, at: at, in: asked) == NowView(entry, at: at, in: known))
            }
        }
    }
}

/// The rows of `Resources/plays-kan-bet.csv`; no cell contains a comma.
enum PlayLog {
    static func rows() throws -> [(startsAt: Instant, artist: String, title: String)] {
        let url = try #require(Bundle.module.url(forResource: "Resources/plays-kan-bet", withExtension: "csv"))
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return (instant(cells[3]), cells[4], cells[5])
        }
    }
}
