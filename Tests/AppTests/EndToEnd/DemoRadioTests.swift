import Foundation
import TestSupport
import Testing

/// Tests that a demo of a version without radio gets a radio that plays.
@Suite(.serialized) struct DemoRadioTests {
    @Test(.timeLimit(.minutes(30))) func aDemoFromAVersionWithoutRadioGetsPlayingChannels() async throws {
        try await RunningService.with { service in
            // The data folder has the state of a version without radio: a tenant without accounts.
            let made = try await service.command(["tenant", "add", "demo", "--name", "Demo Philharmonic"])
            #expect(made.status == 0, "\(made.errors)")
            try await service.start()
            #expect(service.lines.contains("the demo's radio has 3 channels and 14 shows"))
            let logins = service.lines.filter { $0.hasPrefix("demo login ") }
            #expect(logins.count == 6)
            let client = TestClient(port: service.port)
            let channels = try await channels(client)
            #expect(channels.count == 3)
            for channel in channels {
                // The demo reports each piece when it begins. When one show follows another, nothing plays for a moment.
                #expect(await eventually(within: .seconds(30)) { await playsSomething(client, channel) })
                try await weekIsFull(client, channel)
                try await theBufferFills(client, channel)
            }
            try await theFinderReturnsResults(client)
            let picture = try #require(await client.exchange("GET", try await picture(client)))
            #expect(picture.status == 200 && picture.fields["content-type"] == "image/png")
            let password = try #require(logins.first { $0.contains("programmer") }?.split(separator: " ").last)
            let plays = try await plays(service.port, "\(password)", channels)
            #expect(await service.stop() == 0, "\(service.logTail)")

            try await service.start()
            #expect(!service.lines.contains { $0.contains("the demo's radio has") }, "existing items are unchanged")
            #expect(service.lines.filter { $0.hasPrefix("demo login ") } == logins)
            #expect(try await self.channels(client) == channels)
            let again = try await self.plays(service.port, "\(password)", channels)
            #expect(again.count == Set(again).count, "nothing is played twice")
            #expect(Set(plays).isSubset(of: again), "a restart continues at the same position")
        }
    }

    /// Returns whether the channel plays music, or speech between two pieces.
    private func playsSomething(_ client: TestClient, _ channel: String) async -> Bool {
        let now = await client.exchange("GET", "/api/v1/channels/\(channel)/now")?.json ?? [:]
        let playing = now["cut"] as? [String: Any] ?? now["segment"] as? [String: Any]
        return (playing?["title"] as? String)?.isEmpty == false
    }

    private func channels(_ client: TestClient) async throws -> [String] {
        let list = try #require(await client.exchange("GET", "/api/v1/channels"))
        return (list.json["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    }

    private func picture(_ client: TestClient) async throws -> String {
        let list = try #require(await client.exchange("GET", "/api/v1/channels"))
        let art = (list.json["items"] as? [[String: Any]])?.first?["art"] as? [String: Any]
        return try #require(art?["url"] as? String)
    }

    /// Checks that broadcasts follow each other without a gap, from the beginning of the buffer to a week ahead.
    private func weekIsFull(_ client: TestClient, _ channel: String) async throws {
        let to = ISO8601DateFormatter().string(from: .now + 7 * 86_400)
        let guide = try #require(await client.exchange("GET", "/api/v1/channels/\(channel)/schedule?to=\(to)"))
        let airings = (guide.json["items"] as? [[String: Any]] ?? []).compactMap { $0["airing"] as? [String: Any] }
        #expect(airings.count > 7 * 6, "\(guide.text.prefix(300))")
        for (one, next) in zip(airings, airings.dropFirst()) {
            #expect(one["endsAt"] as? String == next["startsAt"] as? String)
        }
        // At some hours no broadcast began within the last five hours, so the time is the start of a broadcast.
        let start = try #require(airings.dropFirst().first?["startsAt"] as? String)
        let list = try #require(await client.exchange("GET", "/api/v1/channels/\(channel)/start-now?at=\(start)"))
        let last = (list.json["items"] as? [[String: Any]])?.last?["airing"] as? [String: Any]
        #expect(last?["startsAt"] as? String == start)
    }

    /// Waits until the last five hours are filled. The radio plays in the meantime.
    private func theBufferFills(_ client: TestClient, _ channel: String) async throws {
        let isFull = await eventually(within: .seconds(120)) {
            let timeline = await client.exchange("GET", "/api/v1/channels/\(channel)/timeline")
            let (cuts, segments) = (timeline?.json["cuts"] as? [Any], timeline?.json["segments"] as? [Any])
            return (cuts?.count ?? 0) > 30 && (segments?.count ?? 0) > 30
        }
        #expect(isFull)
    }

    private func theFinderReturnsResults(_ client: TestClient) async throws {
        for (query, least) in [("by=all", 14), ("by=featured", 4), ("by=all&filter=on-demand", 5)] {
            let found = try #require(await client.exchange("GET", "/api/v1/finder?\(query)"))
            #expect((found.json["items"] as? [Any] ?? []).count >= least, "\(query): \(found.text.prefix(300))")
        }
    }

    /// Returns the channel and the start of every played cut.
    private func plays(_ port: Int, _ password: String, _ channels: [String]) async throws -> [String] {
        var client = TestClient(port: port)
        let session = try #require(
            await client.exchange(
                "POST", "/api/v1/sessions", json: #"{"login":"programmer","password":"\#(password)"}"#))
        client.token = try #require(session.json["accessToken"] as? String, "\(session.text)")
        var plays: [String] = []
        for channel in channels {
            let log = try #require(await client.exchange("GET", "/api/v1/admin/channels/\(channel)/cuts"))
            let starts = (log.json["items"] as? [[String: Any]] ?? []).compactMap { $0["startsAt"] as? String }
            plays += starts.map { "\(channel) \($0)" }
        }
        return plays
    }
}
