import FoundationEssentials
import HTTP
import Tenancy
import Testing
import Web

@testable import Accounts

@Suite struct LinkRoutesTests {
    /// Invites an editor and returns the path of the link.
    private static func invite(_ stage: Stage, email: String? = nil) async throws -> String {
        let invitation = try Invitation(role: .editor, email: email, displayName: "Uma")
        return LinkAddress.path(try await stage.links.invite(invitation, by: .command, in: stage.here.id).secret)
    }

    private static func reset(_ stage: Stage) async throws -> String {
        let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
        return try await stage.links.resetPath(of: eva.id, by: .command, in: stage.here.id)
    }

    private static let next = "another horse in the pit"
    private static let choice = "{\"login\": \"uma\", \"password\": \"\(Stage.password)\"}"

    @Test func getLink() async throws {
        try await Stage.with { stage in
            let invited = await stage.get("/api/v1" + (try await Self.invite(stage)))
            #expect(invited.text.contains("\"purpose\":\"invitation\"") && invited.text.contains("\"role\":\"editor\""))
            let reset = await stage.get("/api/v1" + (try await Self.reset(stage)))
            #expect(reset.text.contains("\"purpose\":\"password-reset\"") && reset.text.contains("\"login\":\"Eva\""))
        }
    }

    @Test func useLink() async throws {
        try await Stage.with { stage in
            let path = "/api/v1" + (try await Self.invite(stage, email: "uma@example.org"))
            let answer = await stage.send(.post, path, json: Self.choice)
            #expect(answer.status == .created)
            #expect(answer.text.contains("\"role\":\"editor\"") && answer.text.contains("uma@example.org"))
            #expect(await stage.logIn("uma").status == .created)
            #expect(try await stage.record().last == "account.create uma")
            let actor = try await stage.database.sql(
                "select actor from app.audit_event order by event_id desc limit 1;")
            #expect(actor == "uma")
        }
    }

    @Test func onlyOneOfSimultaneousUsesOfALinkSucceeds() async throws {
        try await Stage.with { stage in
            let path = "/api/v1" + (try await Self.invite(stage))
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let body = "{\"login\": \"uma\(number)\", \"password\": \"\(Stage.password)\"}"
                        return await stage.send(.post, path, json: body).status.code
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }.sorted()
            }
            #expect(statuses == [201] + [Int](repeating: 404, count: 7))
        }
    }

    /// Clients cannot distinguish used, expired, withdrawn, foreign and unknown links.
    @Test func unusableAndUnknownLinksGiveTheSameResponse() async throws {
        try await Stage.with { stage in
            let used = try await Self.invite(stage)
            _ = await stage.send(.post, "/api/v1" + used, json: Self.choice)
            let ended = try await Self.invite(stage)
            try await stage.database.sql("update app.account_link set expires_at = now() where used_at is null;")
            let good = try await Self.invite(stage)
            let unknown = await stage.get("/api/v1/links/" + SecretKey().text)
            #expect(unknown.status == .notFound && unknown.code == "no-such-link")
            for (path, host) in [(used, "here"), (ended, "here"), (good, "there"), ("/links/x", "here")] {
                let read = await stage.get("/api/v1" + path, at: host)
                #expect(read.status == .notFound && read.text == unknown.text)
                let written = await stage.send(.post, "/api/v1" + path, json: Self.choice, at: host)
                #expect(written.status == .notFound && written.text == unknown.text)
                #expect(await stage.get(path, at: host).status == .notFound)
            }
            #expect(await stage.get(good).status == .ok)
        }
    }

    @Test func invalidInputDoesNotUseUpALink() async throws {
        try await Stage.with { stage in
            let path = "/api/v1" + (try await Self.invite(stage))
            for (body, status) in [
                ("{\"password\": \"\(Stage.password)\"}", 422), ("{\"login\": \"uma\", \"password\": \"short\"}", 422),
                ("{\"login\": \"EVA\", \"password\": \"\(Stage.password)\"}", 409),
                ("{\"login\": \"uma\", \"password\": \"\(Stage.password)\", \"displayName\": \"a\\nb\"}", 422),
            ] {
                #expect(await stage.send(.post, path, json: body).status.code == status, "\(body)")
            }
            #expect(await stage.send(.post, path, json: Self.choice).status == .created)
        }
    }

    @Test func anInvitationCannotExceedTheTenantsLimitOfAccounts() async throws {
        try await Stage.with(limits: TenantLimits(accounts: 1)) { stage in
            let path = "/api/v1" + (try await Self.invite(stage))
            #expect(await stage.send(.post, path, json: Self.choice).code == "too-many-accounts")
            #expect(await stage.get(path).status == .ok)
        }
    }

    @Test func aPasswordResetEndsAllSessionsOfTheAccount() async throws {
        try await Stage.with { stage in
            let pair = try await stage.logIn("eva").pair
            let script = try await stage.token()
            let path = "/api/v1" + (try await Self.reset(stage))
            let answer = await stage.send(.post, path, json: "{\"password\": \"\(Self.next)\"}")
            #expect(answer.status == .noContent)
            for old in [pair.accessToken, script] {
                #expect(await stage.send(.get, "/api/v1/mine", token: old).status == .unauthorized)
            }
            #expect(await stage.logIn("eva").status == .unauthorized)
            #expect(await stage.logIn("eva", Self.next).status == .created)
            #expect(await stage.send(.post, path, json: "{\"password\": \"\(Self.next)\"}").status == .notFound)
            #expect(try await stage.record().last == "password-reset.use Eva")
        }
    }

    @Test func aDisabledAccountHasNoUsablePasswordResetLink() async throws {
        try await Stage.with { stage in
            let path = try await Self.reset(stage)
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            _ = try await stage.accounts.administer(
                eva.id, AccountChange(isDisabled: true), by: .command, in: stage.here.id)
            #expect(await stage.get(path).status == .notFound)
            await #expect(throws: APIError.self) { try await Self.reset(stage) }
        }
    }

    @Test func getLinkPage() async throws {
        try await Stage.with { stage in
            let path = try await Self.invite(stage)
            let page = await stage.get(path)
            #expect(page.text.contains("<form method=\"post\" action=\"\(path)\">"))
            #expect(page.text.contains("<strong>editor</strong>") && page.text.contains("value=\"Uma\""))
            #expect(page.text.contains("autocomplete=\"new-password\""))
            // Later requests must not reveal the secret, and the form's request must still have `Origin`.
            #expect(page.fields["Referrer-Policy"] == "strict-origin")
            #expect(page.fields["Cache-Control"] == "no-store")
            #expect(page.route == "/links/{link}", "the log and the metrics contain no secret")
            #expect(await stage.get(path).status == .ok, "opening the page does not use the link up")
        }
    }

    @Test func postLinkPage() async throws {
        try await Stage.with { stage in
            let path = try await Self.invite(stage)
            let wrong = await stage.post(path, form: "login=%3Cuma%3E&password=short")
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.text.contains("value=\"&lt;uma&gt;\"") && wrong.text.contains("role=\"alert\""))
            #expect(!wrong.text.contains("short"))
            let form = "login=uma&displayName=Uma&password=" + Stage.password.percentEncoded
            #expect(await stage.post(path, form: form, ["Origin": "http://evil.example"]).status == .forbidden)
            let answer = await stage.post(path, form: form)
            #expect(answer.status == .seeOther && answer.fields["Location"] == "/welcome?notice=account")
            #expect(await stage.logIn("uma").status == .created)
            let reset = try await Self.reset(stage)
            let done = await stage.post(reset, form: "password=" + Self.next.percentEncoded)
            #expect(done.fields["Location"] == "/welcome?notice=password")
            #expect(await stage.post(reset, form: "password=" + Self.next.percentEncoded).status == .notFound)
        }
    }

    @Test func getWelcomePage() async throws {
        try await Stage.with { stage in
            #expect(await stage.get("/welcome", query: "notice=account").text.contains("role=\"status\""))
            #expect(await !stage.get("/welcome", query: "notice=x").text.contains("role=\"status\""))
        }
    }
}
