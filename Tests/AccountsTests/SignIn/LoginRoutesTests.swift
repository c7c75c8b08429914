import HTTP
import Testing
import Web

@testable import Accounts

@Suite struct LoginRoutesTests {
    private static let right = "login=eva&password=" + Stage.password.percentEncoded

    @Test func getLogin() async throws {
        try await Stage.with { stage in
            let page = await stage.get("/login", query: "next=%2Foperator%3Fpiece%3D3")
            #expect(page.status == .ok)
            #expect(page.text.contains("<form method=\"post\" action=\"/login\">"))
            #expect(page.text.contains("name=\"next\" value=\"/operator?piece=3\""))
            #expect(page.text.contains("autocomplete=\"current-password\""))
        }
    }

    @Test func theNextParameterCannotLeadToAnotherHost() async throws {
        try await Stage.with { stage in
            for next in [
                "https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "\"><script>",
            ] {
                let page = await stage.get("/login", query: "next=" + next.percentEncoded)
                #expect(page.status == .ok)
                #expect(!page.text.contains("name=\"next\""))
                let answer = await stage.post("/login", form: Self.right + "&next=" + next.percentEncoded)
                #expect(answer.status == .seeOther)
                #expect(answer.fields["Location"] == "/")
            }
        }
    }

    @Test func postLogin() async throws {
        try await Stage.with { stage in
            let answer = await stage.post("/login", form: Self.right + "&next=%2Foperator")
            #expect(answer.status == .seeOther)
            #expect(answer.fields["Location"] == "/operator")
            let field = try #require(answer.fields["Set-Cookie"])
            #expect(field.hasPrefix("session="))
            #expect(field.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
            let cookie = try #require(answer.cookie)
            #expect(await stage.get("/operator", ["Cookie": cookie]).text == "Eva")
            // The page redirects a visitor who is signed in.
            #expect(await stage.get("/login", ["Cookie": cookie]).status == .seeOther)
        }
    }

    @Test func withTLSTheSessionCookieIsSecureAndHasTheHostPrefix() async throws {
        try await Stage.with { stage in
            let answer = await stage.post(
                "/login", form: Self.right, ["X-Forwarded-Proto": "https"], from: "127.0.0.9")
            #expect(answer.status == .seeOther)
            let field = try #require(answer.fields["Set-Cookie"])
            #expect(field.hasPrefix("__Host-session="))
            #expect(field.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Secure"))
            // With TLS the cookie without the prefix is ignored, and without TLS the cookie with the prefix.
            let secret = try #require(answer.cookie?.dropFirst("__Host-session=".count))
            #expect(await stage.get("/api/v1/mine", ["Cookie": "__Host-session=\(secret)"]).status == .unauthorized)
        }
    }

    @Test func aSessionCookieOfAnotherTenantIsIgnored() async throws {
        try await Stage.with { stage in
            let answer = await stage.post(
                "/login", form: "login=ole&password=" + Stage.password.percentEncoded, at: "there")
            let cookie = try #require(answer.cookie)
            #expect(await stage.get("/api/v1/mine", at: "there", ["Cookie": cookie]).text == "ole")
            #expect(await stage.get("/api/v1/mine", ["Cookie": cookie]).status == .unauthorized)
        }
    }

    @Test func cookiesAndBearerTokensAreNotInterchangeable() async throws {
        try await Stage.with { stage in
            let cookie = try #require(await stage.post("/login", form: Self.right).cookie)
            let secret = cookie.dropFirst("session=".count)
            #expect(await stage.get("/api/v1/mine", ["Authorization": "Bearer \(secret)"]).status == .unauthorized)
            let token = try await stage.tokens.create(login: "eva", in: stage.here.id)
            #expect(await stage.get("/api/v1/mine", ["Cookie": "session=\(token)"]).status == .unauthorized)
        }
    }

    @Test func aSignInEndsTheEarlierSessionOfTheBrowser() async throws {
        try await Stage.with { stage in
            let old = try #require(await stage.post("/login", form: Self.right).cookie)
            let new = try #require(await stage.post("/login", form: Self.right, ["Cookie": old]).cookie)
            #expect(new != old)
            #expect(await stage.get("/api/v1/mine", ["Cookie": old]).status == .unauthorized)
            #expect(await stage.get("/api/v1/mine", ["Cookie": new]).status == .ok)
        }
    }

    @Test func signingInReplacesAnUnknownSessionCookie() async throws {
        try await Stage.with { stage in
            let planted = "session=\(SecretKey().text)"
            let cookie = try #require(await stage.post("/login", form: Self.right, ["Cookie": planted]).cookie)
            #expect(cookie != planted)
            #expect(await stage.get("/api/v1/mine", ["Cookie": planted]).status == .unauthorized)
        }
    }

    @Test func anUnknownLoginAndAWrongPasswordGiveTheSamePage() async throws {
        try await Stage.with { stage in
            func seen(_ login: String) async -> (status: Int, text: String) {
                let page = await stage.post("/login", form: "login=\(login)&password=wrong+password")
                let text = page.text.replacing(login, with: "LOGIN")
                let nonce = text.firstRange(of: "nonce=\"").map { text[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
                return (page.status.code, text.replacing(nonce, with: "NONCE"))
            }
            let wrong = await seen("eva")
            let unknown = await seen("xyz")
            #expect(wrong == unknown)
            #expect(wrong.status == 401)
            #expect(wrong.text.contains("The login or the password is wrong."))
            #expect(!wrong.text.contains("wrong+password") && !wrong.text.contains("wrong password\""))
        }
    }

    @Test func signInIsDelayedAfterRepeatedFailures() async throws {
        try await Stage.with { stage in
            for _ in 0..<LoginThrottle.free { _ = await stage.post("/login", form: "login=eva&password=wrong") }
            let page = await stage.post("/login", form: Self.right)
            #expect(page.status == .tooManyRequests)
            #expect(page.fields["Retry-After"] == "1")
            #expect(page.text.contains("Too many attempts. Try again in 1 second."))
        }
    }

    @Test func theSignInPagesShowTheErrorThatTheServerIsBusy() {
        let busy = APIError(.serviceUnavailable, code: .busy, "busy", retryAfter: 2)
        #expect(LoginPage.shows(busy))
        let page = PlatformLoginPage(next: nil, login: "", error: busy).response
        #expect(page.status == .serviceUnavailable && page.fields["Retry-After"] == "2")
        #expect(page.text.contains("The server is busy. Try again in 2 seconds."))
        #expect(!LoginPage.shows(APIError(.serviceUnavailable, code: .databaseUnavailable, "down", retryAfter: 2)))
    }

    @Test(arguments: [
        (1, "1 second"), (119, "119 seconds"), (120, "2 minutes"), (121, "3 minutes"), (7140, "119 minutes"),
        (7141, "2 hours"), (43_200, "12 hours"),
    ])
    func longWaitingTimesAreShownInMinutesOrHours(seconds: Int, words: String) {
        #expect(LoginPage.waitingTime(seconds) == words)
    }

    @Test func anotherSiteCannotSignAVisitorIn() async throws {
        try await Stage.with { stage in
            let answer = await stage.post("/login", form: Self.right, ["Origin": "http://evil.example"])
            #expect(answer.status == .forbidden)
            #expect(answer.fields["Set-Cookie"] == nil)
        }
    }

    @Test func postLogout() async throws {
        try await Stage.with { stage in
            let cookie = try #require(await stage.post("/login", form: Self.right).cookie)
            let token = try #require(SecretKey(String(cookie.dropFirst("session=".count)))).formToken
            #expect(await stage.post("/logout", form: "", ["Cookie": cookie]).status == .forbidden)
            #expect(await stage.get("/api/v1/mine", ["Cookie": cookie]).status == .ok)
            let answer = await stage.post("/logout", form: "csrf=\(token)", ["Cookie": cookie])
            #expect(answer.status == .seeOther)
            #expect(answer.fields["Set-Cookie"] == "session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
            #expect(await stage.get("/api/v1/mine", ["Cookie": cookie]).status == .unauthorized)
            #expect(await stage.post("/logout", form: "", ["Cookie": cookie]).status == .seeOther)
        }
    }

    @Test func theFormTokenOfAnOldSessionIsRefused() async throws {
        try await Stage.with { stage in
            let old = try #require(await stage.post("/login", form: Self.right).cookie)
            let new = try #require(await stage.post("/login", form: Self.right, ["Cookie": old]).cookie)
            func token(_ cookie: String) throws -> String {
                try #require(SecretKey(String(cookie.dropFirst("session=".count)))).formToken
            }
            let oldToken = try token(old)
            let newToken = try token(new)
            #expect(await stage.post("/operator", form: "csrf=\(oldToken)", ["Cookie": new]).status == .forbidden)
            #expect(await stage.post("/operator", form: "csrf=\(newToken)", ["Cookie": new]).status == .seeOther)
        }
    }

    @Test func guessesDoNotDelayABrowserThatHasSignedInBefore() async throws {
        try await Stage.with { stage in
            let first = await stage.post("/login", form: Self.right)
            let field = try #require(first.fields.values(of: "Set-Cookie").first { $0.hasPrefix("device=") })
            #expect(field.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"))
            let cookie = String(field.prefix { $0 != ";" })
            // These guesses come from the browser's current address.
            for _ in 0..<50 { _ = await stage.post("/login", form: "login=eva&password=wrong", from: "192.0.2.77") }
            #expect(await stage.post("/login", form: Self.right, from: "192.0.2.77").status == .tooManyRequests)
            let again = await stage.post("/login", form: Self.right, ["Cookie": cookie], from: "192.0.2.77")
            #expect(again.status == .seeOther)
            #expect(again.fields.values(of: "Set-Cookie").contains { $0.hasPrefix(cookie + ";") })
        }
    }

    @Test func withTLSTheDeviceCookieIsSecureAndHasTheHostPrefix() async throws {
        try await Stage.with { stage in
            let answer = await stage.post(
                "/login", form: Self.right, ["X-Forwarded-Proto": "https"], from: "127.0.0.9")
            let field = try #require(answer.fields.values(of: "Set-Cookie").first { $0.contains("device=") })
            #expect(field.hasPrefix("__Host-device=") && field.hasSuffix("; Secure"))
        }
    }

    @Test func theSignInPageShowsEachRefusalWithTheTenantsTexts() async throws {
        try await Stage.with { stage in
            try await stage.setHelp()
            try await stage.addListener("ann", Subscription(.lapsed))
            try await stage.addListener("bob", Subscription(.supportRequired))
            let password = Stage.password.percentEncoded
            let ann = await stage.post("/login", form: "login=ann&password=\(password)")
            #expect(ann.status == .forbidden && ann.fields["Set-Cookie"] == nil)
            #expect(ann.text.contains("Předplatné &lt;skončilo&gt;"))
            #expect(ann.text.contains("<a href=\"https://radio.example/join?a=1&amp;b=2\" rel=\"noreferrer\">"))
            let bob = await stage.post("/login", form: "login=bob&password=\(password)")
            #expect(bob.status == .forbidden)
            #expect(bob.text.contains("<a href=\"tel:+44-(0)20-7946-0123\">"))
            #expect(bob.text.contains("<a href=\"https://radio.example/help\""))
            let wrong = await stage.post("/login", form: "login=ann&password=wrong")
            #expect(wrong.status == .unauthorized && wrong.text.contains("Konec"))
            #expect(!wrong.text.contains("radio.example"))
        }
    }
}
