import HTTP
import Observability
import Synchronization
import Testing
import Web

struct DocumentCacheTests {
    private struct Failure: Error {}

    private let counts = CacheCounts()

    private static func document(_ text: String) -> Representation {
        Representation(mediaType: "text/plain", identity: Array(text.utf8), compress: false, lastModified: 0)
    }

    @Test func aCachedDocumentIsNotBuiltAgain() async throws {
        let cache = DocumentCache<Int>(limit: 10_000, counts: counts)
        let builds = Counter()
        for _ in 0..<2 {
            let found = try await cache.document(1) {
                builds.increment()
                return Self.document("one")
            }
            #expect(found.identity == Array("one".utf8))
        }
        #expect(builds.value == 1)
        #expect((counts.hits.value, counts.misses.value, counts.builds.value) == (1, 1, 1))
        #expect(cache.size.count == 1)
    }

    @Test func simultaneousRequestsShareOneBuild() async throws {
        let cache = DocumentCache<Int>(limit: 10_000, counts: counts)
        let builds = Counter()
        let (permissions, gate) = AsyncStream<Void>.makeStream()
        let requests = (0..<5).map { _ in
            Task {
                try await cache.document(1) {
                    builds.increment()
                    for await _ in permissions { break }
                    return Self.document("one")
                }
            }
        }
        while counts.misses.value < 5 { await Task.yield() }
        gate.finish()
        for request in requests { #expect(try await request.value.identity == Array("one".utf8)) }
        #expect(builds.value == 1)
    }

    @Test func aFailedBuildIsRepeatedForTheNextRequest() async throws {
        let cache = DocumentCache<Int>(limit: 10_000, counts: counts)
        await #expect(throws: Failure.self) { try await cache.document(1) { throw Failure() } }
        let found = try await cache.document(1) { Self.document("one") }
        #expect(found.identity == Array("one".utf8))
        #expect(counts.builds.value == 1)
    }

    @Test func theTotalSizeOfCachedDocumentsIsLimited() async throws {
        let cache = DocumentCache<Int>(limit: 2_000, counts: counts)
        for key in 0..<20 { _ = try await cache.document(key) { Self.document("\(key)") } }
        #expect(cache.size.bytes <= 2_000)
        #expect(counts.evictions.value > 0)
    }
}
