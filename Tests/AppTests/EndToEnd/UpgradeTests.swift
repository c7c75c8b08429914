import Foundation
import TestSupport
import Testing

/// Tests of an outdated app with the whole service. The app must not receive the responses that the event loops keep in memory.
@Suite(.serialized) struct UpgradeTests {
    private static let old = ["App-Platform": "ios", "App-Version": "1.9"]

    @Test(.timeLimit(.minutes(30))) func anOutdatedAppIsRefusedWhileAnUpgradeRuleApplies() async throws {
        try await RunningService.with { service in
            try await service.start()
            let created = try await service.command(["token", "create", "--tenant", "demo", "--login", "admin"])
            let admin = TestClient(
                port: service.port, token: created.output.trimmingCharacters(in: .whitespacesAndNewlines))
            let phone = TestClient(port: service.port)
            func statuses() async -> [Int?] {
                [
                    await phone.exchange("GET", "/api/v1/live", fields: Self.old)?.status,
                    await phone.exchange("GET", "/api/v1/live")?.status,
                    await phone.exchange(
                        "GET", "/api/v1/live", fields: ["App-Platform": "ios", "App-Version": "1.10"])?
                        .status,
                    await phone.exchange("GET", "/getPieces.php", fields: Self.old)?.status,
                ]
            }
            #expect(await eventually(within: .seconds(120)) { await statuses() == [200, 200, 200, 200] })
            let rule = """
                {"platform": "ios", "versionRange": "<1.10", "kind": "forced", "message": "Please update.",
                 "linkUrl": "https://store.example/app"}
                """
            #expect(await admin.exchange("POST", "/api/v1/admin/upgrade-rules", json: rule)?.status == 201)
            #expect(await statuses() == [426, 200, 200, 200])
            let refusal = try #require(await phone.exchange("GET", "/api/v1/live", fields: Self.old))
            #expect(refusal.fields["upgrade"] == "HTTP/1.1")
            #expect(refusal.json["detail"] as? String == "Please update.")
            #expect(await phone.exchange("GET", "/api/v1/config", fields: Self.old)?.status == 200)

            // The change is written as another server would write it, so this server is only notified.
            let lifting = """
                begin; select set_config('app.tenant_id', '1', true);
                delete from app.upgrade_rule; select pg_notify('tutti', '1,notices,0'); commit
                """
            #expect(try await service.command(["psql", "--", "-c", lifting]).status == 0)
            #expect(await eventually(within: .seconds(120)) { await statuses() == [200, 200, 200, 200] })

            try await aRetriedFirstLaunchGetsTheSameResponse(admin)
        }
    }

    private func aRetriedFirstLaunchGetsTheSameResponse(_ client: TestClient) async throws {
        let first = try #require(await client.exchange("GET", "/api/v1/bootstrap?device=test"))
        #expect(first.status == 200)
        #expect(first.json["firstAuthentication"] as? Bool == true)
        #expect(first.json["landing"] as? String == "categories")
        let again = try #require(await client.exchange("GET", "/api/v1/bootstrap?device=test"))
        #expect(again.body == first.body, "a retry gets the same response")
    }
}
