import Accounts
import Foundation
import Logging
import TestSupport
import Testing
import Web

@testable import App

/// Tests of the effects of `tutti user` and `tutti token`.
struct InstallationAccountsTests {
    private static let password = "a horse in the pit"

    /// Runs a test with a tenant "hall" and an administrator "ada".
    private static func with(_ body: (Installation, TestDatabase) async throws -> Void) async throws {
        try await withDatabase { database in
            let settings = try Settings(patientWith: [
                "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
                "TUTTI_PASSWORD_COST": "10",
            ])
            try await database.tenant("hall", host: "hall.example")
            let logger = Logger(label: "accounts") { _ in SwiftLogNoOpLogHandler() }
            let installation = try await Installation.open(settings, as: .command, logger: logger)
            do {
                _ = try await installation.addUser(login: "ada", role: .admin, password: password, tenant: "hall")
                try await body(installation, database)
            } catch {
                await installation.close()
                throw error
            }
            await installation.close()
        }
    }

    @Test func eachAccountIsListedOnOneLine() async throws {
        try await Self.with { installation, _ in
            _ = try await installation.addUser(login: "Eva", role: .operator, password: Self.password, tenant: "hall")
            try await installation.setDisabled(true, login: "eva", tenant: "hall")
            #expect(
                try await installation.users(of: "hall") == ["ada\tadmin\tactive\t\t", "Eva\toperator\tdisabled\t\t"])
            try await installation.setDisabled(false, login: "eva", tenant: "hall")
            #expect(try await installation.users(of: "hall").last == "Eva\toperator\tactive\t\t")
        }
    }

    @Test func theLastAdministratorCannotBeDisabled() async throws {
        try await Self.with { installation, _ in
            await #expect {
                try await installation.setDisabled(true, login: "ada", tenant: "hall")
            } throws: {
                ($0 as? APIError)?.code == .lastAdministrator
            }
            await #expect(throws: CommandFailure.self) {
                try await installation.setDisabled(true, login: "nobody", tenant: "hall")
            }
        }
    }

    @Test func aCreatedTokenHasTheRequestedNameScopeAndExpiryTime() async throws {
        try await Self.with { installation, database in
            _ = try await installation.createToken(
                login: "ada", name: "mixer", scope: [.moveLive], days: 3, tenant: "hall")
            let stored = try await database.sql(
                "select name, scope, round(extract(epoch from expires_at - now()) / 86400) from app.session;")
            #expect(stored == "mixer|{moveLive}|3")
        }
    }

    @Test func aPasswordResetCreatesALinkOrSetsANewPassword() async throws {
        try await Self.with { installation, database in
            let before = try await database.sql("select password_hash from app.user_account;")
            let path = try await installation.passwordResetPath(login: "ada", tenant: "hall")
            #expect(path.wholeMatch(of: /\/links\/[A-Za-z0-9_-]{43}/) != nil)
            #expect(try await database.sql("select password_hash from app.user_account;") == before)
            _ = try await installation.createToken(login: "ada", tenant: "hall")
            let password = try await installation.setRandomPassword(login: "ada", tenant: "hall")
            #expect(password.count == 23)
            #expect(try await database.sql("select password_hash from app.user_account;") != before)
            #expect(try await database.sql("select count(*) from app.session;") == "0")
            await #expect(throws: APIError.self) {
                try await installation.setPassword("password1", login: "ada", tenant: "hall")
            }
            let record = try await database.sql("select actor_kind || ' ' || action from app.audit_event order by 1;")
            #expect(
                record.split(separator: "\n") == [
                    "command account.create", "command account.password", "command password-reset.create",
                    "command token.create",
                ])
        }
    }
}
