import FoundationEssentials
import HTTP
import TestSupport
import Testing
import Web

@testable import Accounts

@Suite struct InvitationRoutesTests {
    struct List: Decodable {
        let items: [Item]

        struct Item: Decodable {
            let id: String
            let role: String
            let email: String?
        }
    }

    private static let path = "/api/v1/admin/invitations"

    @Test func createInvitation() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let body = "{\"role\": \"editor\", \"email\": \"uma@example.org\", \"displayName\": \"Uma\"}"
            let answer = await stage.send(.post, Self.path, json: body, token: token)
            #expect(answer.status == .created)
            let made: NewLinkBody = try answer.json()
            #expect(made.mailed && stage.postbox.messages.first?.text.contains(made.url) == true)
            let secret = try #require(made.url.split(separator: "/").last)
            let rows = try await stage.database.sql("select l::text from app.account_link l;")
            #expect(!rows.contains(secret), "the database holds no usable link")
            #expect(try await !stage.database.sql("select e::text from app.audit_event e;").contains(secret))
            #expect(try await stage.record().last == "invitation.create uma@example.org")
            for wrong in [
                "{}", "{\"role\": \"king\"}", "{\"role\": \"editor\", \"email\": \"uma\"}",
                "{\"role\": \"editor\", \"expiresInMs\": 2592000001}", "{\"role\": \"editor\", \"expiresInMs\": 0}",
            ] {
                #expect(await stage.send(.post, Self.path, json: wrong, token: token).status.code == 422, "\(wrong)")
            }
            #expect(try await stage.send(.post, Self.path, json: body, token: stage.token()).status == .forbidden)
        }
    }

    @Test func anInvitationLinkHasTheForwardedSchemeAndTheHostOfTheRequest() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let fields: Fields = [
                "Authorization": "Bearer \(token)", "Content-Type": "application/json", "X-Forwarded-Proto": "https",
                "X-Forwarded-Host": "elsewhere.example",
            ]
            let answer = await stage.application.respond(
                to: Request(
                    method: .post, path: Self.path, authority: "here", fields: fields,
                    body: Array("{\"role\": \"listener\"}".utf8), peer: "127.0.0.9"))
            let made: NewLinkBody = try answer.json()
            #expect(made.url.hasPrefix("https://here/links/"))
        }
    }

    @Test func findInvitations() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let body = "{\"role\": \"editor\", \"email\": \"uma@example.org\"}"
            _ = await stage.send(.post, Self.path, json: body, token: token)
            let answer = await stage.send(.get, Self.path, token: token)
            let list: List = try answer.json()
            #expect(list.items.map(\.role) == ["editor"] && !answer.text.contains("links/"))
            try await stage.database.sql("update app.account_link set expires_at = now();")
            let none: List = try await stage.send(.get, Self.path, token: token).json()
            #expect(none.items.isEmpty)
        }
    }

    @Test func deleteInvitation() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            let made: NewLinkBody = try await stage.send(
                .post, Self.path, json: "{\"role\": \"editor\"}", token: token
            )
            .json()
            #expect(await stage.get(made.path).status == .ok)
            #expect(await stage.send(.delete, Self.path + "/\(made.id)", token: token).status == .noContent)
            #expect(await stage.get(made.path).status == .notFound)
            for id in [made.id, "x", "0"] {
                let answer = await stage.send(.delete, Self.path + "/" + id, token: token)
                #expect(answer.status == .notFound && answer.code == "no-such-invitation")
            }
        }
    }

    /// Adds open invitations to the tenant "here".
    private static func addInvitations(_ count: Int64, in stage: Stage) async throws {
        try await stage.database.sql(
            """
            insert into app.account_link (tenant_id, purpose, token_hash, role, expires_at)
            select \(stage.here.id), 'invitation', sha256(n::text::bytea), 'editor', now() + interval '1 day'
              from generate_series(1, \(count)) n;
            """)
    }

    @Test func anInvitationBeyondTheLimitIsRefused() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            try await Self.addInvitations(AccountLinkStore.limit, in: stage)
            let refused = await stage.send(.post, Self.path, json: "{\"role\": \"editor\"}", token: token)
            #expect(refused.status == .conflict && refused.code == "too-many-invitations")
            try await stage.database.sql("update app.account_link set used_at = now() where link_id % 2 = 0;")
            #expect(await stage.send(.post, Self.path, json: "{\"role\": \"editor\"}", token: token).status == .created)
        }
    }

    @Test func simultaneousInvitationsCannotExceedTheLimit() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            try await Self.addInvitations(AccountLinkStore.limit - 1, in: stage)
            // Each request inserts its link before its audit event, so that both requests have counted before either of them commits.
            let asking = try await stage.database.owner.transaction { transaction in
                _ = try await transaction.rows("lock table app.audit_event in share mode")
                let asking = (0..<2).map { _ in
                    Task {
                        await stage.send(.post, Self.path, json: "{\"role\": \"editor\"}", token: token).status.code
                    }
                }
                let waiting = """
                    select count(*)
                      from pg_stat_activity
                     where datname = current_database()
                       and wait_event_type = 'Lock'
                    """
                #expect(
                    try await eventually(within: .seconds(120)) { try await stage.database.sql(waiting) == "2" })
                return asking
            }
            var statuses: [Int] = []
            for task in asking { statuses.append(await task.value) }
            #expect(statuses.sorted() == [201, 409])
            let open = try await stage.database.sql("select count(*) from app.account_link")
            #expect(open == "\(AccountLinkStore.limit)")
        }
    }
}
