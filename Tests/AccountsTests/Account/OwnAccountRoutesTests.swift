import FoundationEssentials
import HTTP
import Testing
import Web

@testable import Accounts

@Suite struct OwnAccountRoutesTests {
    struct Me: Decodable {
        let id: String
        let login: String
        let displayName: String
        let email: String?
        let role: String
        let permissions: [String]?
        let subscription: String
        let createdAt: String
    }

    private static let next = "another horse in the pit"

    @Test func getOwnAccount() async throws {
        try await Stage.with { stage in
            let answer = await stage.send(.get, "/api/v1/me", token: try await stage.token())
            #expect(answer.status == .ok)
            let me: Me = try answer.json()
            #expect(me.login == "Eva" && me.role == "operator" && me.subscription == "active" && me.email == nil)
            #expect(me.permissions?.sorted() == Permission.allCases.filter(Role.operator.has).map(\.rawValue).sorted())
            #expect(!answer.text.contains("scrypt") && !answer.text.contains("disabled"))
            #expect(await stage.get("/api/v1/me").status == .unauthorized)
        }
    }

    @Test func updateOwnAccount() async throws {
        try await Stage.with { stage in
            let token = try await stage.token()
            let body = "{\"displayName\": \"Eva Nováková\", \"email\": \"eva@example.org\"}"
            let me: Me = try await stage.send(.patch, "/api/v1/me", json: body, token: token).json()
            #expect(me.displayName == "Eva Nováková" && me.email == "eva@example.org")
            let less: Me = try await stage.send(.patch, "/api/v1/me", json: "{\"email\": null}", token: token).json()
            #expect(less.displayName == "Eva Nováková" && less.email == nil)
        }
    }

    /// Spec S1.2. The request contains every column of the table. Only the two documented members may change.
    @Test func anAccountUpdateWithAMemberThatCannotBeSetIsRefused() async throws {
        try await Stage.with { stage in
            let token = try await stage.token()
            let before = try await stage.database.sql("select a::text from app.user_account a order by 1;")
            for member in [
                "id", "userId", "user_id", "tenant_id", "tenantId", "login", "role", "password", "passwordHash",
                "password_hash", "disabled", "disabledAt", "disabled_at", "subscription", "subscriptionUntil",
                "permissions", "createdAt", "passwordChangedAt", "constructor",
            ] {
                let body = "{\"displayName\": \"Mallory\", \"\(member)\": \"admin\"}"
                let answer = await stage.send(.patch, "/api/v1/me", json: body, token: token)
                #expect(answer.status == .unprocessableContent, "\(member)")
                #expect(answer.text.contains("/\(member)"))
            }
            #expect(try await stage.database.sql("select a::text from app.user_account a order by 1;") == before)
        }
    }

    private static let faulty = [
        "{\"displayName\": null}", "{\"displayName\": 1}", "{\"displayName\": \"a\\u2028b\"}",
        "{\"displayName\": \"a\\u0007\"}", "{\"email\": \"\"}", "{\"email\": \"eva\"}", "{\"email\": \"e@x@y\"}",
        "{\"email\": \"eva@example.org\\r\\nBcc: all@example.org\"}", "{\"email\": \"<eva@example.org>\"}",
        "{\"email\": \"éva@example.org\"}", "{\"email\": \"eva@example..org\"}", "[]",
    ]

    @Test func invalidNamesAndEmailAddressesOfAnAccountAreRefused() async throws {
        try await Stage.with { stage in
            let token = try await stage.token()
            for body in Self.faulty {
                let answer = await stage.send(.patch, "/api/v1/me", json: body, token: token)
                #expect(answer.status == .unprocessableContent, "\(body)")
            }
            let long = String(repeating: "x", count: 201)
            let answer = await stage.send(.patch, "/api/v1/me", json: "{\"displayName\": \"\(long)\"}", token: token)
            #expect(answer.status == .unprocessableContent)
        }
    }

    @Test func setOwnPassword() async throws {
        try await Stage.with { stage in
            let pair = try await stage.logIn("eva").pair
            let other = try await stage.logIn("eva").pair
            let script = try await stage.token()
            let body = "{\"current\": \"\(Stage.password)\", \"new\": \"\(Self.next)\"}"
            let answer = await stage.send(.put, "/api/v1/me/password", json: body, token: pair.accessToken)
            #expect(answer.status == .ok)
            let renewed = try answer.pair
            #expect(await stage.send(.get, "/api/v1/me", token: renewed.accessToken).status == .ok)
            for old in [pair.accessToken, other.accessToken, script] {
                #expect(await stage.send(.get, "/api/v1/me", token: old).status == .unauthorized)
            }
            #expect(await stage.logIn("eva").status == .unauthorized)
            #expect(await stage.logIn("eva", Self.next).status == .created)
            #expect(try await stage.record().last == "account.password Eva")
        }
    }

    @Test func aBrowserGetsANewCookieAfterAPasswordChange() async throws {
        try await Stage.with { stage in
            let (fields, csrf) = try await stage.browser()
            var sent = fields
            sent["X-CSRF-Token"] = csrf
            sent["Origin"] = "http://here"
            sent["Content-Type"] = "application/json"
            let body = "{\"current\": \"\(Stage.password)\", \"new\": \"\(Self.next)\"}"
            let answer = await stage.application.respond(
                to: Request(
                    method: .put, path: "/api/v1/me/password", authority: "here", fields: sent, body: Array(body.utf8)))
            #expect(answer.status == .noContent)
            let cookie = try #require(answer.cookie)
            #expect(await stage.get("/api/v1/mine", ["Cookie": cookie]).status == .ok)
            #expect(await stage.get("/api/v1/mine", fields).status == .unauthorized)
        }
    }

    @Test func wrongCurrentPasswordsDelayAPasswordChangeWithoutEndingTheSession() async throws {
        try await Stage.with { stage in
            let token = try await stage.token()
            let body = "{\"current\": \"wrong\", \"new\": \"\(Self.next)\"}"
            for _ in 0..<LoginThrottle.free {
                let answer = await stage.send(.put, "/api/v1/me/password", json: body, token: token)
                #expect(answer.status == .unprocessableContent && answer.text.contains("\"field\":\"current\""))
            }
            let slowed = await stage.send(.put, "/api/v1/me/password", json: body, token: token)
            #expect(slowed.status == .tooManyRequests && slowed.fields["Retry-After"] == "1")
            #expect(await stage.send(.get, "/api/v1/me", token: token).status == .ok)
            #expect(await stage.logIn("eva", from: "192.0.2.9").status == .created)
        }
    }

    @Test func aCommonNewPasswordIsRefused() async throws {
        try await Stage.with { stage in
            let token = try await stage.token()
            let body = "{\"current\": \"\(Stage.password)\", \"new\": \"password1\"}"
            let answer = await stage.send(.put, "/api/v1/me/password", json: body, token: token)
            #expect(answer.status == .unprocessableContent)
            #expect(await stage.logIn("eva").status == .created)
        }
    }
}
