import HTTP
import Testing
import TestSupport
import Web

@testable import Notices

@Suite struct UpgradeGateTests {
    private static let old: Fields = ["App-Platform": "iOS", "App-Version": "1.9"]

    @Test func aRequestByAnAppWithAForcedUpgradeIsRefused() async throws {
        try await Stage.with { stage in
            try await stage.rule("forced", "<1.10")
            let answer = await stage.send(.get, "/api/v1/live", nil, as: nil, at: "here", Self.old)
            #expect(answer.status == 426)
            #expect(answer.fields["Upgrade"] == "HTTP/1.1")
            #expect(answer["code"] as? String == "upgrade-required")
            #expect(answer["title"] as? String == "Update required")
            #expect(answer["detail"] as? String == "There is a new app.")
            let actions = try #require(answer["actions"] as? [[String: Any]])
            #expect(actions.map { $0["id"] as? String } == ["update"])
            #expect(actions.first?["url"] as? String == "https://store.example/app")
        }
    }

    @Test(
        arguments: [
            ["App-Platform": "ios", "App-Version": "1.10"], ["App-Platform": "android", "App-Version": "1.9"],
            ["App-Version": "1.9"], ["App-Platform": "ios"], [:], ["App-Platform": "ios", "App-Version": "one"],
        ] as [[String: String]])
    func requestsOutsideAForcedUpgradeRuleAreNotRefused(fields: [String: String]) async throws {
        try await Stage.with { stage in
            try await stage.rule("forced", "<1.10")
            let fields = Fields(lines: fields.map { (name: $0.key, value: $0.value) })
            #expect(await stage.send(.get, "/api/v1/live", nil, as: nil, at: "here", fields).status == 200)
        }
    }

    @Test func operationsThatShowTheUpgradeNoticeAreNotRefused() async throws {
        try await Stage.with { stage in
            let id = try await stage.rule("forced", "<1.10")
            func status(_ method: Method, _ path: String, _ json: String? = nil) async -> Int {
                await stage.send(method, path, json, as: .admin, at: "here", Self.old).status
            }
            #expect(await status(.get, "/api/v1/notices?platform=ios&appVersion=1.9") == 200)
            #expect(await status(.get, "/api/v1/config") == 200)
            #expect(await status(.get, "/livez") == 200)
            #expect(await status(.get, "/") == 200)
            #expect(await status(.delete, "/api/v1/sessions/current") == 204)
            #expect(
                await status(.put, "/api/v1/notices/upgrade-\(id)/dismissal", #"{"forever": true, "revision": 1}"#)
                    == 409)
            #expect(await status(.get, "/api/v1/bootstrap") == 426)
            #expect(await status(.get, "/api/v1/me/settings") == 426)
            #expect(await status(.get, "/api/v1/admin/upgrade-rules") == 426)
        }
    }

    /// The gate comes before authentication, so an old app gets 426 and not 401.
    @Test func anOutdatedAppIsRefusedBeforeItsAuthenticationIsChecked() async throws {
        try await Stage.with { stage in
            try await stage.rule("forced")
            #expect(await stage.send(.get, "/api/v1/me/settings", nil, as: nil, at: "here", Self.old).status == 426)
        }
    }

    @Test func upgradeRulesOfAnotherTenantDoNotApply() async throws {
        try await Stage.with { stage in
            try await stage.rule("forced", at: "there")
            #expect(await stage.send(.get, "/api/v1/live", nil, as: nil, at: "here", Self.old).status == 200)
            #expect(await stage.send(.get, "/api/v1/live", nil, as: nil, at: "there", Self.old).status == 426)
        }
    }

    @Test func anOptionalUpgradeRuleRefusesNoRequest() async throws {
        try await Stage.with { stage in
            let id = try await stage.rule("forced")
            #expect(await stage.send(.get, "/api/v1/live", nil, as: nil, at: "here", Self.old).status == 426)
            let path = "/api/v1/admin/upgrade-rules/\(id)"
            #expect(await stage.send(.put, path, Stage.rule("optional"), as: .admin).status == 200)
            #expect(await stage.send(.get, "/api/v1/live", nil, as: nil, at: "here", Self.old).status == 200)
        }
    }

    @Test func upgradeRulesDoNotApplyToPlatformRoutes() {
        let route = Route("findTenants", .get, "/api/v1/platform/tenants", access: .platform) { _, _ in .noContent }
        #expect(!UpgradeGate.guards(route))
    }
}
