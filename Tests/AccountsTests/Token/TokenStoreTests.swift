import HTTP
import Testing
import Web

@testable import Accounts

@Suite struct TokenStoreTests {
    @Test func simultaneousRequestsCannotExceedTheLimitOfTokens() async throws {
        try await Stage.with { stage in
            for _ in 0..<(TokenStore.limit - 3) { _ = try await stage.token() }
            let made = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<8 {
                    group.addTask { () async -> String? in
                        do {
                            _ = try await stage.token()
                            return nil
                        } catch {
                            return (error as? APIError)?.code.rawValue ?? "\(error)"
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(made.filter { $0 == nil }.count == 3)
            #expect(made.filter { $0 == "too-many-tokens" }.count == 5)
        }
    }

    @Test func anExpiredTokenDoesNotCountTowardsTheLimit() async throws {
        try await Stage.with { stage in
            for _ in 0..<TokenStore.limit { _ = try await stage.token() }
            try await stage.database.sql(
                "update app.session set expires_at = now() - interval '1 second' where session_id % 2 = 0;")
            await #expect(throws: Never.self) { _ = try await stage.token() }
        }
    }

    @Test func aTokenFromTheCommandLineIsLimitedToTheRoleOfItsAccount() async throws {
        try await Stage.with { stage in
            let token = try await stage.tokens.create(
                login: "eva", name: "mixer", scope: ["moveLive"], in: stage.here.id)
            #expect(await stage.send(.post, "/operator", token: token).status == .seeOther)
            await #expect(throws: APIError.self) {
                try await stage.tokens.create(login: "eva", scope: ["manageAccounts"], in: stage.here.id)
            }
            await #expect {
                try await stage.tokens.create(login: "ole", in: stage.here.id)
            } throws: {
                ($0 as? APIError)?.status == .notFound
            }
            let actors = try await stage.database.sql("select distinct actor_kind from app.audit_event;")
            #expect(actors == "command")
        }
    }
}
