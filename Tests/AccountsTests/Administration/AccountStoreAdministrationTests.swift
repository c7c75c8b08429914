import HTTP
import Tenancy
import Testing
import Web

@testable import Accounts

@Suite struct AccountStoreAdministrationTests {
    /// Returns the result of each change: "done" or the error code.
    private static func outcomes(_ changes: [@Sendable () async throws -> Void]) async -> [String] {
        await withTaskGroup(of: String.self) { group in
            for change in changes {
                group.addTask { () async -> String in
                    do {
                        try await change()
                        return "done"
                    } catch {
                        return (error as? APIError)?.code.rawValue ?? "\(error)"
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted()
        }
    }

    @Test func theLastEnabledAdministratorCannotBeRemoved() async throws {
        try await Stage.with { stage in
            let ada = try await stage.add("ada", .admin)
            let old = try await stage.add("old", .admin)
            let store = stage.accounts
            let here = stage.here.id
            _ = try await store.administer(old.id, AccountChange(isDisabled: true), by: .command, in: here)
            for change in [
                AccountChange(role: .operator), AccountChange(isDisabled: true),
                AccountChange(role: .listener, isDisabled: true),
            ] {
                await #expect {
                    _ = try await store.administer(ada.id, change, by: .command, in: here)
                } throws: {
                    ($0 as? APIError)?.code == .lastAdministrator
                }
            }
            await #expect {
                _ = try await store.delete(ada.id, by: .command, in: here)
            } throws: {
                ($0 as? APIError)?.code == .lastAdministrator
            }
            // Changes that remove no administrator succeed, and a disabled administrator can get another role or be deleted.
            #expect(
                try await store.administer(
                    ada.id, AccountChange(role: .admin, displayName: "A"), by: .command, in: here)?
                    .displayName == "A")
            #expect(try await store.administer(old.id, AccountChange(role: .editor), by: .command, in: here) != nil)
            #expect(try await store.delete(old.id, by: .command, in: here))
            #expect(
                try await stage.record() == [
                    "account.disable old", "account.update ada", "account.role old", "account.delete old",
                ])
        }
    }

    @Test func simultaneousChangesCannotRemoveTheLastTwoAdministrators() async throws {
        try await Stage.with { stage in
            let store = stage.accounts
            let here = stage.here.id
            for round in 0..<10 {
                let one = try await stage.add("one\(round)", .admin)
                let two = try await stage.add("two\(round)", .admin)
                let outcomes = await Self.outcomes([
                    { _ = try await store.administer(one.id, AccountChange(role: .editor), by: .command, in: here) },
                    { _ = try await store.delete(two.id, by: .command, in: here) },
                ])
                #expect(outcomes == ["done", "last-administrator"])
                // The next round of the loop begins without administrators.
                try await stage.database.sql("update app.user_account set role = 'editor' where role = 'admin';")
            }
        }
    }

    @Test func aTenantCannotExceedItsLimitOfAccounts() async throws {
        // The limit of 4 includes the account of Eva.
        try await Stage.with(limits: TenantLimits(accounts: 4)) { stage in
            let (store, here) = (stage.accounts, stage.here)
            let changes = try (0..<8).map { number -> @Sendable () async throws -> Void in
                let new = try NewAccount(login: "guest\(number)", role: .listener)
                return { _ = try await store.create(new, hash: nil, in: here) { _ in .command } }
            }
            let outcomes = await Self.outcomes(changes)
            #expect(outcomes.filter { $0 == "done" }.count == 3)
            #expect(outcomes.filter { $0 == "too-many-accounts" }.count == 5)
            #expect(try await stage.record().count == 3, "failed changes have no audit record")
        }
    }

    @Test func anAccountChangeIsRolledBackIfItsAuditEventCannotBeWritten() async throws {
        try await Stage.with { stage in
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            try await stage.database.sql("revoke insert on app.audit_event from app_rt;")
            await #expect(throws: (any Error).self) {
                _ = try await stage.accounts.administer(
                    eva.id, AccountChange(isDisabled: true), by: .command, in: stage.here.id)
            }
            // A change is rolled back if its audit event cannot be written.
            #expect(try await stage.accounts.account(eva.id, in: stage.here.id)?.isDisabled == false)
        }
    }
}
