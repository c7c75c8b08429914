import FoundationEssentials
import HTTP
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

    @Test func anInvitationBeyondTheLimitIsRefused() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            try await stage.database.sql(
                """
                insert into app.account_link (tenant_id, purpose, token_hash, role, expires_at)
                select \(stage.here.id), 'invitation', sha256(n::text::bytea), 'editor', now() + interval '1 day'
                  from generate_series(1, \(AccountLinkStore.limit)) n;
                """)
            let refused = await stage.send(.post, Self.path, json: "{\"role\": \"editor\"}", token: token)
            #expect(refused.status == .conflict && refused.code == "too-many-invitations")
            try await stage.database.sql("update app.account_link set used_at = now() where link_id % 2 = 0;")
            #expect(await stage.send(.post, Self.path, json: "{\"role\": \"editor\"}", token: token).status == .created)
        }
    }

    @Test func simultaneousInvitationsCannotExceedTheLimit() async throws {
        try await Stage.with { stage in
            let token = try await stage.administrator()
            try await stage.database.sql(
                """
                insert into app.account_link (tenant_id, purpose, token_hash, role, expires_at)
                select \(stage.here.id), 'invitation', sha256(n::text::bytea), 'editor', now() + interval '1 day'
                  from generate_series(2, \(AccountLinkStore.limit)) n;
                """)
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        Int(
                            await stage.send(.post, Self.path, json: "{\"role\": \"editor\"}", token: token).status.code
                        )
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201] + [Int](repeating: 409, count: 7))
            let open = try await stage.database.sql("select count(*) from app.account_link")
            #expect(open == "\(AccountLinkStore.limit)")
        }
    }
}
