import HTTP
import Tenancy
import Testing
import TestSupport

@testable import Notices

@Suite struct UpgradeRuleCacheTests {
    @Test func cachedUpgradeRulesAreKeptUntilAChangeIsNotified() async throws {
        try await Stage.with { stage in
            #expect(await stage.ruleCache.rules(of: stage.here.id).isEmpty)
            try await stage.database.sql(
                """
                insert into app.upgrade_rule (tenant_id, platform, version_range, kind, message, link_url)
                values (\(stage.here.id), 'ios', '*', 'forced', 'New.', 'https://store.example/')
                """)
            #expect(await stage.ruleCache.rules(of: stage.here.id).isEmpty, "no change was notified")
            stage.observers.tenantChanged(ChangeNotice(tenant: stage.there.id, kind: "notices"))
            stage.observers.tenantChanged(ChangeNotice(tenant: stage.here.id, kind: "live"))
            #expect(await stage.ruleCache.rules(of: stage.here.id).isEmpty, "nor of these")
            stage.observers.tenantChanged(ChangeNotice(tenant: stage.here.id, kind: "notices"))
            #expect(await stage.ruleCache.rules(of: stage.here.id).count == 1)
        }
    }

    @Test func cachedUpgradeRulesAreReadAgainWhenNotificationsMayBeLost() async throws {
        try await Stage.with { stage in
            #expect(await stage.ruleCache.rules(of: stage.here.id).isEmpty)
            try await stage.database.sql(
                """
                insert into app.upgrade_rule (tenant_id, platform, version_range, kind, message, link_url)
                values (\(stage.here.id), 'ios', '*', 'forced', 'New.', 'https://store.example/')
                """)
            stage.observers.changesWereMissed()
            #expect(await stage.ruleCache.rules(of: stage.here.id).count == 1)
        }
    }

    /// The test simulates an unavailable database by revoking the right to read from the service's role.
    @Test func theLastKnownUpgradeRulesApplyWhileTheDatabaseIsUnavailable() async throws {
        try await Stage.with { stage in
            try await stage.rule("forced")
            let old: Fields = ["App-Platform": "ios", "App-Version": "1.0"]
            #expect(await stage.send(.get, "/api/v1/live", nil, as: nil, at: "here", old).status == 426)
            try await stage.database.sql("revoke select on app.upgrade_rule from app_rt")
            stage.observers.changesWereMissed()
            #expect(await stage.send(.get, "/api/v1/live", nil, as: nil, at: "here", old).status == 426)
            #expect(await stage.send(.get, "/api/v1/live", nil, as: nil, at: "there", old).status == 200)
            try await stage.database.sql("grant select on app.upgrade_rule to app_rt; delete from app.upgrade_rule")
            let isLifted = await eventually(within: .seconds(120)) {
                await stage.send(.get, "/api/v1/live", nil, as: nil, at: "here", old).status == 200
            }
            #expect(isLifted, "the rules are read again when the database is back")
        }
    }

    @Test func simultaneousReadersReceiveTheSameUpgradeRules() async throws {
        try await Stage.with { stage in
            try await stage.rule("forced")
            let counts = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<50 { group.addTask { await stage.ruleCache.rules(of: stage.here.id).count } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts == Array(repeating: 1, count: 50))
        }
    }
}
