import Testing
import Zip
import ZipTestSupport

struct ZipReaderTests {
    private func builder() throws -> ZipBuilder {
        var builder = try ZipBuilder([("a.txt", String(repeating: "Andante ", count: 100)), ("b/c.txt", "Allegro")])
        try builder.add("d.txt", Array("Adagio".utf8), isDeflated: false)
        return builder
    }

    @Test func storedAndDeflatedEntriesAreRead() throws {
        let archive = try ZipReader(try builder().bytes)
        #expect(archive.entries.map(\.name) == ["a.txt", "b/c.txt", "d.txt"])
        #expect(archive.entries.map(\.size) == [800, 7, 6])
        let contents = try archive.entries.map { String(decoding: try archive.content(of: $0), as: UTF8.self) }
        #expect(contents == [String(repeating: "Andante ", count: 100), "Allegro", "Adagio"])
        #expect(archive.entry("b/c.txt")?.isFolder == false)
        #expect(archive.entry("x") == nil)
    }

    @Test func aFolderEntryAndAnArchiveCommentAreAccepted() throws {
        var builder = try builder()
        try builder.add("e/", [], isDeflated: false)
        builder.comment = Array("a comment".utf8)
        let archive = try ZipReader(builder.bytes)
        #expect(archive.entries.last?.isFolder == true)
    }

    @Test func entrySizesInADescriptorAfterTheContentAreAccepted() throws {
        var builder = try builder()
        builder.files[0].flags |= 8
        #expect(try ZipReader(builder.bytes).entries.count == 3)
    }

    @Test func theFirstBytesOfAZipArchiveAreRecognised() throws {
        #expect(ZipReader.recognises(try builder().bytes))
        #expect(!ZipReader.recognises(Array("<score-partwise/>".utf8)))
    }

    /// Spec S1.18.
    @Test(arguments: [
        "../a", "a/../b", "/etc/passwd", "a//b", "./a", "a/.", "C:\\a", "a\\b", "a\u{0}b", "a\nb", "", "a\u{202E}b",
        "a\u{200B}b", String(repeating: "n", count: 300),
    ])
    func anEntryNameThatIsNotAPlainPathIsRefused(name: String) throws {
        var builder = try builder()
        try builder.add(name, [1])
        #expect {
            try ZipReader(builder.bytes)
        } throws: {
            guard case ZipError.name = $0 else { return false }
            return true
        }
    }

    @Test func anEntryNameThatIsNotUTF8IsRefused() throws {
        var builder = try builder()
        builder.files[0].name = [0x61, 0xFF]
        builder.files[0].localName = [0x61, 0xFF]
        #expect(throws: ZipError.name("a\u{FFFD}", "names must be in UTF-8")) { try ZipReader(builder.bytes) }
    }

    /// A file system may treat the two names as one.
    @Test(arguments: ["a.txt", "A.TXT"])
    func anEntryNameThatOccursTwiceIgnoringCaseIsRefused(name: String) throws {
        var builder = try builder()
        try builder.add(name, [1])
        #expect(throws: ZipError.name(name, "another entry has the same name, ignoring case; rename one of the files"))
        {
            try ZipReader(builder.bytes)
        }
    }

    @Test func canonicallyEquivalentEntryNamesCountAsOneName() throws {
        var builder = ZipBuilder()
        try builder.add("\u{E9}", [1])
        try builder.add("e\u{301}", [1])
        #expect(throws: ZipError.self) { try ZipReader(builder.bytes) }
    }

    @Test func anEncryptedEntryIsRefused() throws {
        var builder = try builder()
        builder.files[0].flags |= 1
        #expect(throws: ZipError.unsupported("has an encrypted entry \"a.txt\"")) { try ZipReader(builder.bytes) }
    }

    @Test func anUnsupportedCompressionMethodIsRefused() throws {
        var builder = try builder()
        builder.files[0].method = 12
        #expect(throws: ZipError.unsupported("has an entry \"a.txt\" with compression method 12")) {
            try ZipReader(builder.bytes)
        }
    }

    @Test func aZip64ArchiveIsRefused() throws {
        var (first, second) = (try builder(), try builder())
        first.endValues[12] = (0xFFFF_FFFF, 4)
        second.beforeEnd = [0x50, 0x4B, 0x06, 0x07] + [UInt8](repeating: 0, count: 16)
        #expect(throws: ZipError.unsupported("uses zip64")) { try ZipReader(first.bytes) }
        #expect(throws: ZipError.unsupported("uses zip64")) { try ZipReader(second.bytes) }
    }

    @Test func anArchiveOnSeveralDisksIsRefused() throws {
        var (first, second) = (try builder(), try builder())
        first.endValues[4] = (1, 2)
        second.files[1].disk = 1
        #expect(throws: ZipError.unsupported("consists of several disks")) { try ZipReader(first.bytes) }
        #expect(throws: ZipError.unsupported("consists of several disks")) { try ZipReader(second.bytes) }
    }

    @Test func overlappingEntriesAreRefused() throws {
        var builder = ZipBuilder()
        try builder.add("a", [1, 2, 3], isDeflated: false)
        try builder.add("a2", [1, 2, 3], isDeflated: false)
        builder.files[1].name = [0x61]
        builder.files[1].statedPosition = 0
        #expect(throws: ZipError.self) { try ZipReader(builder.bytes) }
        // The second entry refers to the local header of the first but has another name, so the two headers differ.
        builder.files[1].name = [0x62]
        #expect(throws: ZipError.damaged("the two headers of \"b\" do not agree")) { try ZipReader(builder.bytes) }
    }

    @Test func anEntryInsideTheContentOfAnotherEntryIsRefused() throws {
        // The second entry is stored in the content of the first one.
        var inner = ZipBuilder()
        try inner.add("b", [7], isDeflated: false)
        var builder = ZipBuilder()
        try builder.add("a", Array(inner.bytes.prefix(32)), isDeflated: false)
        try builder.add("b", [7], isDeflated: false)
        builder.files[1].statedPosition = 31
        #expect(throws: ZipError.damaged("two entries share the same bytes")) { try ZipReader(builder.bytes) }
    }

    @Test func anEntryWithAWrongChecksumIsRefused() throws {
        var builder = try builder()
        builder.files[0].checksum ^= 1
        let archive = try ZipReader(builder.bytes)
        #expect(throws: ZipError.checksum("a.txt")) { try archive.content(of: archive.entries[0]) }
    }

    @Test func anEntryWithAWrongSizeIsRefused() throws {
        for difference in [-1, 1] {
            var builder = try builder()
            builder.files[0].size += difference
            let archive = try ZipReader(builder.bytes)
            #expect(throws: ZipError.self) { try archive.content(of: archive.entries[0]) }
        }
    }

    /// Spec S1.18.
    @Test func aDecompressionBombIsRefusedByItsDeclaredRatio() throws {
        var builder = ZipBuilder()
        try builder.add("bomb", [UInt8](repeating: 0, count: 4 << 20))
        #expect {
            try ZipReader(builder.bytes)
        } throws: {
            guard case ZipError.limit = $0 else { return false }
            return true
        }
    }

    /// Spec S1.18.
    @Test func aDecompressionBombThatDeclaresAWrongSizeIsRefused() throws {
        var builder = ZipBuilder()
        try builder.add("bomb", [UInt8](repeating: 0, count: 4 << 20))
        builder.files[0].size = 1000
        let archive = try ZipReader(builder.bytes)
        #expect(throws: ZipError.damaged("\"bomb\" is larger than the size given in the directory")) {
            try archive.content(of: archive.entries[0])
        }
    }

    @Test func anArchiveWithTooManyEntriesOrBytesIsRefused() throws {
        var limits = ZipReader.Limits()
        limits.entries = 2
        #expect(throws: ZipError.limit("has 3 entries; at most 2 are allowed")) {
            try ZipReader(try builder().bytes, limits: limits)
        }
        limits.entries = 3
        limits.unpacked = 812
        #expect(throws: ZipError.limit("must unpack to at most 812 bytes; send its files in parts")) {
            try ZipReader(try builder().bytes, limits: limits)
        }
    }

    @Test func everyTruncationOfAnArchiveIsRefused() throws {
        let bytes = try builder().bytes
        for count in 0..<bytes.count {
            #expect(throws: ZipError.self) { try ZipReader(Array(bytes.prefix(count))) }
        }
    }

    /// For an archive with one changed byte, the reader either throws an error or returns the original content of each name.
    @Test func anArchiveWithAChangedByteIsRefusedOrKeepsItsContent() throws {
        let bytes = try builder().bytes
        let original = try ZipReader(bytes)
        let contents = try Dictionary(
            uniqueKeysWithValues: original.entries.map { ($0.name, try original.content(of: $0)) })
        for index in bytes.indices {
            for bit in [0, 3, 7] {
                var changed = bytes
                changed[index] ^= 1 << bit
                guard let archive = try? ZipReader(changed) else { continue }
                for entry in archive.entries {
                    guard let content = try? archive.content(of: entry), let expected = contents[entry.name] else {
                        continue
                    }
                    #expect(content == expected, "byte \(index)")
                }
            }
        }
    }
}
