import Foundation
import Logging
import TestSupport
import Testing

@testable import App

/// Tests of `tutti concert poster`.
struct InstallationPosterTests {
    private static let evening = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/App/Resources/Demo/evening").standardizedFileURL.path

    /// Spec T21.
    @Test func thePosterHasTheAddressOfTheTenantAndTheTitleOfTheConcert() async throws {
        try await withDatabase { database in
            let settings = try Settings(patientWith: [
                "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
                "TUTTI_PUBLIC_URL": "https://tutti.example",
            ])
            try await database.tenant("hall", host: "hall.example")
            let logger = Logger(label: "poster") { _ in SwiftLogNoOpLogHandler() }
            let installation = try await Installation.open(settings, as: .command, logger: logger)
            defer { Task { await installation.close() } }
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("poster-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            func poster(_ name: String, _ concert: String?, _ format: PosterFormat) async throws -> String {
                let file = folder.appendingPathComponent(name)
                let line = try await installation.writePoster(
                    to: file.path, tenant: "hall", concert: concert, format: format)
                #expect(line == "wrote \(file.path) with the address https://hall.example/live")
                return try String(contentsOf: file, encoding: .utf8)
            }
            #expect(try await poster("before.svg", nil, .svg).contains(">Hall</text>"))
            _ = try await installation.importConcert(
                directory: Self.evening, tenant: "hall", activates: true, dryRun: false)
            #expect(try await poster("live.svg", nil, .svg).contains(">An American Evening</text>"))
            #expect(try await poster("live.pdf", "evening", .pdf).hasPrefix("%PDF-1.4\n"))
            let failure = await #expect(throws: CommandFailure.self) { try await poster("none.pdf", "none", .pdf) }
            #expect(failure?.message.hasPrefix("tenant hall has no concert none; ") == true)
        }
    }

    @Test(arguments: [
        ("poster.pdf", PosterFormat.pdf), ("a.b/Poster.SVG", .svg), ("poster", nil), ("pdf", nil), ("poster.png", nil),
    ])
    func theFileExtensionDeterminesTheFormatOfThePoster(name: String, format: PosterFormat?) {
        #expect(PosterFormat(fileName: name) == format)
    }
}
