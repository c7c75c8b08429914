import Glibc
import Testing

@testable import HTTP

struct ContentFileTests {
    private let content = noise(100_000)

    @Test func aContentFileContainsTheWrittenBytes() async throws {
        try await withTemporaryFolder { folder in
            let file = try ContentFile(content, in: folder, count: ContentFileCount(limit: 1))
            #expect(file.length == content.count)
            #expect(file.read == content)
        }
    }

    @Test func aContentFileIsClosedWithItsLastReference() async throws {
        try await withTemporaryFolder { folder in
            let count = ContentFileCount(limit: 1)
            var file: ContentFile? = try ContentFile(content, in: folder, count: count)
            #expect(names(in: folder).isEmpty)
            #expect(count.value == 1)
            #expect(file.map { fcntl($0.descriptor, F_GETFD) } == FD_CLOEXEC)
            file = nil
            #expect(count.value == 0)
        }
    }

    @Test func aContentFileBeyondTheLimitIsRefused() async throws {
        try await withTemporaryFolder { folder in
            let count = ContentFileCount(limit: 1)
            let file = try ContentFile(content, in: folder, count: count)
            #expect(throws: ContentFileError.self) { try ContentFile(content, in: folder, count: count) }
            #expect(count.value == 1)
            withExtendedLifetime(file) {}
        }
    }

    @Test func creatingAContentFileInAMissingFolderFails() {
        let count = ContentFileCount(limit: 1)
        #expect(throws: ContentFileError.self) { try ContentFile(content, in: "/nowhere/at/all", count: count) }
        #expect(count.value == 0)
    }

    @Test func writtenContentIsInThePageCacheUntilItIsEvicted() async throws {
        try await withTemporaryFolder { folder in
            let file = try ContentFile(content, in: folder, count: ContentFileCount(limit: 1))
            #expect(file.isCached(0..<file.length))
            try file.takeOut()
            #expect(!file.isCached(0..<file.length))
            #expect(!file.isCached(41_000..<41_001))
        }
    }
}

extension ContentFile {
    /// Removes all pages from the file and thus from the page cache. They read as zeros, as if from the disk.
    func takeOut() throws {
        guard ftruncate(descriptor, 0) == 0, ftruncate(descriptor, length) == 0 else {
            throw TestClient.Failure(what: "ftruncate: \(String(cString: strerror(errno)))")
        }
    }
}
