import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Tests with two tenants on one server, of which one sends more requests than the server can handle.
@Suite(.serialized) struct TenantFairnessTests {
    private static func with(_ settings: [String: String], _ body: (RunningService, TestDatabase) async throws -> Void)
        async throws
    {
        let database = try await TestDatabase.create()
        try await database.sql(
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

    /// The server hashes at most two passwords at a time. One tenant sends forty sign-ins, each from its own address and repeated while all slots are
    /// taken. A sign-in of the other tenant is answered long before all forty are checked. The test counts checked passwords, not seconds. Spec T17,
    /// S1.26.
    @Test(.timeLimit(.minutes(30))) func aFloodOfSignInsDoesNotBlockSignInsOfAnotherTenant() async throws {
        // One hash takes so long that the rest of a response is negligible in comparison with twenty hashes.
        try await Self.with(["TUTTI_PASSWORD_COST": "17"]) { service, _ in
            let flood = 40
            let checked = Count()
            for tenant in ["calm", "loud"] {
                #expect(await Self.client(service, tenant).exchange("GET", "/login")?.status == 200)
            }
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<flood {
                    group.addTask {
                        await onThread {
                            var status: Int?
                            repeat {
                                if status != nil { usleep(50_000) }
                                status = Self.logIn(
                                    "nobody\(number)", at: "loud", service, from: "198.51.100.\(number)")
                            } while status == 503 || status == 429
                            if status == 401 { checked.value.add(1, ordering: .relaxed) }
                        }
                    }
                }
                // This part also runs on a thread, so that nothing delays the test between reading the counts and the response.
                let (mine, passed) = await onThread {
                    let deadline = Date.now + 300
                    while checked.value.load(ordering: .relaxed) == 0, Date.now < deadline { usleep(1000) }
                    let before = checked.value.load(ordering: .relaxed)
                    let mine = Self.logIn("eva", at: "calm", service, from: "203.0.113.1")
                    return (mine, checked.value.load(ordering: .relaxed) - before)
                }
                #expect(mine == 401, "checked, and unknown")
                #expect(passed <= flood / 2, "\(passed) log-ins of the flood were checked before")
                // The remaining hashes are not needed.
                await service.kill()
            }
        }
    }

    /// Returns the status of the response to a sign-in.
    private static func logIn(_ login: String, at tenant: String, _ service: RunningService, from address: String)
        -> Int?
    {
        client(service, tenant).exchangeBlocking(
            "POST", "/api/v1/sessions", json: "{\"login\": \"\(login)\", \"password\": \"a horse in the pit\"}",
            fields: ["X-Forwarded-For": address], limit: 600)?.status
    }

    @Test(.timeLimit(.minutes(30))) func theRateLimitOfATenantAppliesOnlyToThatTenant() async throws {
        try await Self.with([:]) { service, database in
            try await database.sql(
                """
                insert into control.tenant_limit (tenant_id, requests_per_second, request_burst)
                select tenant_id, 1, 3 from control.tenant where slug = 'loud';
                select pg_notify('tutti', tenant_id || ',tenant,0') from control.tenant where slug = 'loud';
                """, user: "app_owner")
            let loud = Self.client(service, "loud")
            // The server may first have to read the tenant again.
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

    @Test(.timeLimit(.minutes(30))) func aReloadReadsRateLimitsFromFilesAgain() async throws {
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
                await eventually(within: 120) { service.log.contains("TUTTI_RATE_ADDRESS=1:2") ? true : nil } == true,
                "\(service.logTail)")
            // The limit is a burst of two and one request per second. On any machine, some request arrives within a second of the previous request.
            var statuses: [Int] = []
            for _ in 0..<2_000 where statuses.last != 429 {
                statuses.append(await client.exchange("GET", "/openapi.yaml")?.status ?? 0)
            }
            #expect(statuses.prefix(2) == [200, 200])
            #expect(statuses.last == 429 && statuses.dropLast().allSatisfy { $0 == 200 })
            #expect(await client.exchange("GET", "/livez")?.status == 200, "probes have no rate limit")
        }
    }
}
