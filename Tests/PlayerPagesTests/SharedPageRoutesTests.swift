import Foundation
import HTTP
import PlayerCore
import Players
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import PlayerPages

/// The pages and forms of shared sessions, which work without script (spec Decided 24).
@Suite struct SharedPageRoutesTests {
    private func withPages(_ body: (RouteStage) async throws -> Void) async throws {
        try await RouteStage.with(
            routes: { database, _ in
                PlayerPageRoutes(database: database, catalogue: PageCatalogue(), lastModified: 0).routes
                    + SharedPageRoutes(database: database, catalogue: PageCatalogue(), lastModified: 0).routes
                    + PlayerRoutes(database: database, catalogue: PageCatalogue()).routes
            }, body)
    }

    @discardableResult
    private func press(
        _ stage: RouteStage, _ path: String, _ form: String, as role: Role = .listener, at host: String = "here"
    ) async -> StageAnswer {
        await stage.send(
            .post, "/player/\(path)", body: Array(form.utf8), as: role, at: host,
            ["Content-Type": "application/x-www-form-urlencoded"])
    }

    private func page(_ stage: RouteStage, as role: Role = .listener) async -> String {
        await stage.send(.get, "/player", as: role).text
    }

    /// Begins a session of the listener, and returns the path of an invitation to it.
    private func begin(_ stage: RouteStage, _ rule: String = "everyone") async throws -> String {
        await press(stage, "play", "context=songs")
        try #require(await press(stage, "shared/start", "name=Ada&rule=\(rule)").status == 303)
        let invitation = await press(stage, "shared/invitation", "change=create")
        try #require(invitation.status == 200, "\(invitation.text)")
        let link = try #require(invitation.text.firstMatch(of: /value="[^"]*(\/player\/join\/[\w-]{43})"/))
        #expect(invitation.text.contains("aria-label=\"QR code of the invitation link\""))
        #expect(invitation.fields["Cache-Control"] == "no-store")
        return String(link.1)
    }

    private func join(_ stage: RouteStage, _ path: String, _ name: String = "Ben", as role: Role = .editor) async
        -> StageAnswer
    {
        await press(stage, String(path.dropFirst("/player/".count)), "name=\(name)", as: role)
    }

    @Test func anInvitedListenerCanSeeAndJoinTheSharedSession() async throws {
        try await withPages { stage in
            let path = try await begin(stage)
            let shown = await stage.send(.get, path, as: .editor)
            #expect(shown.status == 200)
            #expect(shown.text.contains("You are invited to the shared session of <strong>Ada</strong>"))
            #expect(shown.text.contains("<strong>Song 1</strong>"))
            #expect(shown.fields["Referrer-Policy"] == "strict-origin")
            #expect(await join(stage, path).fields["Location"] == "/player")
            let text = await page(stage, as: .editor)
            #expect(
                text.contains("2 members") && text.contains("<strong>Ada</strong>")
                    && text.contains("<strong>Ben</strong>"))
            #expect(text.contains("Pause for everybody") || text.contains("Play for everybody"))
        }
    }

    @Test func theOwnerMustConfirmActionsThatAffectOtherMembers() async throws {
        try await withPages { stage in
            _ = await join(stage, try await begin(stage))
            let text = await page(stage)
            for (path, words) in [
                ("leave", "End the session for everybody"), ("invitation", "Revoke all invitations"),
                ("members", "Remove<span class=\"hidden\">: Ben</span>"),
            ] {
                let question =
                    "<summary class=\"button grave\">\(words)</summary>\n<form method=\"post\" action=\"/player/shared/\(path)\">"
                #expect(text.contains(question), "\(words)")
            }
            // A form inside another form would be sent with the outer one (HTML, "form").
            let forms = text.matches(of: /<(\/?)form\b/).map { $0.1 == "/" ? -1 : 1 }
            var depth = 0
            for step in forms {
                depth += step
                #expect((0...1).contains(depth))
            }
            // Each member has a picture drawn from the name.
            #expect(text.contains(">B</i><div class=\"grow\"><strong>Ben</strong>"), "\(text)")
            // A member who is not the owner can only leave.
            #expect(!(await page(stage, as: .editor)).contains("class=\"confirm\""))
        }
    }

    @Test func theErrorForAMemberNameLinksToItsField() async throws {
        try await withPages { stage in
            let answer = await join(stage, try await begin(stage), "")
            #expect(answer.status == 422)
            #expect(answer.text.contains("<a href=\"#name\">Your name in the session must"), "\(answer.text)")
            #expect(answer.text.contains("id=\"name-fault\"") && answer.text.contains("aria-invalid=\"true\""))
        }
    }

    @Test func joiningWithATakenNameShowsTheFormAgain() async throws {
        try await withPages { stage in
            let path = try await begin(stage)
            let answer = await join(stage, path, "ada")
            #expect(answer.status == 409)
            #expect(answer.text.contains("Another member of the session has this name"))
            #expect(answer.text.contains("value=\"ada\""))
        }
    }

    @Test func anInvitationOfAnotherTenantIsNotFound() async throws {
        try await withPages { stage in
            let path = try await begin(stage)
            #expect(await stage.send(.get, path, as: .editor, at: "there").status == 404)
            #expect(await stage.send(.get, "/player/join/none", as: .editor).status == 404)
        }
    }

    @Test func aRevokedInvitationOrEndedSessionIsExplainedOnThePage() async throws {
        try await withPages { stage in
            let path = try await begin(stage)
            #expect(await press(stage, "shared/invitation", "change=revoke").status == 303)
            let revoked = await stage.send(.get, path, as: .editor)
            #expect(revoked.status == 410 && revoked.text.contains("revoked"))
            let link = await press(stage, "shared/invitation", "change=create")
            let other = try #require(link.text.firstMatch(of: /value="[^"]*(\/player\/join\/[\w-]{43})"/))
            #expect(await press(stage, "shared/leave", "scope=everyone").status == 303)
            let ended = await stage.send(.get, String(other.1), as: .editor)
            #expect(ended.status == 410 && ended.text.contains("has ended"))
        }
    }

    @Test func playingATrackDuringASharedSessionAddsTheTrackToItsQueue() async throws {
        try await withPages { stage in
            let path = try await begin(stage)
            _ = await join(stage, path)
            #expect(await press(stage, "play", "context=songs&track=soundcloud:tracks:2", as: .editor).status == 303)
            #expect(await page(stage).contains("Shared queue (4 tracks)"))
            #expect(await press(stage, "events", "event=play&device=web-1").status == 409)
        }
    }

    @Test(arguments: ["queue/last", "queue/next"])
    func aMemberCanAddATrackToTheSharedQueue(form: String) async throws {
        try await withPages { stage in
            let path = try await begin(stage)
            _ = await join(stage, path)
            #expect(await press(stage, form, "track=soundcloud:tracks:2", as: .editor).status == 303)
            #expect(await page(stage).contains("Shared queue (4 tracks)"))
        }
    }

    @Test func votesOfBothMembersSkipTheTrack() async throws {
        try await withPages { stage in
            let path = try await begin(stage, "votes")
            _ = await join(stage, path)
            #expect(await page(stage, as: .editor).contains("Vote to skip (0 of 2)"))
            #expect(!(await page(stage, as: .editor)).contains("Play for everybody"))
            let vote = "event=voteToSkip&track=soundcloud:tracks:1"
            #expect(await press(stage, "shared/events", vote, as: .editor).status == 303)
            #expect(await page(stage, as: .editor).contains("Withdraw vote (1 of 2)"))
            #expect(await press(stage, "shared/events", vote).status == 303)
            #expect(await page(stage).contains("Vote to skip (0 of 2)"))
            #expect(await press(stage, "shared/events", vote).status == 409)
        }
    }

    @Test func leavingASharedSessionShowsTheMembersOwnPlayerAgain() async throws {
        try await withPages { stage in
            let path = try await begin(stage)
            _ = await join(stage, path)
            #expect(await stage.send(.get, "/player/bar", as: .listener).text.contains("data-shared"))
            #expect(await press(stage, "shared/leave", "scope=me").status == 303)
            let own = await page(stage)
            #expect(own.contains("Queue (4 tracks)") && own.contains("Start a shared session"))
            #expect(!(await stage.send(.get, "/player/bar", as: .listener)).text.contains("data-shared"))
            let other = await page(stage, as: .editor)
            #expect(other.contains("1 member") && !other.contains("<strong>Ada</strong>"))
        }
    }

    @Test func onlyTheOwnerCanRemoveAMember() async throws {
        try await withPages { stage in
            let path = try await begin(stage)
            _ = await join(stage, path)
            let member = try #require(await page(stage).firstMatch(of: /name="remove" value="(\d+)"/))
            #expect(await press(stage, "shared/members", "remove=\(member.1)", as: .editor).status == 403)
            #expect(await press(stage, "shared/members", "remove=\(member.1)").status == 303)
            #expect(await page(stage, as: .editor).contains("Start a shared session"))
        }
    }

    @Test func aChangeOfAnOutdatedSharedQueueIsRefused() async throws {
        try await withPages { stage in
            _ = try await begin(stage)
            #expect(await press(stage, "shared/queue", "change=remove 0 soundcloud:tracks:9").status == 409)
            #expect(await press(stage, "shared/queue", "change=remove 0 soundcloud:tracks:1").status == 303)
            #expect(await press(stage, "shared/queue", "change=play 1 soundcloud:tracks:4").status == 303)
            #expect(await page(stage).contains("Pause for everybody"))
        }
    }

    @Test(arguments: ["change=remove 0 soundcloud:tracks:1", "change=remove 0"])
    func aChangeOfTheSharedQueueWithoutASessionIsNotFound(form: String) async throws {
        try await withPages { stage in #expect(await press(stage, "shared/queue", form).status == 404) }
    }

    @Test(arguments: [
        ("shared/start", "name=Ada&rule=none"), ("shared/start", "name=&rule=votes"), ("shared/events", "event=fly"),
        ("shared/invitation", "change=none"), ("shared/leave", "scope=none"), ("shared/queue", "change=fly"),
        ("shared/members", "remove=x"),
    ])
    func invalidFormsOfASharedSessionAreRefused(path: String, form: String) async throws {
        try await withPages { stage in #expect(await press(stage, path, form).status == 422) }
    }
}
