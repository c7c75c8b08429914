import Foundation
import Testing

@testable import Tar

@Suite struct TarTests {
    /// Calls `body` with the path of a temporary file, which is removed afterwards.
    private static func withFile(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path + "/tutti-tar-\(UUID().uuidString).tar"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private static func write(_ members: [(String, [UInt8])], to path: String) throws {
        let writer = try TarWriter(path: path, modified: 1_800_000_000)
        for (name, content) in members {
            try writer.begin(name)
            for start in stride(from: 0, to: content.count, by: 700) {
                try writer.append(Array(content[start..<min(start + 700, content.count)]))
            }
            #expect(try writer.end() == content.count)
        }
        try writer.finish()
    }

    @Test func theMembersOfAWrittenArchiveAreReadBack() throws {
        try Self.withFile { path in
            let long = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let members: [(String, [UInt8])] = [("a", []), ("b/c", Array("one".utf8)), ("d", long)]
            try Self.write(members, to: path)
            let reader = try TarReader(path: path)
            #expect(reader.entries.map(\.header.name) == ["a", "b/c", "d"])
            for (name, content) in members {
                let entry = try #require(reader.entry(name))
                var read: [UInt8] = []
                try reader.forEachPiece(of: entry, size: 999) { read += $0 }
                #expect(read == content, "\(name)")
            }
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func theTarProgramReadsAWrittenArchive() throws {
        try Self.withFile { path in
            try Self.write([("x/y.txt", Array("hello".utf8))], to: path)
            let tar = Process()
            tar.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            tar.arguments = ["tar", "-xOf", path, "x/y.txt"]
            let output = Pipe()
            tar.standardOutput = output
            try tar.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            tar.waitUntilExit()
            #expect(tar.terminationStatus == 0 && text == "hello")
        }
    }

    @Test(arguments: [0, 1, 511, 512, (1 << 33) - 1, 1 << 33, 5 << 40])
    func aMemberSizeIsReadBackFromItsHeader(size: Int) throws {
        let header = try TarHeader(name: "a", size: size, modified: 5)
        #expect(TarHeader(header.bytes) == header)
    }

    /// A reader would refuse the archive.
    @Test(arguments: ["café", "a b", "", String(repeating: "a", count: 101)])
    func aMemberNameThatIsNotVisibleASCIIIsRefused(name: String) {
        #expect(throws: TarError.name(name)) { try TarHeader(name: name, size: 0, modified: 5) }
    }

    @Test(arguments: ["~!", String(repeating: "a", count: 100)])
    func aMemberNameOfVisibleASCIIIsReadBack(name: String) throws {
        #expect(TarHeader(try TarHeader(name: name, size: 0, modified: 5).bytes)?.name == name)
    }

    @Test func aHeaderWithAChangedByteIsRefused() throws {
        let bytes = try TarHeader(name: "a", size: 77, modified: 5).bytes
        // The byte after the checksum counts as a space, regardless of its value.
        for index in 0..<265 where index != 155 {
            var changed = bytes
            changed[index] ^= 1
            #expect(TarHeader(changed) == nil, "byte \(index)")
        }
    }

    /// Directories, links and devices with a valid checksum.
    @Test(arguments: ["1", "2", "3", "5", "x", "L"]) func aMemberThatIsNotARegularFileIsRefused(type: String) throws {
        try Self.withFile { path in
            var bytes = try TarHeader(name: "a", size: 0, modified: 5).bytes
            bytes[156] = type.utf8.first ?? 0
            let sum = bytes.reduce(0) { $0 + Int($1) } - bytes[148..<156].reduce(0) { $0 + Int($1) } + 8 * 0x20
            let digits = String(sum, radix: 8)
            bytes.replaceSubrange(
                148..<154, with: (String(repeating: "0", count: 6 - digits.utf8.count) + digits).utf8)
            try Data(bytes + [UInt8](repeating: 0, count: 1024)).write(to: URL(fileURLWithPath: path))
            #expect(throws: TarError.self) { try TarReader(path: path) }
        }
    }

    @Test func aTruncatedArchiveIsRefused() throws {
        try Self.withFile { path in
            try Self.write([("a", [UInt8](repeating: 7, count: 2000)), ("b", [1])], to: path)
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            for length in stride(from: 0, to: whole.count - 1024, by: 256) {
                try whole.prefix(length).write(to: URL(fileURLWithPath: path))
                #expect(throws: TarError.self, "\(length) bytes") { try TarReader(path: path) }
            }
        }
    }

    @Test func aRepeatedMemberNameIsRefused() throws {
        try Self.withFile { path in
            try Self.write([("a", [1]), ("a", [2])], to: path)
            #expect(throws: TarError.damaged(path: path, reason: "it contains a twice")) { try TarReader(path: path) }
        }
    }

    @Test func aFileThatAnotherWriterHasOpenIsRefused() throws {
        try Self.withFile { path in
            let first = try TarWriter(path: path, modified: 0)
            #expect(throws: TarError.self) { try TarWriter(path: path, modified: 0) }
            try first.finish()
        }
    }
}
