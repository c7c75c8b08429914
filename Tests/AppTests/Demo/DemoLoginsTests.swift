import Accounts
import Logging
import TestSupport
import Testing

@testable import App

/// The accounts of a demo in an external database.
struct DemoLoginsTests {
    private static func with(_ body: (Installation, TestDatabase) async throws -> Void) async throws {
        try await withDatabase { database in
            let settings = try Settings(patientWith: [
                "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
                "TUTTI_PASSWORD_COST": "10",
            ])
            try await database.tenant("demo", host: "demo")
            let logger = Logger(label: "demo") { _ in SwiftLogNoOpLogHandler() }
            let installation = try await Installation.open(settings, as: .command, logger: logger)
            do {
                try await body(installation, database)
            } catch {
                await installation.close()
                throw error
            }
            await installation.close()
        }
    }

    @Test func aNewDemoHasAnAccountForEachRoleAndAPlatformAccount() async throws {
        try await Self.with { installation, _ in
            let logins = try await DemoLogins(installation).load(isNew: true).map(\.login)
            #expect(logins == ["operator", "programmer", "editor", "admin", "listener", "platform"])
        }
    }

    @Test func thePlatformLoginOfTheDemoIsInvalidAfterAPasswordChange() async throws {
        try await Self.with { installation, _ in
            let logins = DemoLogins(installation)
            let entry = try #require(try await logins.load(isNew: true).last)
            let platform = PlatformAccountStore(owner: installation.owner)
            let tenant = try await installation.tenant("demo")
            #expect(try await logins.isValid(entry, in: tenant.id, platform))
            _ = try await installation.setPlatformPassword("a horse in the pit", login: "platform")
            #expect(try await !logins.isValid(entry, in: tenant.id, platform))
        }
    }

    @Test func aDeletedAccountIsNotCreatedAgain() async throws {
        try await Self.with { installation, database in
            _ = try await DemoLogins(installation).load(isNew: true)
            try await database.sql("delete from app.user_account where login = 'listener'")
            #expect(try await DemoLogins(installation).load(isNew: false).isEmpty)
            let tenant = try await installation.tenant("demo")
            #expect(try await installation.account("listener", in: tenant.id) == nil)
        }
    }
}
