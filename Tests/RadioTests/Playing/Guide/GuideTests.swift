import Foundation
import Testing
import TestSupport
import Web

@testable import Radio

struct GuideTests {
    /// Creates a channel in Prague with hourly broadcasts for three days.
    private func channel(_ playing: PlayingStage, from start: String = "2026-06-14T00:00:00Z") async throws -> Int64 {
        let (database, here) = (playing.stage.database, playing.stage.here)
        let channel = try await database.channel("one", timeZone: "Europe/Prague", in: here)
        let show = try await database.show("Show", on: [channel], in: here)
        try await playing.sql(
            """
            insert into app.airing (tenant_id, channel_id, show_id, planned_start, planned_end)
            select \(here.id), \(channel), \(show), t, t + interval '1 hour'
              from generate_series('\(start)'::timestamptz, '\(start)'::timestamptz + interval '71 hours', '1 hour') t
            """)
        return channel
    }

    private func starts(_ answer: [[String: Any]]) -> [String] {
        answer.compactMap { ($0["airing"] as? [String: Any])?["startsAt"] as? String }.map { String($0.prefix(16)) }
    }

    /// Spec R17, Decided 23.
    @Test func findStartNow() async throws {
        try await PlayingStage.with(at: "2026-06-15T12:30:00Z") { playing in
            let channel = try await channel(playing)
            let path = "/api/v1/channels/\(channel)/start-now"
            let hours = ["08", "09", "10", "11", "12"].map { "2026-06-15T\($0):00" }
            #expect(starts(await playing.get(path).objects("items")) == hours)
            // A broadcast that began just before the buffer is not listed, though it ends within it.
            try playing.stage.clock.set("2026-06-15T13:00:00Z")
            #expect(starts(await playing.get(path).objects("items")) == hours.dropFirst(1) + ["2026-06-15T13:00"])
            // The query selects another time (spec Decided 23).
            #expect(starts(await playing.get(path + "?at=2026-06-15T12:00:00Z").objects("items")) == hours)
            #expect(await playing.get(path + "?at=noon").faults == ["at"])
        }
    }

    /// Spec R34.
    @Test func findSchedule() async throws {
        try await PlayingStage.with(at: "2026-06-15T12:30:00Z") { playing in
            let channel = try await channel(playing)
            let path = "/api/v1/channels/\(channel)/schedule"
            let rows = await playing.get(path).objects("items")
            #expect(starts(rows).first == "2026-06-15T08:00")
            #expect(starts(rows).last == "2026-06-16T23:00")
            #expect(
                rows.prefix(6).compactMap { $0["selectAction"] as? String }
                    == ["tune", "tune", "tune", "tune", "tune", "set-alert"])
        }
    }

    /// Spec R34.
    @Test func aPastPeriodOfTheScheduleHasNoSelectActions() async throws {
        try await PlayingStage.with(at: "2026-06-15T12:30:00Z") { playing in
            let path = "/api/v1/channels/\(try await channel(playing))/schedule"
            let old = await playing.get(path + "?from=2026-06-15T07:00:00Z&to=2026-06-15T08:00:00Z").objects("items")
            #expect(starts(old) == ["2026-06-15T07:00"])
            #expect(old.allSatisfy { $0["selectAction"] == nil })
        }
    }

    @Test func anEmptyOrTooLongPeriodOfTheScheduleIsRefused() async throws {
        try await PlayingStage.with(at: "2026-06-15T12:30:00Z") { playing in
            let path = "/api/v1/channels/\(try await channel(playing))/schedule"
            #expect(await playing.get(path + "?from=2026-06-15T07:00:00Z&to=2026-06-15T07:00:00Z").faults == ["to"])
            #expect(await playing.get(path + "?from=2026-01-01T00:00:00Z&to=2026-06-15T07:00:00Z").faults == ["to"])
        }
    }

    @Test func aDayOfTheScheduleFollowsTheTimeZoneOfTheChannel() async throws {
        try await PlayingStage.with(at: "2026-06-15T12:30:00Z") { playing in
            let channel = try await channel(playing)
            let path = "/api/v1/channels/\(channel)/schedule"
            let day = starts(await playing.get(path + "?date=2026-06-15").objects("items"))
            #expect(day.first == "2026-06-14T22:00")
            #expect(day.last == "2026-06-15T21:00")
            for wrong in ["today", "2026-02-30", "2026-6-5"] {
                #expect(await playing.get(path + "?date=\(wrong)").faults == ["date"])
            }
            #expect(await playing.get(path + "?date=2026-06-15&from=2026-06-15T00:00:00Z").faults == ["from"])
        }
        try await PlayingStage.with(at: "2026-10-25T12:00:00Z") { playing in
            let channel = try await channel(playing, from: "2026-10-24T00:00:00Z")
            let day = await playing.get("/api/v1/channels/\(channel)/schedule?date=2026-10-25").objects("items")
            #expect(day.count == 25)
        }
    }

    @Test func broadcastEventsInLinkedDataHaveTheirOwnIdentifiers() async throws {
        try await PlayingStage.with(at: "2026-06-15T12:30:00Z") { playing in
            let channel = try await channel(playing)
            let answer = await playing.get(
                "/api/v1/channels/\(channel)/schedule", ["Accept": "application/ld+json"])
            #expect(answer.fields["Content-Type"] == "application/ld+json")
            #expect(answer.fields["Vary"] == "Accept")
            let graph = answer.objects("@graph")
            let ids = graph.compactMap { $0["@id"] as? String }
            let works = graph.compactMap { ($0["workPerformed"] as? [String: Any])?["@id"] as? String }
            #expect(Set(ids).count == graph.count && !graph.isEmpty)
            #expect(Set(ids).isDisjoint(with: works))
            #expect(graph.allSatisfy { $0["@type"] as? String == "BroadcastEvent" })
        }
    }

    /// Spec R25.
    @Test func getTimeline() async throws {
        try await PlayingStage.with(at: "2026-06-15T12:30:07Z") { playing in
            let channel = try await channel(playing)
            let (database, here) = (playing.stage.database, playing.stage.here)
            try await database.cut("Old", on: channel, at: "2026-06-15T07:00:00Z", durationMs: 1000, in: here)
            try await database.cut("Song", on: channel, at: "2026-06-15T12:00:00Z", durationMs: 1000, in: here)
            try await playing.sql(
                """
                insert into app.segment (tenant_id, airing_id, offset_ms, duration_ms, kind)
                select tenant_id, airing_id, o.ms, o.length, 'part'
                  from app.airing, (values (0, 0), (0, 60000), (60000, 60000)) as o (ms, length)
                 where starts_at = '2026-06-15T12:00:00Z'
                """)
            let path = "/api/v1/channels/\(channel)/timeline"
            let answer = await playing.get(path)
            #expect(
                answer["window"] as? [String: String]
                    == ["start": "2026-06-15T07:30:00.000Z", "end": "2026-06-15T12:30:00.000Z"])
            #expect(answer.objects("airings").count == 6)
            #expect(answer.objects("cuts").compactMap { $0["title"] as? String } == ["Song"])
            #expect(
                answer.objects("segments").compactMap { $0["startsAt"] as? String }
                    == ["2026-06-15T12:00:00.000Z", "2026-06-15T12:01:00.000Z"])
            // The window moves in steps; in between, the answer is the same.
            playing.stage.clock.advance(seconds: 2)
            #expect(await playing.get(path, ["If-None-Match": answer.fields["ETag"] ?? ""]).status == 304)
            playing.stage.clock.advance(seconds: 1)
            #expect(await playing.get(path, ["If-None-Match": answer.fields["ETag"] ?? ""]).status == 200)
            let early = await playing.get(path + "?from=2026-06-15T06:30:00Z&to=2026-06-15T07:30:00Z")
            #expect(early.objects("cuts").compactMap { $0["title"] as? String } == ["Old"])
            #expect(await playing.get(path + "?from=2026-06-10T00:00:00Z&to=2026-06-15T07:30:00Z").faults == ["to"])
            #expect(await playing.get(path + "?from=x&to=y").faults == ["from", "to"])
        }
    }

    /// Spec R35.
    @Test func findHotShows() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            var shows: [String: Int64] = [:]
            for title in ["listed", "first", "expired", "silent", "fresh", "frequent", "stale"] {
                shows[title] = try await database.show(title, on: [channel], in: here)
            }
            for title in ["listed", "first", "expired", "fresh", "stale"] {
                let episode = try await database.episode("Episode", of: shows[title] ?? 0, in: here)
                let version = try await database.version(
                    of: episode, from: title == "stale" ? "2026-06-09T00:00:00Z" : "2026-06-15T00:00:00Z", in: here)
                try await database.media(of: version, in: here)
            }
            let soundless = try await database.episode("Episode", of: shows["silent"] ?? 0, in: here)
            try await database.version(of: soundless, from: "2026-05-01T00:00:00Z", in: here)
            for day in 16...20 {
                try await database.airing(
                    of: shows["frequent"] ?? 0, on: channel, from: "2026-06-\(day)T08:00:00Z",
                    to: "2026-06-\(day)T09:00:00Z", in: here)
            }
            let hot = [
                ("first", 0, "null"), ("listed", 1, "'2026-06-15T12:00:01Z'"), ("expired", 2, "'2026-06-15T12:00:00Z'"),
                ("silent", 3, "null"),
            ]
            for (title, position, end) in hot {
                try await playing.sql(
                    """
                    insert into app.hot_show (tenant_id, channel_id, show_id, position, expires_at)
                    values (\(here.id), \(channel), \(shows[title] ?? 0), \(position), \(end))
                    """)
            }
            let answer = await playing.get("/api/v1/channels/\(channel)/hot")
            #expect(answer.objects("items").compactMap { $0["title"] as? String } == ["first", "listed"])
            #expect(
                answer.objects("computed").compactMap { $0["title"] as? String }
                    == ["expired", "fresh", "frequent", "stale"])
        }
    }

    @Test func featuredShowsAreListedInTheirOrderApartFromComputedShows() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            let silent = try await database.channel("silent", in: here)
            var shows: [String: Int64] = [:]
            for title in ["second", "first", "over", "fresh", "frequent", "unheard"] {
                shows[title] = try await database.show(title, on: [channel], in: here)
            }
            for title in ["second", "first", "over", "fresh"] {
                let episode = try await database.episode("Episode", of: shows[title] ?? 0, in: here)
                let version = try await database.version(of: episode, from: "2026-06-15T00:00:00Z", in: here)
                try await database.media(of: version, in: here)
            }
            for (title, channel) in [("frequent", channel), ("unheard", silent)] {
                for day in 16...20 {
                    try await database.airing(
                        of: shows[title] ?? 0, on: channel, from: "2026-06-\(day)T08:00:00Z",
                        to: "2026-06-\(day)T09:00:00Z", in: here)
                }
            }
            for (title, position, end) in [
                ("first", 0, "null"), ("second", 1, "'2026-06-15T12:00:01Z'"), ("over", 2, "'2026-06-15T12:00:00Z'"),
                ("unheard", 3, "'2026-06-15T11:00:00Z'"),
            ] {
                try await playing.sql(
                    """
                    insert into app.featured_show (tenant_id, show_id, position, expires_at)
                    values (\(here.id), \(shows[title] ?? 0), \(position), \(end))
                    """)
            }
            try await playing.sql("update app.channel set active = false where channel_id = \(silent)")
            try await FinderIndex(database: database.tenants).update(here.id)
            func titles(_ member: String) async -> [String] {
                await playing.get("/api/v1/featured").objects(member).compactMap { $0["title"] as? String }
            }
            #expect(await titles("items") == ["first", "second"])
            #expect(await titles("computed") == ["over", "fresh", "frequent"])
            // The computed list is cached for a minute; the editorial list is not.
            try await playing.sql(
                """
                delete from app.featured_show where show_id = \(shows["first"] ?? 0);
                update app.show set title = 'renamed' where show_id = \(shows["fresh"] ?? 0);
                """)
            #expect(await titles("items") == ["second"])
            #expect(await titles("computed") == ["first", "over", "fresh", "frequent"])
            playing.stage.clock.advance(seconds: 60)
            #expect(await titles("items") == [])
            #expect(await titles("computed") == ["second", "first", "over", "renamed", "frequent"])
        }
    }
}
