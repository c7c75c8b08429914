import Logging
import Testing

@testable import HTTP

struct SpoolWriterTests {
    private static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    private static let parts = [noise(100_000), [], noise(3)]

    private static func representation(_ writer: SpoolWriter) throws -> Representation {
        for part in parts { try writer.append(part) }
        return try Representation(
            mediaType: "application/zip", spooled: writer, entityTag: "\"1\"", lastModified: 1, fields: ["X-Y": "z"])
    }

    @Test func contentWrittenInPartsIsStoredInOneFile() async throws {
        try await withTemporaryFolder { folder in
            let spool = ContentSpool(folder: folder, logger: Self.silence)
            let whole = try Self.representation(spool.writer())
            #expect(whole.identity == Self.parts.flatMap(\.self))
            #expect(whole.gzip == nil)
            #expect(whole.heapSize == 0)
            #expect(spool.fileCount == 1)
            #expect(whole.entityTag == "\"1\"")
            #expect(names(in: folder).isEmpty)
        }
    }

    @Test func theFileOfAnUnfinishedWriterIsClosedWithTheWriter() async throws {
        try await withTemporaryFolder { folder in
            let spool = ContentSpool(folder: folder, logger: Self.silence)
            var writer: SpoolWriter? = spool.writer()
            try writer?.append([1])
            #expect(spool.fileCount == 1)
            writer = nil
            #expect(spool.fileCount == 0)
        }
    }

    @Test func contentStaysInMemoryIfNoFileCanBeCreated() throws {
        let spool = ContentSpool(folder: "/nowhere/at/all", logger: Self.silence)
        let whole = try Self.representation(spool.writer())
        #expect(whole.identity == Self.parts.flatMap(\.self))
        #expect(whole.heapSize == 100_003)
        #expect(spool.fileCount == 0)
    }

    @Test func emptyContentNeedsNoFile() async throws {
        try await withTemporaryFolder { folder in
            let spool = ContentSpool(folder: folder, logger: Self.silence)
            let empty = try Representation(
                mediaType: "text/plain", spooled: spool.writer(), entityTag: "\"1\"", lastModified: 1)
            #expect(empty.identity == [])
            #expect(spool.fileCount == 0)
        }
    }
}
