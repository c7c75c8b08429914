import ConcertNotes
import Foundation
import HTTP
import Tenancy
import TestSupport
import Testing

@testable import ConcertReading

@Suite struct ConcertArchiveTests {
    /// Writes an archive to a folder and calls `body` with the path and a function that runs a program in the folder.
    private static func unpacked(
        _ archive: Representation,
        _ body: (URL, (String, [String]) throws -> (status: Int32, output: String)) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("archive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(archive.identity).write(to: folder.appendingPathComponent("a.zip"))
        try body(folder) { program, arguments in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [program] + arguments
            process.currentDirectoryURL = folder
            process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONUTF8": "1"]) { $1 }
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitForEnd()
            return (process.terminationStatus, output)
        }
    }

    private static let poa = "POADvořákStringQuartetNo12Mvt1"

    /// Spec N29.
    @Test func theArchiveContainsTheDocumentsAndPicturesOfTheConcert() async throws {
        try await ReadingStage.with { stage, tenant in
            let archive = try await stage.get("/api/v1/concert/archive", of: tenant)
            #expect(archive.mediaType == "application/zip")
            #expect(archive.fields["Content-Disposition"] == "attachment; filename=\"small-evening.zip\"")
            let documents = [
                "concert.json": try await stage.get("/api/v1/concert", of: tenant).identity,
                "glossary.json": try await stage.get("/api/v1/glossary", of: tenant).identity,
                "pieces/tuttistudycanonstudycanon.json": try await stage.get(study, of: tenant).identity,
                "pieces/tuttistudycanonstudycanon.waveform.json": try await stage.get(study + "/waveform", of: tenant)
                    .identity,
            ]
            try Self.unpacked(archive) { folder, run in
                let script =
                    "import zipfile; a = zipfile.ZipFile('a.zip'); print(a.testzip()); print(*sorted(a.namelist()), sep='\\n'); a.extractall('.')"
                let listed = try run("python3", ["-c", script])
                #expect(
                    listed.output == """
                        None
                        \(Self.poa)/data.xml
                        \(Self.poa)/images.txt
                        \(Self.poa)/name.txt
                        POATuttiStudyCanonStudyCanon/dash.gif
                        POATuttiStudyCanonStudyCanon/data.xml
                        POATuttiStudyCanonStudyCanon/dot.png
                        POATuttiStudyCanonStudyCanon/images.txt
                        POATuttiStudyCanonStudyCanon/name.txt
                        concert.json
                        glossary.json
                        images/AppAssets/ProgramNotes.pdf
                        images/AppAssets/Splash32.png
                        images/dash.gif
                        images/dot.png
                        pieces/dvořákstringquartetno12mvt1.json
                        pieces/dvořákstringquartetno12mvt1.waveform.json
                        pieces/tuttistudycanonstudycanon.json
                        pieces/tuttistudycanonstudycanon.waveform.json

                        """)
                func content(_ path: String) throws -> [UInt8] {
                    Array(try Data(contentsOf: folder.appendingPathComponent(path)))
                }
                for (path, bytes) in documents { #expect(try content(path) == bytes, "\(path)") }
                #expect(try content("POATuttiStudyCanonStudyCanon/images.txt") == Array("dot.png;dash.gif".utf8))
                #expect(try content("\(Self.poa)/name.txt") == Array(ProgrammeFixture.quartet.utf8))
                #expect(try content("\(Self.poa)/images.txt") == [])
                #expect(
                    try content("POATuttiStudyCanonStudyCanon/dot.png") == ProgrammeFixture().files["images/dot.png"])
                let data = String(decoding: try content("\(Self.poa)/data.xml"), as: UTF8.self)
                #expect(
                    data.hasPrefix(
                        "<?xml version=\"1.0\"?>\n<concert><piece><name>Dvořák, String Quartet No. 12: Mvt. 1</name>"))
            }
        }
    }

    @Test func anArchiveStoredOnDiskHasTheSameBytes() async throws {
        try await ReadingStage.with { stage, tenant in
            let spool = ContentSpool(folder: NSTemporaryDirectory(), logger: ReadingStage.silence)
            let spooled = try ReadingStage(stage.database, spool: spool)
            let archive = try await stage.get("/api/v1/concert/archive", of: tenant)
            let other = try await spooled.get("/api/v1/concert/archive", of: tenant)
            #expect(spool.fileCount == 1)
            #expect(other.heapSize == 0)
            #expect(other.identity == archive.identity)
            #expect(other.entityTag == archive.entityTag)
        }
    }
}
