import HTTP
import TestSupport
import Testing
import Web

@testable import TenantLife

/// Tests of signing in to the platform (Accounts), with routes that require a platform session.
@Suite struct PlatformSessionTests {
    private static let path = "/api/v1/platform/sessions"

    private static func body(_ login: String, _ password: String = Stage.password) -> String {
        "{\"login\": \"\(login)\", \"password\": \"\(password)\"}"
    }

    @Test func createPlatformSession() async throws {
        try await Stage.with { (stage) async throws in
            let answer = await stage.send(.post, Self.path, json: Self.body("pia"))
            #expect(answer.status == .created, "\(answer.text)")
            #expect(answer.fields["Cache-Control"] == "no-store")
            let token = try #require(answer.text.firstMatch(of: /"token":"([^"]{43})"/)).1
            #expect(await stage.send(.get, "/api/v1/platform/tenants", as: String(token)).status == .ok)
            #expect(await stage.send(.get, "/api/v1/admin/tenant", as: String(token)).status == .unauthorized)
            let stored = try await stage.database.sql(
                "select encode(token_hash, 'escape') from control.platform_session;")
            #expect(!stored.contains(token), "only hashes are stored")
        }
    }

    @Test func aWrongPasswordAnUnknownLoginAndADisabledAccountGetTheSameResponse() async throws {
        try await Stage.with { (stage) async throws in
            let wrong = await stage.send(.post, Self.path, json: Self.body("pia", "wrong"))
            let unknown = await stage.send(.post, Self.path, json: Self.body("admin"))
            #expect(wrong.status == .unauthorized && wrong.bytes == unknown.bytes)
            try await stage.database.sql("update control.platform_account set disabled_at = now();")
            let disabled = await stage.send(.post, Self.path, json: Self.body("pia"))
            #expect(disabled.bytes == wrong.bytes)
            #expect(await stage.send(.get, "/api/v1/platform/tenants", as: "pia").status == .unauthorized, "at once")
        }
    }

    @Test func repeatedWrongPasswordsDelayPlatformSignIns() async throws {
        try await Stage.with { (stage) async throws in
            for _ in 1...5 { _ = await stage.send(.post, Self.path, json: Self.body("pia", "wrong")) }
            let answer = await stage.send(.post, Self.path, json: Self.body("pia"))
            #expect(answer.status == .tooManyRequests)
            #expect(answer.fields["Retry-After"] != nil)
            let page = await stage.post("/platform/login", form: "login=pia&password=x")
            #expect(page.status == .tooManyRequests && page.text.contains("Too many attempts."))
        }
    }

    @Test func deleteCurrentPlatformSession() async throws {
        try await Stage.with { (stage) async throws in
            #expect(await stage.send(.delete, Self.path + "/current", as: "pia").status == .noContent)
            #expect(await stage.send(.get, "/api/v1/platform/tenants", as: "pia").status == .unauthorized)
        }
    }

    @Test func getPlatformLogin() async throws {
        try await Stage.with { (stage) async throws in
            let page = await stage.send(.get, "/platform/login", query: "next=//evil.example")
            #expect(page.status == .ok && !page.text.contains("evil"))
        }
    }

    @Test func postPlatformLogin() async throws {
        try await Stage.with { (stage) async throws in
            let (first, _) = try await stage.platformBrowser()
            let form = "login=pia&password=" + Stage.password.percentEncoded
            let answer = await stage.post("/platform/login", form: form + "&next=/platform/tenants/here", first)
            #expect(answer.fields["Location"] == "/platform/tenants/here")
            let cookie = try #require(answer.fields["Set-Cookie"])
            #expect(cookie.hasPrefix("platform=") && cookie.contains("HttpOnly; SameSite=Strict"))
            #expect(await stage.send(.get, "/platform", first).status == .seeOther, "the old session has ended")
            let fields: Fields = ["Origin": "http://evil.example"]
            #expect(await stage.post("/platform/login", form: form, fields).status == .forbidden)
            let wrong = await stage.post("/platform/login", form: "login=pia&password=x")
            #expect(wrong.status == .unauthorized && wrong.text.contains("value=\"pia\""))
        }
    }

    @Test func postPlatformLogout() async throws {
        try await Stage.with { (stage) async throws in
            let (fields, _) = try await stage.platformBrowser()
            let answer = await stage.post("/platform/logout", form: "", fields)
            #expect(answer.fields["Location"] == "/platform/login")
            #expect(await stage.send(.get, "/platform", fields).status == .seeOther)
        }
    }
}
