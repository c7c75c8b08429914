import Foundation
import Gzip
import Testing

@testable import Zip

struct ZipWriterTests {
    private static let changedAt: Int64 = 1_000_000_000  // 2001-09-09T01:46:40Z
    private static let text = Array(String(repeating: "The theme is Dvořák’s own. ", count: 60).utf8)
    private static let noise: [UInt8] = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 73 ^ $0 >> 3) }

    private static func archive(_ fill: (inout ZipWriter) throws -> [UInt8]) throws -> [UInt8] {
        var writer = ZipWriter(modified: changedAt)
        let members = try fill(&writer)
        return members + (try writer.finish())
    }

    private static func sample() throws -> [UInt8] {
        try archive { writer in
            try writer.add("POADvořák/name.txt", text) + writer.add("images/a.png", noise, compress: false)
                + writer.add("empty.txt", [])
        }
    }

    /// Writes a file, runs a program on it and returns its output.
    private static func run(_ program: String, _ arguments: [String], on bytes: [UInt8]) throws -> (Int32, String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zip-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.zip")
        try Data(bytes).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments + [file.path]
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONUTF8": "1"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    /// Python's zipfile compares the checksums of all members, and the names, times and contents are those that were added.
    @Test func pythonReadsTheMembersOfAWrittenArchive() throws {
        let script = """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            print(archive.testzip())
            for member in archive.infolist():
                content = archive.read(member)
                print(member.filename, member.compress_type, len(content), *member.date_time, oct(member.external_attr >> 16))
            print(archive.read('POADvořák/name.txt').decode()[:14])
            """
        let (status, output) = try Self.run("python3", ["-c", script], on: Self.sample())
        #expect(status == 0)
        #expect(
            output == """
                None
                POADvořák/name.txt 8 \(Self.text.count) 2001 9 9 1 46 40 0o100644
                images/a.png 0 300 2001 9 9 1 46 40 0o100644
                empty.txt 0 0 2001 9 9 1 46 40 0o100644
                The theme is D

                """)
    }

    @Test func equalMembersGiveEqualArchives() throws {
        #expect(try Self.sample() == Self.sample())
    }

    @Test func anArchiveWithoutMembersHasOnlyAnEndRecord() throws {
        #expect(try Self.archive { _ in [] } == [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18))
    }

    @Test func aMemberThatDeflateDoesNotShortenIsStoredUncompressed() throws {
        let bytes = try Self.archive { try $0.add("x", Array("abc".utf8)) }
        #expect(bytes[8] == 0)
        #expect(Array(bytes[31..<34]) == Array("abc".utf8))
    }

    @Test(arguments: [
        "", "/x", "a//b", "a/", "../x", "a/../b", "./x", "a\\b", "a\nb", String(repeating: "x", count: 65_536),
    ])
    func anInvalidMemberNameIsRefused(name: String) {
        #expect(throws: ZipWriterError.invalidName(name)) { try Self.archive { try $0.add(name, []) } }
    }

    @Test func aRepeatedMemberNameIsRefused() {
        #expect(throws: ZipWriterError.repeatedName("a")) {
            try Self.archive { writer in
                try writer.add("a", []) + writer.add("a", [1])
            }
        }
    }

    @Test func moreThan65534MembersAreRefused() {
        #expect(throws: ZipWriterError.tooLarge) {
            try Self.archive { writer in
                for number in 0...65_534 { _ = try writer.add("\(number)", [], compress: false) }
                return []
            }
        }
    }

    /// 1980-01-01, a leap day, the last second, and times outside the range.
    @Test(
        arguments: [
            (315_532_800, 0x0021, 0), (951_782_400, 20 << 9 | 2 << 5 | 29, 0),
            (4_354_819_199, 127 << 9 | 12 << 5 | 31, 23 << 11 | 59 << 5 | 29), (0, 0x0021, 0),
            (Int64.max, 127 << 9 | 12 << 5 | 31, 23 << 11 | 59 << 5 | 29),
        ] as [(Int64, UInt16, UInt16)])
    func theTimeOfAMemberIsLimitedToTheRangeOfTheZipFormat(seconds: Int64, date: UInt16, time: UInt16) {
        #expect(DOSTime(seconds).date == date)
        #expect(DOSTime(seconds).time == time)
    }
}
