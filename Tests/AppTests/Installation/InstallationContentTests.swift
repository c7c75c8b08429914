import Foundation
import Logging
import Tenancy
import TestSupport
import Testing

@testable import App

/// Tests of `tutti import concert` while another tenant is on the air.
struct InstallationContentTests {
    private static let evening = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/App/Resources/Demo/evening").standardizedFileURL.path

    @Test(arguments: [true, false])
    func aConcertThatCannotGoOnTheAirIsNotImported(dryRun: Bool) async throws {
        try await withDatabase { database in
            let settings = try Settings(patientWith: [
                "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
            ])
            for slug in ["first", "second"] { try await database.tenant(slug) }
            // The same group on another interface is not in conflict.
            try await database.tenant("third", multicast: MulticastScope(interface: "127.0.0.2"))
            let logger = Logger(label: "content") { _ in SwiftLogNoOpLogHandler() }
            let installation = try await Installation.open(settings, as: .command, logger: logger)
            defer { Task { await installation.close() } }
            func run(_ slug: String, dryRun: Bool = false) async throws -> [String] {
                try await installation.importConcert(
                    directory: Self.evening, tenant: slug, activates: true, dryRun: dryRun)
            }
            #expect(try await run("first", dryRun: true).last == "would put evening on the air")
            #expect(try await run("first").last?.hasPrefix("on the air: ") == true)
            #expect(try await run("third").last?.hasPrefix("on the air: ") == true)
            let failure = await #expect(throws: CommandFailure.self) { try await run("second", dryRun: dryRun) }
            #expect(
                failure?.message == """
                    the live concert of first already sends to 239.255.255.251:12345. Give second a group of its own with \
                    `tutti tenant set second --multicast 239.255.255.254:12345`, or take the other concert off the air with \
                    `tutti concert off-air --tenant first`
                    """)
            #expect(try await installation.concerts(of: "second") == [])
            // The command that the message suggests works.
            _ = try await installation.takeOffAir(tenant: "first")
            #expect(try await run("second").last?.hasPrefix("on the air: ") == true)
        }
    }
}
