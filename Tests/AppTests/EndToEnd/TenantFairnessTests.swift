import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Two halls on one server, one of which asks for more than there is.
@Suite(.serialized) struct TenantFairnessTests {
    private static func with(_ settings: [String: String], _ body: (RunningService, TestDatabase) async throws -> Void)
        async throws
    {
        let database = try await TestDatabase.create()
        try await database.psql(
            """
            insert into control.tenant (slug, name) values ('loud', 'Loud'), ('calm', 'Calm');
            insert into control.tenant_host (host, tenant_id) select slug || '.example', tenant_id from control.tenant;
            """, user: "app_owner")
        let base = [
            "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
            "TUTTI_TRUSTED_PROXIES": "127.0.0.1",
        ]
        try await RunningService.with(["serve"], settings: base.merging(settings) { $1 }) { service in
            try await service.start()
            try await body(service, database)
        }
        try await database.drop()
    }

    private final class Count: Sendable {
        let value = Atomic<Int>(0)
    }

    private static func client(_ service: RunningService, _ tenant: String) -> TestClient {
        var client = TestClient(port: service.port)
        client.host = "\(tenant).example"
        return client
    }

    /// Passwords are hashed two at a time at the most. One hall's forty wait, each from an address of its own; a log-in of
    /// the other hall is answered long before they are through. Counted in answers, not in seconds.
    @Test(.timeLimit(.minutes(3))) func aFloodOfLogInsLeavesAnotherHallItsTurn() async throws {
        try await Self.with(["TUTTI_PASSWORD_COST": "15"]) { service, _ in
            let flood = 40
            let answered = Count()
            await withTaskGroup(of: Int?.self) { group in
                for number in 0..<flood {
                    group.addTask {
                        let answer = await Self.client(service, "loud").exchange(
                            "POST", "/api/v1/sessions",
                            json: "{\"login\": \"nobody\(number)\", \"password\": \"a horse in the pit\"}",
                            fields: ["X-Forwarded-For": "198.51.100.\(number)"], limit: 120)
                        answered.value.add(1, ordering: .relaxed)
                        return answer?.status
                    }
                }
                while answered.value.load(ordering: .relaxed) == 0 { try? await Task.sleep(for: .milliseconds(5)) }
                let before = answered.value.load(ordering: .relaxed)
                let mine = await Self.client(service, "calm").exchange(
                    "POST", "/api/v1/sessions", json: "{\"login\": \"eva\", \"password\": \"a horse in the pit\"}",
                    fields: ["X-Forwarded-For": "203.0.113.1"], limit: 120)
                let passed = answered.value.load(ordering: .relaxed) - before
                #expect(mine?.status == 401, "checked, and unknown")
                #expect(passed <= flood / 2, "\(passed) of the flood were answered before")
            }
        }
    }

    @Test(.timeLimit(.minutes(2))) func aTenantsOwnRateIsItsOwn() async throws {
        try await Self.with([:]) { service, database in
            try await database.psql(
                """
                insert into control.tenant_limit (tenant_id, requests_per_second, request_burst)
                select tenant_id, 1, 3 from control.tenant where slug = 'loud';
                select pg_notify('tutti', tenant_id || ',tenant,0') from control.tenant where slug = 'loud';
                """, user: "app_owner")
            let loud = Self.client(service, "loud")
            // From when the server has read the tenant anew.
            var refusal: TestClient.Answer?
            for _ in 0..<2_000 where refusal?.status != 429 { refusal = await loud.exchange("GET", "/openapi.yaml") }
            let refused = try #require(refusal)
            #expect(refused.fields["retry-after"] == "1")
            #expect(refused.fields["ratelimit-policy"] != nil)
            #expect((refused.json["detail"] as? String)?.hasPrefix("too many requests to Loud") == true)
            #expect(refused.json["code"] as? String == "rate-limited")
            for _ in 0..<10 {
                #expect(await Self.client(service, "calm").exchange("GET", "/openapi.yaml")?.status == 200)
            }
            let metrics = await TestClient(port: service.adminPort).exchange("GET", "/metrics")?.text ?? ""
            #expect(metrics.contains("tutti_http_rate_limited_total{kind=\"tenant\"}"))
            #expect(metrics.contains("tutti_http_tenant_requests_total{tenant=\"loud\",code=\"429\"}"))
        }
    }

    @Test(.timeLimit(.minutes(2))) func ratesFromFilesAreReadAgain() async throws {
        let file = "/tmp/tutti-e2e-rate-\(UUID().uuidString.prefix(8))"
        try "0\n".write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await Self.with(["TUTTI_RATE_ADDRESS_FILE": file]) { service, _ in
            let client = Self.client(service, "calm")
            let first = try #require(await client.exchange("GET", "/openapi.yaml"))
            #expect(first.status == 200 && first.fields["ratelimit"] == nil)
            try "1:2\n".write(toFile: file, atomically: true, encoding: .utf8)
            kill(service.pid, SIGHUP)
            #expect(
                await eventually(within: 10) { service.log.contains("TUTTI_RATE_ADDRESS=1:2") ? true : nil } == true,
                "\(service.logTail)")
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(await client.exchange("GET", "/openapi.yaml")?.status ?? 0) }
            #expect(statuses == [200, 200, 429])
            #expect(await client.exchange("GET", "/livez")?.status == 200, "probes are nobody's to limit")
        }
    }
}
