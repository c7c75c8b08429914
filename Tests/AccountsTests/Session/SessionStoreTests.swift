import HTTP
import Testing
import Web

@testable import Accounts

@Suite struct SecretTests {
    @Test func aSecretHas256Bits() throws {
        let secrets = Set((0..<100).map { _ in SecretKey().text })
        #expect(secrets.count == 100)
        for text in secrets {
            #expect(text.utf8.count == 43)
            #expect(SecretKey(text)?.text == text)
        }
        #expect(SecretKey().hash.count == 32)
    }

    @Test func aFormTokenCannotBeUsedAsASessionSecret() {
        let secret = SecretKey()
        #expect(secret.formToken != secret.text)
        #expect(secret.formToken == SecretKey(secret.text)?.formToken)
        #expect(SecretKey(secret.formToken)?.hash != secret.hash)
    }

    @Test(arguments: ["", "abc", String(repeating: "a", count: 44), String(repeating: "=", count: 43)])
    func aMalformedSecretIsRefused(text: String) {
        #expect(SecretKey(text) == nil)
    }
}

@Suite struct SessionStoreTests {
    private static func eva(_ stage: Stage) async throws -> User {
        try #require(try await stage.users.user(login: "eva", in: stage.here.id))
    }

    /// Spec S1.11.
    @Test func theDatabaseStoresNoUsableToken() async throws {
        try await Stage.with { stage in
            let user = try await Self.eva(stage)
            let browser = try await stage.sessions.startBrowser(user.id, in: stage.here.id)
            let pair = try await stage.sessions.startDevice(user.id, device: "phone", in: stage.here.id)
            let token = try await stage.tokens.create(login: "eva", in: stage.here.id)
            let dump = try await stage.database.sql("select s::text from app.session s;")
            #expect(dump.split(separator: "\n").count == 3)
            for secret in [
                browser.text, pair.access.text, pair.refresh.secret.text, pair.refresh.family.text, token,
            ] {
                #expect(!dump.contains(secret))
            }
        }
    }

    @Test func aSessionIsValidOnlyInItsTenantUntilItEnds() async throws {
        try await Stage.with { stage in
            let user = try await Self.eva(stage)
            let secret = try await stage.sessions.startBrowser(user.id, in: stage.here.id)
            #expect(try await stage.sessions.session(secret, in: stage.here.id)?.user == user)
            #expect(try await stage.sessions.session(secret, in: stage.there.id) == nil)
            try await stage.sessions.end(secret, in: stage.there.id)
            #expect(try await stage.sessions.session(secret, in: stage.here.id) != nil)
            try await stage.sessions.end(secret, in: stage.here.id)
            #expect(try await stage.sessions.session(secret, in: stage.here.id) == nil)
        }
    }

    @Test func aBrowserSessionEndsAfterTwelveIdleHours() async throws {
        try await Stage.with { stage in
            let user = try await Self.eva(stage)
            let secret = try await stage.sessions.startBrowser(user.id, in: stage.here.id)
            try await stage.database.sql(
                "update app.session set last_seen_at = now() - interval '11 hours';")
            #expect(try await stage.sessions.session(secret, in: stage.here.id) != nil)
            // This lookup has updated the time of the last use.
            let recent = try await stage.database.sql(
                "select last_seen_at > now() - interval '1 hour' from app.session;")
            #expect(recent == "t")
            try await stage.database.sql("update app.session set last_seen_at = now() - interval '12 hours 1 minute';")
            #expect(try await stage.sessions.session(secret, in: stage.here.id) == nil)
            #expect(try await stage.sessions.session(secret, in: stage.here.id) == nil)
        }
    }

    /// Spec S1.11.
    @Test func aRecentlyUsedSessionStillExpires() async throws {
        try await Stage.with { stage in
            let user = try await Self.eva(stage)
            let secret = try await stage.sessions.startBrowser(user.id, in: stage.here.id)
            let token = try await stage.tokens.create(login: "eva", in: stage.here.id)
            try await stage.database.sql("update app.session set expires_at = now() - interval '1 second';")
            #expect(try await stage.sessions.session(secret, in: stage.here.id) == nil)
            #expect(try await stage.sessions.session(try #require(SecretKey(token)), in: stage.here.id) == nil)
        }
    }

    @Test func anIdleAccessTokenRemainsValid() async throws {
        try await Stage.with { stage in
            let token = try await stage.tokens.create(login: "eva", in: stage.here.id)
            try await stage.database.sql("update app.session set last_seen_at = now() - interval '300 days';")
            #expect(try await stage.sessions.session(try #require(SecretKey(token)), in: stage.here.id) != nil)
        }
    }

    @Test func usingAnIdleAccessTokenUpdatesItsLastUse() async throws {
        try await Stage.with { stage in
            let token = try await stage.tokens.create(login: "eva", in: stage.here.id)
            try await stage.database.sql("update app.session set last_seen_at = now() - interval '300 days';")
            _ = try await stage.sessions.session(try #require(SecretKey(token)), in: stage.here.id)
            let recent = try await stage.database.sql(
                "select last_seen_at > now() - interval '1 hour' from app.session;")
            #expect(recent == "t")
        }
    }

    @Test func aRefreshInvalidatesTheOldAccessToken() async throws {
        try await Stage.with { stage in
            let user = try await Self.eva(stage)
            let first = try await stage.sessions.startDevice(user.id, device: nil, in: stage.here.id)
            let second = try #require(try await stage.sessions.refresh(first.refresh, in: stage.here.id))
            #expect(try await stage.sessions.session(first.access, in: stage.here.id) == nil)
            #expect(try await stage.sessions.session(second.access, in: stage.here.id)?.kind == .device)
            #expect(try await stage.sessions.refresh(second.refresh, in: stage.here.id) != nil)
        }
    }

    @Test func usingARefreshTokenTwiceEndsItsSession() async throws {
        try await Stage.with { stage in
            let user = try await Self.eva(stage)
            let other = try await stage.sessions.startDevice(user.id, device: nil, in: stage.here.id)
            let first = try await stage.sessions.startDevice(user.id, device: nil, in: stage.here.id)
            let second = try #require(try await stage.sessions.refresh(first.refresh, in: stage.here.id))
            #expect(try await stage.sessions.refresh(first.refresh, in: stage.here.id) == nil)
            #expect(try await stage.sessions.session(second.access, in: stage.here.id) == nil)
            #expect(try await stage.sessions.refresh(second.refresh, in: stage.here.id) == nil)
            #expect(try await stage.sessions.session(other.access, in: stage.here.id) != nil)
        }
    }

    @Test func simultaneousRefreshesSucceedOnceAndEndTheSession() async throws {
        try await Stage.with { stage in
            let user = try await Self.eva(stage)
            let pair = try await stage.sessions.startDevice(user.id, device: nil, in: stage.here.id)
            let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await stage.sessions.refresh(pair.refresh, in: stage.here.id) != nil }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(granted == 1)
            #expect(try await stage.database.sql("select count(*) from app.session;") == "0")
        }
    }

    @Test func aRefreshTokenIsRefusedInAnotherTenant() async throws {
        try await Stage.with { stage in
            let user = try await Self.eva(stage)
            let pair = try await stage.sessions.startDevice(user.id, device: nil, in: stage.here.id)
            #expect(try await stage.sessions.refresh(pair.refresh, in: stage.there.id) == nil)
            #expect(try await stage.sessions.refresh(pair.refresh, in: stage.here.id) != nil)
        }
    }

    @Test func aDeviceMustSignInAgainAfterAYear() async throws {
        try await Stage.with { stage in
            let user = try await Self.eva(stage)
            let pair = try await stage.sessions.startDevice(user.id, device: nil, in: stage.here.id)
            try await stage.database.sql("update app.session set created_at = now() - interval '364 days';")
            let next = try #require(try await stage.sessions.refresh(pair.refresh, in: stage.here.id))
            let days = try await stage.database.sql(
                "select round(extract(epoch from refresh_expires_at - now()) / 86400) from app.session;")
            #expect(days == "1")
            try await stage.database.sql("update app.session set refresh_expires_at = now() - interval '1 second';")
            #expect(try await stage.sessions.refresh(next.refresh, in: stage.here.id) == nil)
        }
    }

    @Test func theOldestSessionsBeyondTheLimitOfAnAccountEnd() async throws {
        try await Stage.with { stage in
            var limits = SessionLimits()
            limits.perUser = 3
            let sessions = SessionStore(database: stage.database.tenants, limits: limits)
            let user = try await Self.eva(stage)
            let token = try await stage.tokens.create(login: "eva", in: stage.here.id)
            var secrets: [SecretKey] = []
            for _ in 0..<5 { secrets.append(try await sessions.startBrowser(user.id, in: stage.here.id)) }
            for (index, secret) in secrets.enumerated() {
                #expect((try await sessions.session(secret, in: stage.here.id) != nil) == (index >= 2))
            }
            #expect(try await sessions.session(try #require(SecretKey(token)), in: stage.here.id) != nil)
            try await sessions.endAll(of: user.id, in: stage.here.id)
            #expect(try await stage.database.sql("select count(*) from app.session;") == "0")
        }
    }

    @Test func noTokenIsCreatedForALoginOfAnotherTenant() async throws {
        try await Stage.with { stage in
            await #expect { try await stage.tokens.create(login: "ole", in: stage.here.id) } throws: {
                ($0 as? APIError)?.status == .notFound
            }
        }
    }
}
