import TestSupport
import Testing
import Web

@testable import Accounts

struct PlatformAccountStoreTests {
    private static let recorded = "select count(*) from control.platform_audit where action = 'platform.token.add'"

    private static let hasher = PasswordHasher(cost: PasswordCost(logN: 10), waiting: 1000)

    /// Runs a test with an account "Pia".
    private static func with(_ body: (PlatformAccountStore, TestDatabase) async throws -> Void) async throws {
        try await withDatabase { database in
            let accounts = PlatformAccountStore(owner: database.owner)
            try await accounts.add(
                login: "Pia", password: "a horse in the pit", hasher: Self.hasher)
            try await body(accounts, database)
        }
    }

    @Test func theCreationOfAPlatformTokenIsRecordedInTheAuditLog() async throws {
        try await Self.with { accounts, database in
            _ = try await accounts.createToken(login: "pia")
            #expect(try await database.sql(Self.recorded) == "1")
        }
    }

    @Test func aNewPlatformPasswordEndsAllSessionsAndIsRecorded() async throws {
        try await Self.with { accounts, database in
            _ = try await accounts.createToken(login: "pia")
            try await accounts.replacePassword(login: "PIA", password: "a mouse in the pit", hasher: Self.hasher)
            let id = Int64(try #require(try await accounts.account(login: "pia")))
            func has(_ password: String, _ id: Int64) async throws -> Bool {
                try await accounts.hasPassword(password, login: "pia", id: id, hasher: Self.hasher)
            }
            #expect(try await has("a mouse in the pit", id))
            #expect(try await !has("a horse in the pit", id))
            #expect(try await !has("a mouse in the pit", id + 1))
            #expect(try await database.sql("select count(*) from control.platform_session") == "0")
            let recorded = """
                select detail ->> 'login' from control.platform_audit where action = 'platform.account.password'
                """
            #expect(try await database.sql(recorded) == "Pia")
        }
    }

    @Test(arguments: [("pia", "short"), ("pia", "password1"), ("pia", "pia"), ("nobody", "a mouse in the pit")])
    func aRefusedPasswordChangesNothing(login: String, password: String) async throws {
        try await Self.with { accounts, database in
            await #expect(throws: APIError.self) {
                try await accounts.replacePassword(login: login, password: password, hasher: Self.hasher)
            }
            let id = Int64(try #require(try await accounts.account(login: "pia")))
            #expect(
                try await accounts.hasPassword("a horse in the pit", login: "pia", id: id, hasher: Self.hasher))
        }
    }

    @Test(arguments: ["pia", "nobody"])
    func theRefusedCreationOfATokenIsNotRecorded(login: String) async throws {
        try await Self.with { accounts, database in
            try await database.sql("update control.platform_account set disabled_at = now()")
            await #expect {
                try await accounts.createToken(login: login)
            } throws: {
                ($0 as? APIError)?.code == .noSuchUser
            }
            #expect(try await database.sql(Self.recorded) == "0")
        }
    }
}
