import Logging
import Testing

@testable import HTTP

struct ContentSpoolTests {
    private func spool(_ folder: String, limit: Int = 8) -> ContentSpool {
        ContentSpool(
            folder: folder, threshold: 1000, limit: limit,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func representation(_ count: Int, compress: Bool = false, _ spool: ContentSpool?) -> Representation {
        Representation(
            mediaType: "a/b", identity: [UInt8](repeating: 97, count: count), compress: compress, lastModified: 0,
            spool: spool)
    }

    @Test func longContentIsStoredInAFileAndShortContentOnTheHeap() async throws {
        try await withTemporaryFolder { folder in
            let spool = spool(folder)
            #expect(representation(999, spool).heapSize == 999)
            let long = representation(1000, spool)
            #expect(long.heapSize == 0)
            #expect(long.identity.count == 1000)
            #expect(spool.fileCount == 1)
        }
    }

    @Test func theLengthOfEachEncodingDecidesItsStorage() async throws {
        try await withTemporaryFolder { folder in
            let long = representation(20_000, compress: true, spool(folder))
            let gzip = try #require(long.gzip)
            #expect(gzip.count < 1000)
            #expect(long.heapSize == gzip.count)
        }
    }

    @Test func theEntityTagDoesNotDependOnTheStorage() async throws {
        try await withTemporaryFolder { folder in
            #expect(representation(5000, spool(folder)).entityTag == representation(5000, nil).entityTag)
        }
    }

    @Test func contentStaysOnTheHeapIfNoFileCanBeCreated() {
        let kept = representation(5000, spool("/nowhere/at/all"))
        #expect(kept.heapSize == 5000)
        #expect(kept.identity.count == 5000)
    }

    @Test func contentStaysOnTheHeapWhenTooManyFilesAreOpen() async throws {
        try await withTemporaryFolder { folder in
            let spool = spool(folder, limit: 1)
            let first = representation(5000, spool)
            let second = representation(5000, spool)
            #expect(first.heapSize == 0)
            #expect(second.heapSize == 5000)
        }
    }
}
