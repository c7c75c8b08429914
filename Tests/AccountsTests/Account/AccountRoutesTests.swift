import HTTP
import Testing
import Web

@testable import Accounts

@Suite struct AccountRoutesTests {
    /// Signs a browser in and returns its cookie and form token.
    private static func browser(_ stage: Stage) async throws -> (fields: Fields, csrf: String) {
        let form = "login=eva&password=" + Stage.password.percentEncoded
        let cookie = try #require(await stage.post("/login", form: form).cookie)
        let fields: Fields = ["Cookie": cookie]
        return (fields, try #require(await stage.get("/account", fields).formToken))
    }

    /// The session IDs of the page's buttons, in order.
    private static func ids(_ page: Response) -> [String] {
        page.text.split(separator: "name=\"session\" value=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    @Test func getAccountPage() async throws {
        try await Stage.with { stage in
            let body = "{\"login\": \"eva\", \"password\": \"\(Stage.password)\", \"device\": \"<Eva's> phone\"}"
            _ = await stage.send(.post, "/api/v1/sessions", json: body)
            _ = try await stage.tokens.create(login: "eva", in: stage.here.id)
            let page = await stage.get("/account", try await Self.browser(stage).fields)
            #expect(page.status == .ok)
            #expect(page.fields["Cache-Control"] == "no-store")
            #expect(page.text.contains("signed in as <strong>Eva</strong>"))
            #expect(page.text.contains("Your role at Here is <strong>operator</strong>"))
            #expect(page.text.contains("<strong>&lt;Eva&#39;s&gt; phone</strong>"))
            #expect(page.text.contains("<strong>Access token</strong>"))
            #expect(page.text.contains("<strong>Browser</strong><span class=\"mark\">This session</span>"))
            #expect(page.text.contains("Expires in 12 hours if not used."))
            #expect(page.text.contains("> Access token, last used less than a minute ago</span></summary>"))
            #expect(page.text.contains(">End access token</button>"))
            #expect(page.text.contains(">This browser or device must sign in again.</p>"))
            #expect(Self.ids(page).count == 2, "the one that asks logs out instead")
            #expect(page.text.contains("End all other sessions"))
            #expect(!page.text.contains("role=\"status\""))
        }
    }

    @Test func theAccountPageWithASingleSessionHasNoButtonToEndOtherSessions() async throws {
        try await Stage.with { stage in
            let page = await stage.get("/account", try await Self.browser(stage).fields)
            #expect(Self.ids(page).isEmpty)
            #expect(!page.text.contains("End all other sessions"))
        }
    }

    @Test func theAccountPageRedirectsAVisitorToTheSignInPage() async throws {
        try await Stage.with { stage in
            let answer = await stage.get("/account")
            #expect(answer.status == .seeOther)
            #expect(answer.fields["Location"] == "/login?next=%2Faccount")
        }
    }

    @Test func postAccountSessionEnd() async throws {
        try await Stage.with { stage in
            let lost = try await stage.logIn("eva").pair
            let (fields, csrf) = try await Self.browser(stage)
            let id = try #require(Self.ids(await stage.get("/account", fields)).first)
            let path = "/account/sessions/end"
            #expect(await stage.post(path, form: "session=\(id)", fields).status == .forbidden)
            #expect(await stage.get("/api/v1/mine", ["Authorization": "Bearer \(lost.accessToken)"]).status == .ok)
            let answer = await stage.post(path, form: "csrf=\(csrf)&session=\(id)", fields)
            #expect(answer.status == .seeOther)
            #expect(answer.fields["Location"] == "/account?notice=ended")
            #expect(
                await stage.get("/api/v1/mine", ["Authorization": "Bearer \(lost.accessToken)"]).status.code == 401)
            let page = await stage.get("/account", query: "notice=ended", fields)
            #expect(page.text.contains("role=\"status\">Session ended."))
            #expect(Self.ids(page).isEmpty)
            // These are a repeated request, and IDs that are not sessions of this account.
            for other in [id, "0", "x"] {
                let again = await stage.post(path, form: "csrf=\(csrf)&session=\(other)", fields)
                #expect(again.fields["Location"] == "/account?notice=gone")
            }
            #expect(await stage.post(path, form: "csrf=\(csrf)", fields).status == .unprocessableContent)
        }
    }

    @Test func aSessionOfAnotherAccountCannotBeEnded() async throws {
        try await Stage.with { stage in
            let stranger = try await stage.logIn("ole", at: "there").pair
            let id = try await stage.database.sql("select session_id from app.session;")
            let (fields, csrf) = try await Self.browser(stage)
            let answer = await stage.post("/account/sessions/end", form: "csrf=\(csrf)&session=\(id)", fields)
            #expect(answer.fields["Location"] == "/account?notice=gone")
            let token: Fields = ["Authorization": "Bearer \(stranger.accessToken)"]
            #expect(await stage.get("/api/v1/mine", at: "there", token).status == .ok)
        }
    }

    @Test func postAccountOtherSessionsEnd() async throws {
        try await Stage.with { stage in
            let lost = try await stage.logIn("eva").pair
            let (fields, csrf) = try await Self.browser(stage)
            let path = "/account/sessions/others/end"
            #expect(await stage.post(path, form: "", fields).status == .forbidden)
            let answer = await stage.post(path, form: "csrf=\(csrf)", fields)
            #expect(answer.status == .seeOther)
            #expect(answer.fields["Location"] == "/account?notice=others-ended")
            #expect(
                await stage.get("/api/v1/mine", ["Authorization": "Bearer \(lost.accessToken)"]).status.code == 401)
            let page = await stage.get("/account", query: "notice=others-ended", fields)
            #expect(page.text.contains("All other sessions and all access tokens have ended."))
        }
    }

    @Test func anUnknownNoticeOnTheAccountPageShowsNoMessage() async throws {
        try await Stage.with { stage in
            let (fields, _) = try await Self.browser(stage)
            let page = await stage.get("/account", query: "notice=%3Cb%3E", fields)
            #expect(page.status == .ok)
            #expect(!page.text.contains("role=\"status\""))
        }
    }

    @Test func postAccountProfile() async throws {
        try await Stage.with { stage in
            let (fields, csrf) = try await Self.browser(stage)
            let path = "/account/profile"
            #expect(await stage.post(path, form: "displayName=Eva+N", fields).status == .forbidden)
            let form = "csrf=\(csrf)&displayName=%3CEva%3E&email=eva%40example.org"
            let answer = await stage.post(path, form: form, fields)
            #expect(answer.status == .seeOther && answer.fields["Location"] == "/account?notice=saved")
            let page = await stage.get("/account", query: "notice=saved", fields)
            #expect(page.text.contains("value=\"&lt;Eva&gt;\"") && page.text.contains("value=\"eva@example.org\""))
            let wrong = await stage.post(path, form: "csrf=\(csrf)&displayName=Eva&email=eva", fields)
            #expect(wrong.status == .unprocessableContent)
            let fault = "The email address must look like name@example.org"
            #expect(wrong.text.contains("<a href=\"#email\">\(fault)"))
            #expect(wrong.text.contains("aria-invalid=\"true\" aria-describedby=\"email-fault\""))
            #expect(wrong.text.contains("name=\"email\" type=\"email\" value=\"eva\""), "the typed value is kept")
        }
    }

    @Test func postAccountPassword() async throws {
        try await Stage.with { stage in
            let lost = try await stage.logIn("eva").pair
            let (fields, csrf) = try await Self.browser(stage)
            let path = "/account/password"
            let new = "a whole new password"
            let wrong = await stage.post(
                path, form: "csrf=\(csrf)&current=wrong&new=" + new.percentEncoded, fields)
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("is incorrect"))
            #expect(wrong.text.contains("<a href=\"#current\">The current password is incorrect"))
            let form = "csrf=\(csrf)&current=" + Stage.password.percentEncoded + "&new=" + new.percentEncoded
            let answer = await stage.post(path, form: form, fields)
            #expect(answer.fields["Location"] == "/account?notice=password-changed")
            let cookie = try #require(answer.cookie)
            #expect(await stage.get("/account", ["Cookie": cookie]).status == .ok)
            #expect(await stage.get("/account", fields).status == .seeOther)
            #expect(await stage.send(.get, "/api/v1/mine", token: lost.accessToken).status == .unauthorized)
        }
    }

    @Test func postAccountToken() async throws {
        try await Stage.with { stage in
            let (fields, csrf) = try await Self.browser(stage)
            let path = "/account/tokens"
            #expect(await stage.post(path, form: "name=x&days=1", fields).status == .forbidden)
            let page = await stage.post(
                path, form: "csrf=\(csrf)&name=follower&days=30&scope=moveLive", fields)
            #expect(page.status == .ok)
            let secret = try #require(
                page.text.firstRange(of: "class=\"secret\">").map {
                    String(page.text[$0.upperBound...].prefix { $0 != "<" })
                })
            #expect(await stage.send(.post, "/operator", token: secret).status == .seeOther)
            #expect(await stage.send(.get, "/operator", token: secret).status == .forbidden)
            let later = await stage.get("/account", fields)
            #expect(!later.text.contains(secret))
            #expect(later.text.contains("Token: follower") && later.text.contains("Permissions: moveLive."))
            #expect(later.text.contains("Expires in 30 days."))
            let refused = await stage.post(path, form: "csrf=\(csrf)&name=x&days=0&scope=moveLive", fields)
            #expect(refused.text.contains("<a href=\"#days\">The number of days must be"))
            #expect(refused.text.contains("value=\"moveLive\" checked"), "the typed values are kept")
            for wrong in ["name=x&days=0", "name=&days=1", "name=x&days=1&scope=manageAccounts"] {
                #expect(
                    await stage.post(path, form: "csrf=\(csrf)&" + wrong, fields).status == .unprocessableContent)
            }
        }
    }
}
