import Foundation
import HTTP
import Postgres
import Synchronization
import Testing
import TestSupport
import Web
import WebTestSupport

@testable import Radio

@Suite struct ChannelAudienceTests {
    /// One server that counts the audience of a tenant's channels, and the endpoint for programmers.
    private struct Rig {
        let stage: RouteStage
        let hub: PlayingHub
        let channel: Int64

        /// Writes the counts of one server.
        func write(_ hub: PlayingHub? = nil, minutesAgo: Int64 = 0, isLast: Bool = false) async throws {
            let writer = ChannelCountWriter(
                database: stage.database.runtime, hub: hub ?? self.hub, logger: RouteStage.silence)
            try await writer.write(
                from: stage.clock.now.advanced(byMs: -minutesAgo * 60_000), isLast: isLast)
        }

        /// Returns the hub of another server with the same tenants.
        func otherServer() -> PlayingHub {
            let clock = stage.clock
            return PlayingHub(database: stage.database.tenants, logger: RouteStage.silence, now: { clock.now })
        }

        /// Simulates a number of open streams for one sample.
        func record(_ followers: Int, _ hub: PlayingHub? = nil) async throws {
            let snapshot = try await (hub ?? self.hub).snapshot(of: stage.here.id)
            snapshot.tallies[Channel.ID(rawValue: channel)]?.record(followers: followers)
        }

        func get(_ target: String) async -> StageAnswer { await stage.send(.get, target) }

        func figures(_ query: String = "", as role: Role? = .programmer, at host: String = "here") async -> StageAnswer
        {
            await stage.send(.get, "/api/v1/admin/channels/\(channel)/audience\(query)", as: role, at: host)
        }

        /// Returns the figures of the last hour and of the last day.
        func last(_ query: String = "") async -> [String] {
            let answer = await figures(query)
            return ["hours", "days"].map { list in
                let last = answer.objects(list).last ?? [:]
                let names = ["listeners", "followers", "nowRequests", "channelRequests", "songs"]
                return names.map { name in (last[name] as? Int).map(String.init) ?? "-" }.joined(separator: " ")
            }
        }
    }

    /// Runs `body` at 00:30 in Prague.
    private static func with(_ body: (Rig) async throws -> Void) async throws {
        let made = Mutex<PlayingHub?>(nil)
        try await RouteStage.with(
            at: "2026-06-15T22:30:00Z",
            routes: { database, clock in
                let hub = PlayingHub(database: database, logger: RouteStage.silence, now: clock)
                made.withLock { $0 = hub }
                return PlayingRoutes(hub: hub, database: database).routes
                    + AutomationRoutes(hub: hub, database: database).routes
                    + ShapeRoutes(hub: hub, database: database).routes
                    + WidgetRoutes(hub: hub, database: database).routes
                    + ChannelAudienceRoutes(database: database, now: clock).routes
            },
            { stage in
                guard let hub = made.withLock({ $0 }) else { return }
                let channel = try await stage.database.channel("one", in: stage.here)
                try await stage.database.sql("update app.channel set time_zone = 'Europe/Prague'")
                try await body(Rig(stage: stage, hub: hub, channel: channel))
            })
    }

    @Test func onlyRequestsForOneKnownChannelAreCounted() async throws {
        try await Self.with { rig in
            for path in ["/api/v1/channels/\(rig.channel)/now", "/api/nowplaying/one", "/widget/one"] {
                #expect(await rig.get(path).status == 200)
            }
            for path in ["/api/v1/channels/\(rig.channel)", "/api/station/one"] {
                #expect(await rig.get(path).status == 200)
            }
            // Requests for all channels or for an unknown channel are not counted.
            for path in ["/api/v1/now", "/api/v1/channels", "/api/v1/channels/999999/now"] { _ = await rig.get(path) }
            try await rig.write()
            #expect(await rig.last() == ["- 0 3 2 0", "- 0 3 2 0"])
            try await rig.write()
            #expect(await rig.last() == ["- 0 3 2 0", "- 0 3 2 0"], "written counts are not written again")
        }
    }

    @Test func openStreamsThatNameAChannelCountAsFollowersOfTheChannel() async throws {
        try await Self.with { rig in
            try await rig.stage.serve { port in
                let streams = try ["?channels=\(rig.channel)", "?channels=\(rig.channel)", ""].map {
                    try EventClient(port: port, host: "here", path: "/api/v1/events\($0)")
                }
                defer { for stream in streams { stream.close() } }
                let cache = try await rig.hub.cache(of: rig.stage.here.id).cache
                let channels: Set<Channel.ID> = [Channel.ID(rawValue: rig.channel)]
                let areOpen = await eventually(within: .seconds(60)) {
                    cache.events(of: channels)?.subscriberCount == 2 && cache.events(of: nil)?.subscriberCount == 1
                }
                #expect(areOpen)
                rig.hub.countFollowers()
                rig.hub.countFollowers()
            }
            try await rig.write()
            #expect(await rig.last() == ["- 2 0 0 0", "- 2 0 0 0"])
        }
    }

    @Test func theFollowersOfAnHourAreTheMaximumOfItsMinutesOverAllServers() async throws {
        try await Self.with { rig in
            let other = rig.otherServer()
            func minute(_ ago: Int64, _ one: Int, _ two: Int) async throws {
                try await rig.record(one)
                try await rig.record(two, other)
                try await rig.write(minutesAgo: ago)
                try await rig.write(other, minutesAgo: ago)
            }
            try await minute(3, 5, 4)
            #expect(await rig.last()[0] == "- 9 0 0 0")
            try await minute(2, 3, 3)
            #expect(await rig.last()[0] == "- 9 0 0 0")
            try await minute(1, 10, 2)
            #expect(await rig.last()[0] == "- 12 0 0 0")
            // A late minute counts separately, and the last sample of a stopping server does not count.
            try await rig.record(11)
            try await rig.write(minutesAgo: 2)
            try await rig.record(40)
            try await rig.write(isLast: true)
            #expect(await rig.last()[0] == "- 12 0 0 0")
        }
    }

    @Test func audienceFiguresContainListenersAndSongsReportedByPlayout() async throws {
        try await Self.with { rig in
            for (title, isMusic, listeners, ago) in [
                ("A", true, "41", 1), ("News", false, "60", 5), ("B", true, "7", 55), ("C", true, "null", 10),
            ] {
                let startsAt = rig.stage.clock.now.advanced(byMs: -Int64(ago) * 60_000)
                let answer = await rig.stage.send(
                    .put, "/api/v1/admin/channels/\(rig.channel)/now-playing",
                    """
                    {"title": "\(title)", "isMusic": \(isMusic), "listeners": \(listeners), "startsAt": "\(startsAt)", \
                    "durationMs": 60000}
                    """, as: .programmer)
                #expect(answer.status == 201, "\(answer.text)")
            }
            // 55 minutes earlier is the previous day in Prague.
            #expect(await rig.last() == ["60 0 0 0 2", "60 0 0 0 2"])
            #expect(await rig.last("?until=2026-06-15T21:59:00Z") == ["7 0 0 0 1", "7 0 0 0 1"])
            #expect(await rig.last("?until=2026-06-15T21:00:00Z") == ["- 0 0 0 0", "- 0 0 0 0"])
            // Future plays are not counted.
            try await rig.stage.database.sql(
                "update app.cut set starts_at = '2026-06-15T22:31:00Z' where title = 'News'")
            #expect(await rig.last() == ["41 0 0 0 2", "41 0 0 0 2"])
        }
    }

    @Test func hoursAndDaysOfTheAudienceFollowTheTimeZoneOfTheChannel() async throws {
        try await Self.with { rig in
            _ = await rig.get("/widget/one")
            try await rig.write()
            _ = await rig.get("/widget/one")
            try await rig.write(minutesAgo: 60)
            let answer = await rig.figures()
            #expect(answer["timeZone"] as? String == "Europe/Prague")
            let (hours, days) = (answer.objects("hours"), answer.objects("days"))
            #expect(hours.count == 48 && days.count == 30)
            #expect(hours.map { $0["nowRequests"] as? Int }.suffix(2) == [1, 1])
            #expect(days.map { $0["nowRequests"] as? Int }.suffix(2) == [1, 1])
            #expect(days.last?["date"] as? String == "2026-06-16")
            #expect(hours.last?["from"] as? String == "2026-06-15T22:00:00.000Z")
        }
    }

    @Test func audienceCountsThatCannotBeWrittenAreWrittenTheNextTime() async throws {
        try await Self.with { rig in
            _ = await rig.get("/widget/one")
            try await rig.record(3)
            try await rig.stage.database.sql("alter function control.add_channel_counts rename to add_nothing")
            await #expect(throws: PostgresError.self) { try await rig.write() }
            try await rig.stage.database.sql("alter function control.add_nothing rename to add_channel_counts")
            _ = await rig.get("/widget/one")
            try await rig.write()
            #expect(await rig.last()[0] == "- 3 2 0 0")
        }
    }

    @Test func audienceCountsForAChannelOfAnotherTenantAreNotStored() async throws {
        try await Self.with { rig in
            let theirs = try await rig.stage.database.channel("two", in: rig.stage.there)
            let now = rig.stage.clock.now.date
            let (tenants, channels) = ([Int64(rig.stage.here.id.rawValue)], [theirs])
            _ = try await rig.stage.database.runtime.rows(
                """
                select control.add_channel_counts(
                           \(now), \(tenants), \(channels), \([7] as [Int64]), \([7] as [Int64]), \([7] as [Int64]))
                """)
            #expect(try await rig.stage.database.sql("select count(*) from app.channel_hour") == "0")
        }
    }

    @Test func audienceCountsOlderThanThirteenMonthsAreDeleted() async throws {
        try await Self.with { rig in
            let tenant = rig.stage.here.id
            try await rig.stage.database.sql(
                """
                insert into app.channel_hour (tenant_id, channel_id, hour, minute, now_requests)
                select \(tenant), \(rig.channel), h, h, 1
                  from unnest(array['2025-05-15T21:00Z', '2025-05-15T23:00Z']::timestamptz[]) as h
                """)
            _ = await rig.get("/widget/one")
            try await rig.write()
            let rows = try await rig.stage.database.sql(
                "select to_char(hour at time zone 'UTC', 'YYYY-MM-DD HH24') from app.channel_hour order by 1")
            #expect(rows == "2025-05-15 23\n2026-06-15 22")
        }
    }

    @Test func onlyProgrammersSeeTheAudienceOfTheirChannels() async throws {
        try await Self.with { rig in
            #expect(await rig.figures(at: "there").status == 404)
            for role in [Role.listener, .editor, .operator] {
                #expect(await rig.figures(as: role).status == 403)
            }
            #expect(await rig.figures(as: nil).status == 401)
            #expect(await rig.figures("?until=yesterday").faults == ["until"])
            #expect(await rig.figures("?since=2026-06-15T20:00:00Z").status == 400)
        }
    }
}
