import FoundationEssentials
import HTTP
import Logging
import Testing
import Web

@testable import Accounts

@Suite struct PasswordResetRoutesTests {
    private static let path = "/api/v1/password-resets"

    private static func giveAddress(_ stage: Stage) async throws {
        try await stage.database.sql("update app.user_account set email = login || '@example.org';")
    }

    /// Requests a link as the endpoint does, and waits for the background task.
    private static func sendLink(_ stage: Stage, _ login: String, host: String = "here") async {
        let request = Request(method: .post, path: path, authority: host)
        let context = RequestContext(
            tenant: stage.here, caller: nil, requestID: "1",
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        await stage.resets.sendLink(login: login, request, context)?.value
    }

    @Test func askForPasswordReset() async throws {
        try await Stage.with { stage in
            try await Self.giveAddress(stage)
            let known = await stage.send(.post, Self.path, json: "{\"login\": \"eva\"}")
            let unknown = await stage.send(.post, Self.path, json: "{\"login\": \"nobody\"}")
            #expect(known.status == .accepted && unknown.status == .accepted)
            #expect(known.text == unknown.text)
            #expect(known.fields.lines.map(\.name) == unknown.fields.lines.map(\.name))
            for _ in 0..<6000 where stage.postbox.messages.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            let message = try #require(stage.postbox.messages.first)
            #expect(message.to == "Eva@example.org")
            let link = try #require(message.text.split(separator: "\n").first { $0.hasPrefix("http://here/links/") })
            let path = String(link.dropFirst("http://here".count))
            #expect(await stage.get(path).status == .ok)
            #expect(await stage.logIn("eva").status == .created, "a request changes nothing")
        }
    }

    @Test func passwordResetMailIsSentOnlyToEnabledAccountsWithAnAddress() async throws {
        try await Stage.with { stage in
            await Self.sendLink(stage, "eva")
            #expect(stage.postbox.messages.isEmpty, "no address")
            try await Self.giveAddress(stage)
            await Self.sendLink(stage, "nobody")
            await Self.sendLink(stage, "ole")
            #expect(stage.postbox.messages.isEmpty, "no account here")
            await Self.sendLink(stage, "eva")
            #expect(stage.postbox.messages.map(\.to) == ["Eva@example.org"])
            try await stage.database.sql("update app.user_account set disabled_at = now();")
            await Self.sendLink(stage, "eva")
            #expect(stage.postbox.messages.count == 1, "disabled")
        }
    }

    /// Otherwise the default tenant would send a mail whose link has the attacker's host.
    @Test func noPasswordResetLinkIsSentForAHostThatTheTenantDoesNotHave() async throws {
        try await Stage.with { stage in
            try await Self.giveAddress(stage)
            await Self.sendLink(stage, "eva", host: "evil.example")
            await Self.sendLink(stage, "eva", host: "there")
            #expect(stage.postbox.messages.isEmpty)
            await Self.sendLink(stage, "eva")
            #expect(stage.postbox.messages.count == 1)
        }
    }

    @Test func aPasswordResetRequestDoesNotInvalidateTheAdministratorsLink() async throws {
        try await Stage.with { stage in
            try await Self.giveAddress(stage)
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            let path = try await stage.links.resetPath(of: eva.id, by: .command, in: stage.here.id)
            await Self.sendLink(stage, "eva")
            #expect(stage.postbox.messages.count == 1)
            #expect(await stage.get(path).status == .ok)
        }
    }

    @Test func passwordResetMailsToOneAccountAreLimitedPerHour() async throws {
        try await Stage.with { stage in
            try await Self.giveAddress(stage)
            for _ in 0..<20 { await Self.sendLink(stage, "eva") }
            #expect(stage.postbox.messages.count == PasswordReset.hourly)
            stage.clock.advance(seconds: 3600)
            await Self.sendLink(stage, "EVA")
            #expect(stage.postbox.messages.count == PasswordReset.hourly + 1)
        }
    }

    @Test func spellingsOfOneLoginShareTheLimitOfPasswordResetMails() async throws {
        try await Stage.with { stage in
            try await stage.add("ida", .listener)
            try await Self.giveAddress(stage)
            for spelling in ["ida", "Ida", "\u{130}da", "\u{130}DA", "IDA"] {
                for _ in 0..<PasswordReset.hourly { await Self.sendLink(stage, spelling) }
            }
            #expect(stage.postbox.messages.count == PasswordReset.hourly)
        }
    }

    @Test func anInvalidPasswordResetRequestIsRefused() async throws {
        try await Stage.with { stage in
            #expect(await stage.send(.post, Self.path, json: "{}").status == .unprocessableContent)
            #expect(await stage.send(.post, Self.path, json: "{").status == .badRequest)
        }
    }

    @Test func getPasswordResetPage() async throws {
        try await Stage.with { stage in
            #expect(await stage.get("/password-reset").text.contains("action=\"/password-reset\""))
            #expect(await stage.get("/login").text.contains("href=\"/password-reset\""))
            let refused = await stage.post("/login", form: "login=nobody&password=wrong")
            #expect(refused.status == .unauthorized && refused.text.contains("href=\"/password-reset\""))
        }
    }

    @Test func postPasswordResetPageAnswersAlikeForKnownAndUnknownLogins() async throws {
        try await Stage.with { stage in
            for login in ["eva", "nobody"] {
                let answer = await stage.post("/password-reset", form: "login=\(login)")
                #expect(answer.status == .seeOther && answer.fields["Location"] == "/welcome?notice=asked")
            }
        }
    }
}
