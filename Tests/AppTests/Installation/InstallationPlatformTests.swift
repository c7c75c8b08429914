import FoundationEssentials
import HTTP
import Logging
import Tenancy
import TestSupport
import Testing
import Web

@testable import App

/// Tests of the commands for the platform, and of requests by the accounts that they create.
@Suite struct InstallationPlatformTests {
    private static func with(_ body: (TestDatabase, Installation) async throws -> Void) async throws {
        try await withDatabase { database in
            let settings = try Settings(patientWith: [
                "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
                "TUTTI_PASSWORD_COST": "10",
            ])
            let logger = Logger(label: "platform") { _ in SwiftLogNoOpLogHandler() }
            let installation = try await Installation.open(settings, as: .command, logger: logger)
            do { try await body(database, installation) } catch {
                await installation.close()
                throw error
            }
            await installation.close()
        }
    }

    @Test func aPlatformTokenGivesAccessToThePlatformButToNoTenant() async throws {
        try await Self.with { database, installation in
            try await database.tenant("hall", host: "hall.example")
            let password = try await installation.addPlatformUser(login: "pia", password: nil)
            #expect(password.count >= 12)
            await #expect(throws: APIError.self) {
                try await installation.addPlatformUser(login: "PIA", password: "a horse in the pit")
            }
            await #expect(throws: APIError.self) {
                try await installation.addPlatformUser(login: "x", password: "short")
            }
            await #expect(throws: APIError.self) { try await installation.createPlatformToken(login: "nobody") }
            let token = try await installation.createPlatformToken(login: "pia")
            let logger = Logger(label: "platform") { _ in SwiftLogNoOpLogHandler() }
            let wiring = try Wiring(installation.settings, installation, log: nil, logger: logger)
            func status(_ path: String, _ token: String) async -> Int {
                await wiring.application.respond(
                    to: Request(
                        method: .get, path: path, authority: "hall.example",
                        fields: ["Authorization": "Bearer \(token)"])
                ).status.code
            }
            #expect(await status("/api/v1/platform/tenants", token) == 200)
            #expect(await status("/api/v1/admin/tenant", token) == 401)
            let record = try await database.sql("select action from control.platform_audit order by event_id;")
            #expect(record == "platform.account.add\nplatform.token.add")
        }
    }

    @Test func aDisabledTenantCanBeExportedAndErased() async throws {
        try await Self.with { database, installation in
            try await database.tenant("hall", host: "hall.example")
            try await installation.tenants.disable("hall")
            let path = FileManager.default.temporaryDirectory.path + "/tutti-\(UUID().uuidString).tar"
            defer { try? FileManager.default.removeItem(atPath: path) }
            #expect(try await installation.exportTenant("hall", path: path) > 30, "a file for each table")
            try await installation.tenants.erase("hall")
            await #expect(throws: CommandFailure.self) { try await installation.exportTenant("hall", path: path + "2") }
        }
    }
}
