import Foundation
import Tenancy
import TestSupport
import Testing

@testable import ConcertNotes

@Suite struct ConcertExportTests {
    /// Calls `body` with the path of a new folder that is removed afterwards.
    private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("export-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private static func imported(_ fixture: ProgrammeFixture, _ body: (TestDatabase, Tenant) async throws -> Void)
        async throws
    {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            _ = try await fixture.written {
                try await ConcertImport(database: database.tenants).run(folder: $0, tenant: tenant.id)
            }
            try await body(database, tenant)
        }
    }

    /// A fixture with difficult content: two names with the same ASCII letters, a very small number, a bare picture
    /// name, a language and a level.
    private static func hardFixture() throws -> ProgrammeFixture {
        var fixture = ProgrammeFixture()
        fixture.files["Study/intensity.tsv"] = Array(
            "measure\tseconds\tintensity\n1\t0\t0.00001\n2\t1.5\t0.33333334\n3\t3\t1\n4\t4.25\t0\n".utf8)
        try fixture.replace(
            "\"pictures\": [\"dash.gif\"",
            by:
                "\"tracks\": [{\"name\": \"The Music\", \"language\": \"de-AT\", \"level\": \"advanced\"}],\n   \"pictures\": [\"dash.gif\"",
            in: "programme.json")
        try fixture.replace("The end.", by: "Once more: dot.png, the same dot.", in: "Study/annotations.tsv")
        return fixture
    }

    @Test func anExportedConcertIsImportedAgainWithoutAnyChange() async throws {
        let fixture = try Self.hardFixture()
        try await Self.imported(fixture) { database, tenant in
            try await Self.withFolder { folder in
                let place = folder.appendingPathComponent("small-evening").path
                let report = try await ConcertExport(database: database.tenants).run(
                    concert: "small-evening", to: place, tenant: tenant.id)
                #expect(report.importedAs == "small-evening")
                #expect(report.revision == 1)
                let exported = try ProgrammeFolder(path: place).read().programme
                #expect(try await fixture.written { try ProgrammeFolder(path: $0).read().programme } == exported)
                #expect(exported.pieces.last?.tracks.first?.language == "de-AT")
                #expect(exported.pieces.last?.tracks.first?.level == .advanced)
                let again = try await ConcertImport(database: database.tenants).run(folder: place, tenant: tenant.id)
                #expect(again.outcome == .unchanged(revision: 1))
                // Another tenant gets the same concert.
                let other = try await database.tenant("b")
                let copy = try await ConcertImport(database: database.tenants).run(folder: place, tenant: other.id)
                #expect(copy.outcome == .created)
                let second = folder.appendingPathComponent("second/small-evening").path
                try FileManager.default.createDirectory(
                    atPath: folder.appendingPathComponent("second").path, withIntermediateDirectories: true)
                _ = try await ConcertExport(database: database.tenants).run(
                    concert: "small-evening", to: second, tenant: other.id)
                #expect(try Self.files(in: second) == Self.files(in: place))
                #expect(report.files == (try Self.files(in: place)).count)
            }
        }
    }

    private static func files(in folder: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            guard let content = FileManager.default.contents(atPath: folder + "/" + path),
                (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + path)) == nil
            else { continue }
            files[path] = content
        }
        return files
    }

    @Test func anExportContainsTheSameRowsAndMediaAsTheImportedFolder() async throws {
        try await Self.imported(ProgrammeFixture()) { database, tenant in
            try await Self.withFolder { folder in
                let place = folder.appendingPathComponent("small-evening").path
                _ = try await ConcertExport(database: database.tenants).run(
                    concert: "small-evening", to: place, tenant: tenant.id)
                let exported = try Self.files(in: place)
                let original = ProgrammeFixture().files
                let folders = ["QuartetMvt1": "DvorakStringQuartetNo12Mvt1", "Study": "TuttiStudyCanonStudyCanon"]
                for (path, content) in original {
                    let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
                    let name = parts.count > 1 ? (folders[parts[0]] ?? parts[0]) + "/" + parts[1] : path
                    let file = try #require(exported[name].map(Array.init), "\(name)")
                    guard path.hasSuffix(".tsv") else {
                        if !path.hasSuffix(".json") { #expect(file == content, "\(path)") }
                        continue
                    }
                    func rows(_ bytes: [UInt8]) -> [String] {
                        String(decoding: bytes, as: UTF8.self).replacing("BLUE", with: "blue")
                            .replacing("gold", with: "255,215,0")
                            .replacing("0\t\n", with: "0\tC major / A minor (no sharps or flats)\n")
                            .split(separator: "\n").map(String.init)
                    }
                    // The pages of two tracks may alternate in a table.
                    #expect(rows(file).sorted() == rows(content).sorted(), "\(path)")
                }
                #expect(exported.count == original.count)
            }
        }
    }

    @Test func anExportIntoAFolderWithFilesIsRefused() async throws {
        try await Self.imported(ProgrammeFixture()) { database, tenant in
            try await Self.withFolder { folder in
                try Data([1]).write(to: folder.appendingPathComponent("mine.txt"))
                await #expect(throws: ConcertExport.Refusal.folderNotEmpty) {
                    try await ConcertExport(database: database.tenants).run(
                        concert: "small-evening", to: folder.path, tenant: tenant.id)
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mine.txt"])
            }
        }
    }

    @Test func aConcertOfAnotherTenantCannotBeExported() async throws {
        try await Self.imported(ProgrammeFixture()) { database, _ in
            let other = try await database.tenant("b")
            try await Self.withFolder { folder in
                await #expect(throws: ConcertExport.Refusal.noSuchConcert) {
                    try await ConcertExport(database: database.tenants).run(
                        concert: "small-evening", to: folder.path + "/x", tenant: other.id)
                }
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(left == [])
            }
        }
    }

    @Test func anExportToAPathBelowAFileIsRefused() async throws {
        try await Self.imported(ProgrammeFixture()) { database, tenant in
            let error = await #expect(throws: ConcertExport.Refusal.self) {
                try await ConcertExport(database: database.tenants).run(
                    concert: "small-evening", to: "/dev/null/x", tenant: tenant.id)
            }
            guard case .notWritable? = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
        }
    }

    /// An editor can write a text that a table cannot hold.
    @Test func aConcertWhoseNoteHasALineBreakIsNotExported() async throws {
        try await Self.imported(ProgrammeFixture()) { database, tenant in
            try await database.sql("update app.annotation set text = E'two\\nlines' where measure = 3;")
            try await Self.withFolder { folder in
                let refusal = await #expect(throws: ImportRefusal.self) {
                    try await ConcertExport(database: database.tenants).run(
                        concert: "small-evening", to: folder.path + "/evening", tenant: tenant.id)
                }
                #expect(refusal?.faults.isEmpty == false)
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(left == [])
            }
        }
    }

    @Test(
        arguments: [
            (0, "0"), (1, "1"), (0.5, "0.5"), (0.2917, "0.2917"), (0.0001, "0.0001"), (0.00001, "0.00001"),
            (0.000012345, "0.000012345"), (0.33333334, "0.33333334"),
        ] as [(Float, String)])
    func anIntensityIsWrittenWithoutAnExponent(value: Float, text: String) {
        #expect(ProgrammeSheets.decimal(value) == text)
        #expect(Float(ProgrammeSheets.decimal(value)) == value)
    }
}
