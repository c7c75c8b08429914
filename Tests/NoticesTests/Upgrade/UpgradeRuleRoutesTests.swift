import HTTP
import Testing
import Web

@testable import Notices

@Suite struct UpgradeRuleRoutesTests {
    private static let path = "/api/v1/admin/upgrade-rules"

    @Test func createUpgradeRule() async throws {
        try await Stage.with { stage in
            let answer = await stage.send(
                .post, Self.path,
                """
                {"platform": "android", "versionRange": ">=1.0 <2.3", "kind": "forced", "message": "One.\\nTwo.",
                 "linkUrl": "https://store.example/?id=1", "activeFrom": "2026-01-01T00:00:00Z",
                 "activeTo": "2027-01-01T00:00:00+01:00"}
                """, as: .admin)
            #expect(answer.status == 201)
            let id = try #require(answer["id"] as? String)
            #expect(answer.fields["Location"] == "\(Self.path)/\(id)")
            #expect(answer.fields["ETag"] == "\"1.1\"")
            #expect(answer["versionRange"] as? String == ">=1.0 <2.3")
            #expect(answer["activeTo"] as? String == "2026-12-31T23:00:00.000Z")
            #expect(await stage.send(.get, "\(Self.path)/\(id)", as: .admin).text == answer.text)
            #expect(try await stage.audit() == ["admin upgrade.create \(id)"])
        }
    }

    @Test func everyInvalidMemberOfAnUpgradeRuleIsReported() async throws {
        try await Stage.with { stage async throws in
            let answer = await stage.send(
                .post, Self.path,
                """
                {"platform": "i os", "versionRange": "latest", "kind": "must", "message": "", "linkUrl": "javascript:1",
                 "activeFrom": "2027-01-01T00:00:00Z", "activeTo": "2026-01-01T00:00:00Z"}
                """, as: .admin)
            #expect(answer.status == 422)
            #expect(answer.faults == ["/platform", "/versionRange", "/kind", "/message", "/linkUrl", "/activeTo"])
            #expect(try await stage.audit().isEmpty)
        }
    }

    @Test func findUpgradeRules() async throws {
        try await Stage.with { stage in
            let first = try await stage.rule("optional")
            let second = try await stage.rule("forced", platform: "android")
            try await stage.rule("forced", at: "there")
            let answer = await stage.send(.get, Self.path, as: .admin)
            let rules = try #require(answer["items"] as? [[String: Any]])
            #expect(rules.map { $0["id"] as? String } == [first, second])
        }
    }

    @Test func replaceUpgradeRule() async throws {
        try await Stage.with { stage in
            let path = "\(Self.path)/\(try await stage.rule("optional"))"
            let same = await stage.send(.put, path, Stage.rule("optional"), as: .admin)
            #expect(same.status == 200)
            #expect(same["revision"] as? Int == 1)
            let changed = await stage.send(
                .put, path, Stage.rule("forced", "1.x"), as: .admin, at: "here", ["If-Match": "\"1.1\""])
            #expect(changed["revision"] as? Int == 2)
            #expect(changed["kind"] as? String == "forced")
            let late = await stage.send(
                .put, path, Stage.rule("optional"), as: .admin, at: "here", ["If-Match": "\"1.1\""])
            #expect(late.status == 412)
            #expect(await stage.send(.get, path, as: .admin).text == changed.text)
            #expect(
                try await stage.audit().map { $0.split(separator: " ")[1] } == ["upgrade.create", "upgrade.change"])
        }
    }

    @Test func deleteUpgradeRule() async throws {
        try await Stage.with { stage in
            let id = try await stage.rule("optional")
            let path = "\(Self.path)/\(id)"
            let dismissal = #"{"forever": true, "revision": 1, "device": "phone"}"#
            #expect(await stage.send(.put, "/api/v1/notices/upgrade-\(id)/dismissal", dismissal).status == 204)
            #expect(await stage.send(.delete, path, as: .admin, at: "here", ["If-Match": "\"1.2\""]).status == 412)
            #expect(await stage.send(.delete, path, as: .admin, at: "here", ["If-Match": "*"]).status == 204)
            #expect(await stage.send(.delete, path, as: .admin).status == 404)
            #expect(try await stage.database.sql("select count(*) from app.notice_dismissal") == "0")
            #expect(try await stage.audit().last == "admin upgrade.delete \(id)")
        }
    }

    @Test func getUpgradeRule() async throws {
        try await Stage.with { stage in
            let foreign = try await stage.rule("optional", at: "there")
            let missing = await stage.send(.get, "\(Self.path)/999999", as: .admin)
            #expect(missing.status == 404)
            for id in [foreign, "x", "+1", "0\(foreign)"] {
                let answer = await stage.send(.get, "\(Self.path)/\(id)", as: .admin)
                #expect(answer.status == 404)
                #expect(answer.text == missing.text)
                #expect(await stage.send(.put, "\(Self.path)/\(id)", Stage.rule("forced"), as: .admin).status == 404)
                #expect(await stage.send(.delete, "\(Self.path)/\(id)", as: .admin).status == 404)
            }
        }
    }

    @Test func theNumberOfUpgradeRulesOfATenantIsLimited() async throws {
        try await Stage.with { stage in
            try await stage.database.sql(
                """
                insert into app.upgrade_rule (tenant_id, platform, version_range, kind, message, link_url)
                select \(stage.here.id), 'ios', '*', 'optional', 'New.', 'https://store.example/'
                  from generate_series(1, \(UpgradeRuleStore.limit))
                """)
            let answer = await stage.send(.post, Self.path, Stage.rule("optional"), as: .admin)
            #expect(answer.status == 409)
            #expect(answer["code"] as? String == "too-many-rules")
            #expect(await stage.send(.post, Self.path, Stage.rule("optional"), as: .admin, at: "there").status == 201)
        }
    }
}
