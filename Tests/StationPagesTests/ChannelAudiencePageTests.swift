import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio
@testable import StationPages

struct ChannelAudiencePageTests {
    /// The pages of a channel and its widget, at 00:30 in Prague.
    private static func with(_ body: (RouteStage, PlayingHub, Int64) async throws -> Void) async throws {
        let made = Mutex<PlayingHub?>(nil)
        try await RouteStage.with(
            at: "2026-06-15T22:30:00Z",
            routes: { database, clock in
                let hub = PlayingHub(database: database, logger: RouteStage.silence, now: clock)
                made.withLock { $0 = hub }
                return WidgetRoutes(hub: hub, database: database).routes
                    + CataloguePageRoutes(database: database, hub: hub).routes
            },
            { stage in
                guard let hub = made.withLock({ $0 }) else { return }
                let channel = try await stage.database.channel("one", in: stage.here)
                try await stage.database.sql("update app.channel set time_zone = 'Europe/Prague'")
                try await body(stage, hub, channel)
            })
    }

    @Test func theCurrentFiguresAreShownWhenTheClockAdvancesDuringTheRequest() async throws {
        let ticks = Atomic<Int64>(0)
        try await RouteStage.with(
            at: "2026-06-15T22:30:00Z",
            routes: { database, clock in
                let hub = PlayingHub(
                    database: database, logger: RouteStage.silence,
                    now: { clock().advanced(byMs: ticks.add(1, ordering: .relaxed).newValue) })
                return CataloguePageRoutes(database: database, hub: hub).routes
            },
            { stage in
                let channel = try await stage.database.channel("one", in: stage.here)
                try await stage.database.sql(
                    """
                    insert into app.channel_hour (tenant_id, channel_id, hour, minute, now_requests)
                    values (\(stage.here.id), \(channel), '2026-06-15T22:00Z', '2026-06-15T22:00Z', 1)
                    """)
                let page = await stage.send(.get, "/station/channels/\(channel)/audience", as: .programmer)
                #expect(page.text.contains("Last 48 hours") && !page.text.contains("Latest"))
            })
    }

    @Test func theAudiencePageShowsChartsAndExplainsTheFigures() async throws {
        try await Self.with { stage, hub, channel in
            let path = "/station/channels/\(channel)"
            #expect(await stage.page(path).text.contains("href=\"\(path)/audience\""))
            let empty = await stage.page(path + "/audience").text
            #expect(empty.contains("No audience figures") && empty.contains("href=\"/widget/one\""))
            #expect(!empty.contains("<svg viewBox=\"0 0 480 100\""))
            _ = await stage.send(.get, "/widget/one")
            try await hub.snapshot(of: stage.here.id).tallies[Channel.ID(rawValue: channel)]?.record(followers: 3)
            try await ChannelCountWriter(database: stage.database.runtime, hub: hub, logger: RouteStage.silence)
                .write(from: stage.clock.now, isLast: false)
            let page = await stage.page(path + "/audience").text
            #expect(page.contains("<h2>Last 48 hours</h2>") && page.contains("<h2>Last 30 days</h2>"))
            #expect(
                page.components(separatedBy: "aria-label=\"Followers: highest 3\"").count == 3)
            #expect(
                page.components(separatedBy: "aria-label=\"Now-playing requests: total 1, highest 1\"").count == 3
            )
            #expect(page.contains("No automation system reported listener numbers in this period"))
            #expect(page.contains("cannot count listeners itself"))
            let past = await stage.page(path + "/audience?until=2026-06-15T22:10:00Z").text
            #expect(past.contains("<h2>48 hours until 16 Jun 00:00</h2>"))
            #expect(past.contains("href=\"\(path)/audience\">Latest 30 days</a>"))
            let earlier = await stage.page(path + "/audience?until=2026-06-15T20:00:00Z").text
            #expect(earlier.contains("No audience figures"), "all figures are later")
            #expect(earlier.contains("href=\"\(path)/audience\">Latest 30 days</a>"))
        }
    }

    @Test func onlyProgrammersSeeTheAudienceOfTheirChannels() async throws {
        try await Self.with { stage, _, channel in
            let path = "/station/channels/\(channel)/audience"
            #expect(await stage.page(path, at: "there").status == 404)
            for role in [Role.listener, .editor, .operator] {
                #expect(await stage.page(path, as: role).status == 403)
            }
        }
    }
}
