import Foundation
import Testing
import TestSupport

/// Tests of the show alerts of the running program. Alerts depend on the program's own clock and are kept over a restart.
@Suite(.serialized) struct AlertServiceTests {
    @Test(.timeLimit(.minutes(30))) func aListenerIsNotifiedOnceBeforeAShowBegins() async throws {
        try await RunningService.with { service in
            try await service.start()
            let listener = try await account("listener", service)
            let airing = try await airing(inMinutes: 50, by: try await account("programmer", service), service)
            let listening = try stream(service, listener)
            defer { listening.close() }
            let path = "/api/v1/me/alerts/airings/\(airing)"
            let client = TestClient(port: service.port, token: listener)
            // The lead time is one hour, so that a slow machine is not too late.
            let lead = await client.exchange("PATCH", "/api/v1/me/settings", json: #"{"alertLeadMinutes": 60}"#)
            #expect(lead?.status == 200)
            #expect(await client.exchange("PUT", path)?.status == 201)
            var events = listening.events.makeAsyncIterator()
            let told = try #require(await events.next())
            #expect(told.name == "alert")
            #expect(told.data.contains(#""id":"\#(airing)""#))
            let before = try await fired(listener, service)
            // After a kill and a restart the alert does not fire again, and a new stream still receives it.
            await service.kill()
            #expect(await events.next() == nil)
            try await service.start()
            let again = try stream(service, listener)
            defer { again.close() }
            var others = again.events.makeAsyncIterator()
            #expect(await others.next() == told)
            #expect(try await fired(listener, service) == before)
            #expect(await service.stop() == 0, "\(service.logTail)")
            #expect(await others.next() == nil, "the stream ends with the service")
        }
    }

    private func stream(_ service: RunningService, _ token: String) throws -> EventClient {
        try EventClient(port: service.port, host: "127.0.0.1", path: "/api/v1/me/alerts/events", token: token)
    }

    private func fired(_ token: String, _ service: RunningService) async throws -> String {
        let list = try #require(
            await TestClient(port: service.port, token: token).exchange("GET", "/api/v1/me/alerts")?.json)
        let alert = try #require((list["airings"] as? [[String: Any]])?.first)
        return try #require(alert["firedAt"] as? String)
    }

    /// Creates an account in addition to the demo's accounts, and returns a token of the new account.
    private func account(_ role: String, _ service: RunningService) async throws -> String {
        let login = "another-\(role)"
        let added = try await service.command(
            ["user", "add", "--tenant", "demo", "--login", login, "--role", role, "--password-stdin"],
            input: "four movements and a coda\n")
        #expect(added.status == 0, "\(added.errors)")
        let token = try await service.command(["token", "create", "--tenant", "demo", "--login", login])
        return token.output.trimmingCharacters(in: .newlines)
    }

    /// Creates a broadcast that begins soon, on a new channel.
    private func airing(inMinutes minutes: Double, by token: String, _ service: RunningService) async throws -> String {
        let client = TestClient(port: service.port, token: token)
        func made(_ path: String, _ json: String) async throws -> String {
            let answer = try #require(await client.exchange("POST", path, json: json))
            return try #require(answer.json["id"] as? String, "\(answer.text)")
        }
        let channel = try await made("/api/v1/admin/channels", #"{"slug": "one", "name": "One", "timeZone": "UTC"}"#)
        let show = try await made("/api/v1/admin/shows", #"{"title": "Show", "channels": ["\#(channel)"]}"#)
        let format = Date.ISO8601FormatStyle()
        let (start, end) = (Date.now.addingTimeInterval(minutes * 60), Date.now.addingTimeInterval(7200))
        return try await made(
            "/api/v1/admin/channels/\(channel)/airings",
            """
            {"show": "\(show)", "plannedStart": "\(start.formatted(format))", "plannedEnd": "\(end.formatted(format))"}
            """)
    }
}
