import TestSupport
import Testing
import Web

@testable import Accounts

struct PlatformAccountStoreTests {
    private static let recorded = "select count(*) from control.platform_audit where action = 'platform.token.add'"

    /// Runs a test with an account "Pia".
    private static func with(_ body: (PlatformAccountStore, TestDatabase) async throws -> Void) async throws {
        try await withDatabase { database in
            let accounts = PlatformAccountStore(owner: database.owner)
            try await accounts.add(
                login: "Pia", password: "a horse in the pit",
                hasher: PasswordHasher(cost: PasswordCost(logN: 10), waiting: 1000))
            try await body(accounts, database)
        }
    }

    @Test func aTokenIsRecordedInTheAuditLog() async throws {
        try await Self.with { accounts, database in
            _ = try await accounts.createToken(login: "pia")
            #expect(try await database.sql(Self.recorded) == "1")
        }
    }

    @Test(arguments: ["pia", "nobody"])
    func aRefusedTokenIsNotRecorded(login: String) async throws {
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
