import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of the effects of SIGTERM on a load balancer, a phone and a script, while listeners are connected.
@Suite(.serialized) struct ServiceStopTests {
    private func withService(
        drainDelay: Int, _ body: (RunningService) async throws -> Void
    ) async throws {
        let database = try await TestDatabase.create()
        try await database.sql("insert into control.tenant (slug, name) values ('hall', 'Hall')", user: "app_owner")
        let settings = [
            "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
            "TUTTI_DEFAULT_TENANT": "hall", "TUTTI_DRAIN_DELAY": String(drainDelay),
        ]
        try await RunningService.with(["serve"], settings: settings) { service in
            try await service.start()
            try await body(service)
        }
        try await database.drop()
    }

    /// Spec O4.6.
    @Test(.timeLimit(.minutes(30))) func aStoppingServiceBecomesUnreadyFirstAndFinishesRunningRequests() async throws {
        try await withService(drainDelay: 20) { service in
            let client = TestClient(port: service.port)
            let admin = TestClient(port: service.adminPort)
            let listener = try EventReader(port: service.port)
            #expect(try await listener.head().hasPrefix("HTTP/1.1 200 "))
            // No concert is on the air, so the request waits for a change.
            async let poll = client.exchange("GET", "/api/v1/live?since=0", limit: 60)
            #expect(await admin.exchange("GET", "/readyz")?.status == 200)
            let seen = await Self.duringTheDelay(service, admin, client, listener)
            #expect(seen.reasons.contains("stopping"))
            #expect(seen.status == 200, "new connections are accepted until load balancers have noticed")
            #expect(seen.isListening)
            #expect(await poll?.status == 404, "a poll ends with the current state")
            #expect(try await listener.rest().hasSuffix("\r\n0\r\n\r\n"), "a stream ends with its last chunk")
            #expect(await service.ended() == 0)
        }
    }

    /// Sends the signal and checks the state on one thread. On a busy machine the delay could end before the test is resumed.
    private static func duringTheDelay(
        _ service: RunningService, _ admin: TestClient, _ client: TestClient, _ listener: EventReader
    ) async -> (reasons: String, status: Int?, isListening: Bool) {
        await onThread {
            kill(service.pid, SIGTERM)
            var reasons = ""
            let deadline = Date.now + 60
            while reasons.isEmpty, Date.now < deadline {
                if let answer = admin.exchangeBlocking("GET", "/readyz"), answer.status == 503 { reasons = answer.text }
            }
            return (reasons, client.exchangeBlocking("GET", "/livez")?.status, listener.isOpen)
        }
    }

    /// Spec O4.6.
    @Test(.timeLimit(.minutes(30))) func aSecondSignalStopsTheServiceImmediately() async throws {
        try await withService(drainDelay: 600) { service in
            kill(service.pid, SIGTERM)
            #expect(await eventually(within: 120) { service.log.contains("\"stopping\"") ? true : nil } == true)
            #expect(await service.stop() == 1)
        }
    }

    @Test(.timeLimit(.minutes(30))) func theStreamsOfADisabledTenantEnd() async throws {
        try await withService(drainDelay: 0) { service in
            let added = try await service.command([
                "tenant", "add", "guest", "--name", "Guest", "--host", "guest.example",
            ])
            #expect(added.status == 0, "\(added.errors)")
            let staying = try EventReader(port: service.port)
            let guest = try EventReader(port: service.port, host: "guest.example")
            #expect(try await guest.head().hasPrefix("HTTP/1.1 200 "))
            #expect(try await staying.head().hasPrefix("HTTP/1.1 200 "))
            let disabled = try await service.command(["tenant", "disable", "guest"])
            #expect(disabled.status == 0, "\(disabled.errors)")
            #expect(try await guest.rest().hasSuffix("\r\n0\r\n\r\n"))
            #expect(staying.isOpen)
            let head = try #require(await TestClient(port: service.port).exchange("HEAD", "/api/v1/live/events"))
            #expect(head.status == 200)
            #expect(head.fields["content-type"] == "text/event-stream")
            #expect(head.fields["content-length"] == nil, "a stream has none")
            #expect(head.body.isEmpty)
        }
    }
}
