import ConcertNotes
import Foundation
import Logging
import PNG
import Tenancy
import TestSupport
import Testing
import Web

@testable import App

/// Tests of the optional programs: how they are found, and the limits of their runs.
struct ExternalProgramTests {
    private static let folders = "/usr/bin:/bin"
    private static let tenant = TenantID(rawValue: 1)
    private static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    private static func program(
        _ name: String, _ change: (inout ExternalProgram.Limits) -> Void = { _ in }
    ) throws -> ExternalProgram {
        var limits = ExternalProgram.Limits()
        limits.time = .seconds(600)
        change(&limits)
        return try #require(
            ExternalProgram(
                name, in: folders, workers: Workers("test.programs", width: 1, limit: 4), limits: limits))
    }

    /// Writes a shell script that serves as the program to a new folder, and runs `body` with a search path that begins with this folder.
    private static func with(
        _ name: String, _ script: String, _ body: (String) async throws -> Void
    ) async throws {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name).path
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        try await body("\(folder.path):\(folders)")
    }

    @Test func aProgramThatIsNotInstalledIsNotFound() {
        let workers = Workers("test.programs", width: 1, limit: 4)
        #expect(ExternalProgram("no-such-program", in: Self.folders, workers: workers) == nil)
        #expect(ExternalProgram("cat", in: "usr/bin:.", workers: workers) == nil, "relative folders are not searched")
        #expect(ExternalPrograms.empty.printer == nil)
        #expect(WeasyPrint(in: "/nonexistent") == nil)
        #expect(VipsThumbnail(in: "/nonexistent") == nil)
    }

    @Test func theWholeOutputOfAnExternalProgramIsReturned() async throws {
        let input = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try await Self.program("cat").run([], input: input, for: "1") == input)
    }

    @Test func anExternalProgramDoesNotInheritTheEnvironmentOfTheServer() async throws {
        let output = try await Self.program("env").run([], input: [], for: "1")
        let names = Set(String(decoding: output, as: UTF8.self).split(separator: "\n").map { $0.prefix { $0 != "=" } })
        #expect(names == ["PATH", "LANG", "HOME", "TMPDIR"])
    }

    @Test func theErrorOfAFailedExternalProgramContainsItsStatus() async throws {
        let program = try Self.program("sh")
        await #expect(throws: ExternalProgramError.failed(status: 3 << 8)) {
            try await program.run(["-c", "exit 3"], input: [], for: "1")
        }
    }

    @Test func anExternalProgramThatRunsTooLongIsEnded() async throws {
        let program = try Self.program("sleep") { $0.time = .seconds(1) }
        await #expect(throws: ExternalProgramError.tooLong(seconds: 1)) {
            try await program.run(["6000"], input: [], for: "1")
        }
    }

    @Test func anExternalProgramWithTooMuchOutputIsEnded() async throws {
        let program = try Self.program("head") { $0.output = 10_000 }
        await #expect(throws: ExternalProgramError.self) {
            try await program.run(["-c", "100000", "/dev/zero"], input: [], for: "1")
        }
        #expect(try await program.run(["-c", "9000", "/dev/zero"], input: [], for: "1").count == 9000)
    }

    @Test func anExternalProgramWithTooMuchMemoryIsEnded() async throws {
        let program = try Self.program("awk") { $0.memory = 100 << 20 }
        await #expect(throws: ExternalProgramError.self) {
            try await program.run(["BEGIN { text = \"x\"; while (1) text = text text }"], input: [], for: "1")
        }
    }

    @Test func outputOfThePrinterThatIsNotAPDFIsRefused() async throws {
        try await Self.with("weasyprint", "echo nothing") { folders in
            let printer = try #require(WeasyPrint(in: folders))
            await #expect(throws: ExternalProgramError.unexpectedOutput) {
                try await printer.pdf(of: Array("<p>".utf8), for: Self.tenant)
            }
        }
    }

    /// If the program is installed, a page becomes a PDF. If not, the service has no printer, and the page says how to print.
    @Test func anInstalledWeasyPrintMakesAPDF() async throws {
        let page =
            "<!doctype html><html lang=\"en\"><title>Proof</title><h1>Strauss, Don Juan</h1><p>Dvořák: “so”.</p></html>"
        guard let printer = ExternalPrograms(in: Self.folders, logger: Self.silence).printer else {
            #expect(!FileManager.default.isExecutableFile(atPath: "/usr/bin/weasyprint"))
            return
        }
        let bytes = try await printer.pdf(of: Array(page.utf8), for: Self.tenant)
        #expect(bytes.starts(with: Array("%PDF-".utf8)))
    }

    /// If the program is installed, a picture is scaled. If not, the service has no scaler, and phones get the original picture.
    @Test func anInstalledVipsThumbnailScalesAPicture() async throws {
        guard let scaler = ExternalPrograms(in: Self.folders, logger: Self.silence).scaler else {
            #expect(!FileManager.default.isExecutableFile(atPath: "/usr/bin/vipsthumbnail"))
            return
        }
        let drawing = Drawing(top: .init(0x102030), bottom: .init(0xE0D0C0), ink: .init(0xFFFFFF), strokes: [])
        let picture = try PNG.encode(drawing, side: 640)
        let copy = try await scaler.scaled(picture, kind: .png, width: 320, for: Self.tenant)
        #expect(PixelSize(headerOf: copy, kind: .png) == PixelSize(width: 320, height: 320))
        await #expect(throws: ExternalProgramError.self) {
            try await scaler.scaled(Array("no picture".utf8), kind: .png, width: 320, for: Self.tenant)
        }
    }
}
