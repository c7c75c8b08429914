import FoundationEssentials
import HTTP
import Testing
import Web

@testable import Accounts

@Suite struct TokenRoutesTests {
    struct Made: Decodable {
        let id: String
        let name: String?
        let scope: [String]?
        let expiresAt: String
        let token: String?
    }

    struct List: Decodable { let items: [Made] }

    private static let path = "/api/v1/me/tokens"

    @Test func createToken() async throws {
        try await Stage.with { stage in
            let token = try await stage.token()
            let body = "{\"name\": \"follower\", \"scope\": [\"moveLive\"], \"expiresInMs\": 3600000}"
            let answer = await stage.send(.post, Self.path, json: body, token: token)
            #expect(answer.status == .created)
            let made: Made = try answer.json()
            #expect(made.name == "follower" && made.scope == ["moveLive"])
            let secret = try #require(made.token)
            let end = try #require(Instant(rfc3339: made.expiresAt))
            #expect(abs(end.milliseconds - Instant.now.milliseconds - 3_600_000) < 60_000)
            #expect(try await !stage.database.sql("select s::text from app.session s;").contains(secret))
            #expect(try await stage.record().last == "token.create Eva")
        }
    }

    @Test func aTokenHasOnlyThePermissionsOfItsScope() async throws {
        try await Stage.with { stage in
            let body = "{\"name\": \"follower\", \"scope\": [\"moveLive\"]}"
            let made: Made = try await stage.send(.post, Self.path, json: body, token: stage.token()).json()
            let secret = try #require(made.token)
            #expect(await stage.send(.post, "/operator", token: secret).status == .seeOther)
            #expect(await stage.send(.get, "/operator", token: secret).status == .forbidden)
            // The token cannot create other tokens or read personal data.
            for (method, path) in [(HTTP.Method.get, Self.path), (.get, "/api/v1/me"), (.get, "/api/v1/mine")] {
                let answer = await stage.send(method, path, token: secret)
                #expect(answer.status == .forbidden && answer.code == "out-of-scope")
            }
            #expect(await stage.send(.post, Self.path, json: "{\"name\": \"x\"}", token: secret).code == "out-of-scope")
        }
    }

    @Test func aTokenWithAnUnknownScopeHasNoPermissions() async throws {
        try await Stage.with { stage in
            let token = try await stage.token()
            try await stage.database.sql("update app.session set scope = '{flyToTheMoon}';")
            #expect(await stage.send(.post, "/operator", token: token).status == .forbidden)
            #expect(await stage.send(.get, "/api/v1/mine", token: token).status == .forbidden)
        }
    }

    private static let faulty = [
        ("{}", 422), ("{\"name\": \"\"}", 422), ("{\"name\": \"a\\nb\"}", 422),
        ("{\"name\": \"x\", \"scope\": []}", 422), ("{\"name\": \"x\", \"scope\": [\"no such\"]}", 422),
        // The role operator does not have the permission `manageAccounts`.
        ("{\"name\": \"x\", \"scope\": [\"moveLive\", \"manageAccounts\"]}", 422),
        ("{\"name\": \"x\", \"expiresInMs\": 0}", 422), ("{\"name\": \"x\", \"expiresInMs\": 157680000001}", 422),
        ("{\"name\": \"x\", \"expiresAt\": \"2020-01-01T00:00:00.000Z\"}", 422),
        ("{\"name\": \"x\", \"expiresAt\": \"2099-01-01T00:00:00.000Z\"}", 422),
        ("{\"name\": \"x\", \"expiresAt\": \"2026-12-01T00:00:00.000Z\", \"expiresInMs\": 1}", 422), ("{", 400),
    ]

    @Test func anInvalidTokenRequestIsRefused() async throws {
        try await Stage.with { stage in
            let token = try await stage.token()
            for (body, status) in Self.faulty {
                #expect(await stage.send(.post, Self.path, json: body, token: token).status.code == status, "\(body)")
            }
            #expect(try await stage.database.sql("select count(*) from app.session;") == "1")
        }
    }

    @Test func findTokens() async throws {
        try await Stage.with { stage in
            let token = try await stage.token()
            _ = await stage.send(.post, Self.path, json: "{\"name\": \"nightly\"}", token: token)
            try await stage.add("ida", .admin)
            _ = try await stage.token("ida")
            let answer = await stage.send(.get, Self.path, token: token)
            let list: List = try answer.json()
            #expect(list.items.map(\.name) == ["nightly", nil])
            #expect(list.items.allSatisfy { $0.token == nil })
        }
    }

    @Test func deleteToken() async throws {
        try await Stage.with { stage in
            let token = try await stage.token()
            let made: Made = try await stage.send(.post, Self.path, json: "{\"name\": \"x\"}", token: token).json()
            let stranger = try await stage.administrator()
            for id in [made.id, "0", "x", "+\(made.id)"] {
                let answer = await stage.send(.delete, Self.path + "/" + id, token: stranger)
                #expect(answer.status == .notFound && answer.code == "no-such-token")
            }
            #expect(await stage.send(.delete, Self.path + "/" + made.id, token: token).status == .noContent)
            #expect(await stage.send(.get, "/api/v1/mine", token: made.token ?? "").status == .unauthorized)
            #expect(await stage.send(.delete, Self.path + "/" + made.id, token: token).status == .notFound)
            #expect(try await stage.record().last == "token.delete \(made.id)")
        }
    }

    @Test func aBrowserSessionCannotBeDeletedAsAToken() async throws {
        try await Stage.with { stage in
            _ = try await stage.browser()
            let id = try await stage.database.sql("select session_id from app.session;")
            #expect(try await stage.send(.delete, Self.path + "/" + id, token: stage.token()).status == .notFound)
        }
    }
}
