import HTTP
import Testing
import Web

@testable import Notices

@Suite struct BootstrapRoutesTests {
    private static let path = "/api/v1/bootstrap"

    /// Spec R8, R9.
    @Test func getBootstrap() async throws {
        try await Stage.with { stage in
            let upgrade = try await stage.rule("optional")
            _ = await stage.send(.post, "/api/v1/admin/content-updates", #"{"message": "X"}"#, as: .admin)
            _ = await stage.send(.patch, "/api/v1/me/settings", #"{"autoplay": false}"#, as: .listener)
            let answer = await stage.send(
                .get, Self.path + "?platform=ios&appVersion=1.9&device=phone", as: .listener)
            #expect(answer.status == 200)
            #expect(
                Set(answer.json.keys) == [
                    "notices", "settings", "config", "firstAuthentication", "landing", "contentRevision", "guest",
                ])
            let notices = try #require(answer["notices"] as? [[String: Any]])
            #expect(notices.map { $0["id"] as? String } == ["upgrade-\(upgrade)", "data-warning", "content-update"])
            #expect((answer["settings"] as? [String: Any])?["autoplay"] as? Bool == false)
            #expect((answer["config"] as? [String: Any])?["name"] as? String == "Here")
            #expect(answer["firstAuthentication"] as? Bool == false)
            #expect(answer["landing"] as? String == "home")
            #expect(answer["contentRevision"] as? Int == 1)
            #expect(answer["guest"] as? String == "1 of 5", "each part gets the rows of its own statements")
            #expect(answer.fields["Cache-Control"] == "no-store")
        }
    }

    /// Spec R8.
    @Test func theFirstLaunchOpensTheCategoriesWithAFirstAuthenticationNotice() async throws {
        try await Stage.with { stage in
            let answer = await stage.send(.get, Self.path, nil, as: .listener, at: "here", ["X-First": "yes"])
            #expect(answer["firstAuthentication"] as? Bool == true)
            #expect(answer["landing"] as? String == "categories")
            #expect(answer["contentRevision"] as? Int == 0)
            #expect(answer["guest"] == nil, "a part may add no member")
            let notices = try #require(answer["notices"] as? [[String: Any]])
            #expect(notices.map { $0["kind"] as? String } == ["data-warning", "first-authentication"])
        }
    }

    @Test func withoutAnAccountOnlyPublicBootstrapPartsAreSent() async throws {
        try await Stage.with { stage in
            let answer = await stage.send(.get, Self.path)
            #expect(answer.status == 200)
            #expect(answer.json.keys.sorted() == ["guest"], "\(answer.text)")
            #expect(answer["guest"] as? String == "nobody")
            #expect(answer.fields["Cache-Control"] == "no-store")
        }
    }

    @Test func aBootstrapRequestWithAnInvalidAppVersionIsRefused() async throws {
        try await Stage.with { stage in
            #expect(await stage.send(.get, Self.path + "?appVersion=x", as: .listener).status == 422)
        }
    }
}
