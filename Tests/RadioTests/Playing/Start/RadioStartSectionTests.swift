import Postgres
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct RadioStartSectionTests {
    private static func text(_ hub: PlayingHub, _ tenant: Tenant, as role: Role? = nil) async throws -> String? {
        let caller = role.map { Caller(userID: 1, login: $0.rawValue, role: $0, proof: .bearer) }
        let context = RequestContext(tenant: tenant, caller: caller, requestID: "1", logger: RouteStage.silence)
        return try await RadioStartSection(hub: hub).startSection(for: context)?.text
    }

    private static func hub(_ stage: RouteStage) -> PlayingHub {
        let clock = stage.clock
        return PlayingHub(database: stage.database.tenants, logger: RouteStage.silence, now: { clock.now })
    }

    @Test func aTenantWithoutChannelsHasNoStartSection() async throws {
        try await PlayingStage.with { playing in
            #expect(try await Self.text(playing.hub, playing.stage.here) == nil)
            #expect(try await Self.text(playing.hub, playing.stage.here) == nil)
            try await playing.stage.database.channel("one", in: playing.stage.here)
            try await playing.sql("select 1")
            let text = try #require(try await Self.text(playing.hub, playing.stage.here))
            #expect(text.contains("href=\"/widget/one\"") && text.contains("Nothing scheduled."))
        }
    }

    @Test func theStartSectionLinksToThePlayerOnceAChannelHasAStream() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            let text = try #require(try await Self.text(playing.hub, here))
            #expect(!text.contains("/player/radio"))
            try await database.bearer("https://radio.example/one.mp3", of: channel, in: here)
            try await playing.sql("select 1")
            let later = try #require(try await Self.text(playing.hub, here))
            #expect(later.contains("href=\"/player/radio\""))
        }
    }

    @Test func aChannelLinksAccountsToThePlayerAndVisitorsToItsCurrentProgramme() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            func links(_ role: Role?) async throws -> [Bool] {
                let text = try #require(try await Self.text(playing.hub, here, as: role))
                return ["href=\"/widget/one\"", "href=\"/player/radio#channel-\(channel)\""].map(text.contains)
            }
            #expect(try await links(.listener) == [true, false], "the player has no channel without a stream")
            try await database.bearer("https://radio.example/one.mp3", of: channel, in: here)
            try await playing.sql("select 1")
            #expect(try await links(.listener) == [false, true])
            #expect(try await links(nil) == [true, false])
        }
    }

    @Test func theStartSectionChangesWhenABroadcastEnds() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            let morning = try await database.show("Morning", on: [channel], in: here)
            let noon = try await database.show("Noon", on: [channel], in: here)
            try await database.airing(
                of: morning, on: channel, from: "2026-06-15T11:00:00Z", to: "2026-06-15T12:01:00Z", in: here)
            try await database.airing(
                of: noon, on: channel, from: "2026-06-15T12:01:00Z", to: "2026-06-15T12:02:00Z", in: here)
            func onAir() async throws -> [Bool] {
                let text = try #require(try await Self.text(playing.hub, here))
                return ["Morning", "Noon", "Nothing scheduled."].map(text.contains)
            }
            #expect(try await onAir() == [true, false, false])
            playing.stage.clock.advance(seconds: 59)
            #expect(try await onAir() == [true, false, false])
            playing.stage.clock.advance(seconds: 1)
            #expect(try await onAir() == [false, true, false])
            playing.stage.clock.advance(seconds: 60)
            #expect(try await onAir() == [false, false, true])
        }
    }

    @Test func theStartSectionIsCachedUntilTheNextNotification() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            let show = try await database.show("Morning", on: [channel], in: here)
            try await database.airing(
                of: show, on: channel, from: "2026-06-15T11:00:00Z", to: "2026-06-15T13:00:00Z", in: here)
            let first = try await Self.text(playing.hub, here)
            // Without a notification, the hub does not read the database.
            try await database.sql("update app.show set title = 'Evening' where show_id = \(show)")
            #expect(try await Self.text(playing.hub, here) == first)
            try await playing.sql("select 1")
            #expect(try await Self.text(playing.hub, here)?.contains("Evening") == true)
        }
    }

    @Test func aSongReportedByAutomationIsShownInTheStartSectionImmediately() async throws {
        try await PlayingStage.with { playing in
            let channel = try await playing.stage.database.channel("one", in: playing.stage.here)
            #expect(try await Self.text(playing.hub, playing.stage.here)?.contains("Sinnerman") == false)
            let answer = await playing.stage.send(
                .put, "/api/v1/admin/channels/\(channel)/now-playing",
                #"{"title": "Sinnerman", "artist": "Nina Simone"}"#, as: .programmer)
            #expect(answer.status == 201)
            #expect(try await Self.text(playing.hub, playing.stage.here)?.contains("Nina Simone: Sinnerman") == true)
        }
    }

    @Test func anEditOfTheScheduleReachesTheStartSectionOnEveryServer() async throws {
        try await ScheduleStage.with { stage in
            // The servers share only the database. Each server has its own observers.
            let servers = [Self.hub(stage.stage), Self.hub(stage.stage)]
            let listener = NotificationListener(
                conninfo: stage.stage.database.runtimeConninfo, channels: [ChangeNotice.channel],
                logger: RouteStage.silence)
            defer { listener.close() }
            var events = listener.events().makeAsyncIterator()
            #expect(await events.next() == .connected)
            func seen(_ title: String) async throws -> [Bool] {
                var seen: [Bool] = []
                for server in servers {
                    seen.append(try await Self.text(server, stage.stage.here)?.contains(title) ?? false)
                }
                return seen
            }
            /// Passes a notification to both servers. Returns whether the notification is about the station.
            func deliver(_ event: NotificationListener.Event) throws -> Bool {
                guard case .notification(_, let payload) = event else { return false }
                let notice = try #require(ChangeNotice(payload: payload))
                for server in servers { server.tenantChanged(notice) }
                return notice.kind == RadioChange.kind
            }
            #expect(try await seen("Nothing scheduled.") == [true, true])
            let made = await stage.stage.send(
                .post, "/api/v1/admin/channels/\(stage.channel)/airings",
                """
                {"show": "\(stage.other)", "plannedStart": "2026-06-15T11:00:00Z",
                 "plannedEnd": "2026-06-15T13:00:00Z", "title": "Special"}
                """, as: .programmer)
            #expect(made.status == 201, "\(made.text)")
            while let event = await events.next(), try !deliver(event) {}
            #expect(try await seen("Special") == [true, true])
            let id = try #require(made["id"] as? String)
            let renamed = await stage.stage.send(
                .patch, "/api/v1/admin/airings/\(id)", #"{"title": "Extra"}"#, as: .programmer)
            #expect(renamed.status == 200, "\(renamed.text)")
            while let event = await events.next(), try !deliver(event) {}
            #expect(try await seen("Extra") == [true, true])
            #expect(try await seen("Special") == [false, false])
        }
    }

    @Test func eachTenantHasItsOwnStartSection() async throws {
        try await PlayingStage.with { playing in
            let (database, here, there) = (playing.stage.database, playing.stage.here, playing.stage.there)
            for (tenant, title) in [(here, "Ours"), (there, "Theirs")] {
                let channel = try await database.channel("one", in: tenant)
                let show = try await database.show(title, on: [channel], in: tenant)
                try await database.airing(
                    of: show, on: channel, from: "2026-06-15T11:00:00Z", to: "2026-06-15T13:00:00Z", in: tenant)
            }
            for _ in 1...2 {
                let ours = try #require(try await Self.text(playing.hub, here))
                let theirs = try #require(try await Self.text(playing.hub, there))
                #expect(ours.contains("Ours") && !ours.contains("Theirs"))
                #expect(theirs.contains("Theirs") && !theirs.contains("Ours"))
            }
            // A change of one tenant does not affect the section of the other tenant.
            try await database.sql("update app.show set title = 'Renamed'")
            playing.hub.tenantChanged(ChangeNotice(tenant: here.id, kind: RadioChange.kind))
            #expect(try await Self.text(playing.hub, here)?.contains("Renamed") == true)
            #expect(try await Self.text(playing.hub, there)?.contains("Theirs") == true)
            playing.hub.tenantEnded(there.id)
            #expect(try await Self.text(playing.hub, there)?.contains("Renamed") == true)
        }
    }
}
