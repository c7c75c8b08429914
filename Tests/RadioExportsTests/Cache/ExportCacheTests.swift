import HTTP
import Radio
import Synchronization
import Tenancy
import Testing
import Web

@testable import RadioExports

struct ExportCacheTests {
    private static let here = Tenant(
        id: TenantID(rawValue: 1), slug: "here", name: "Here", locale: "en", integerSeconds: false,
        multicast: MulticastScope())

    private static func key(_ name: String) -> ExportCache.Key {
        ExportCache.Key(tenant: here, name: name)
    }

    private static func mark(_ revision: Int64) -> ExportMark {
        ExportMark(revision: RadioRevision(rawValue: revision), changedAt: Instant(milliseconds: 0))
    }

    /// Builds documents and counts the builds.
    private final class Maker: Sendable {
        private let made = Atomic<Int>(0)
        let bytes: Int
        let goodUntil: Instant?

        init(bytes: Int = 10, goodUntil: Instant? = nil) {
            self.bytes = bytes
            self.goodUntil = goodUntil
        }

        var count: Int { made.load(ordering: .relaxed) }

        @Sendable func make(_ tenantWorkers: TenantWorkers) async throws -> ExportDocument {
            made.add(1, ordering: .relaxed)
            return ExportDocument(
                "text/plain", Array("\(count) ".utf8) + [UInt8](repeating: 0x61, count: bytes), goodUntil: goodUntil)
        }
    }

    private static func cache(_ bounds: ExportCache.Bounds = .init()) -> ExportCache {
        ExportCache(of: TenantObservers(), workers: Workers("test.cache", width: 2, limit: 1000), bounds: bounds)
    }

    /// Spec H5.
    @Test func anExportDocumentIsBuiltOncePerRevision() async throws {
        let (cache, maker, key) = (Self.cache(), Maker(), Self.key("guide"))
        let now = Instant(milliseconds: 0)
        let first = try await cache.representation(key, Self.mark(1), now: now, make: maker.make)
        let second = try await cache.representation(key, Self.mark(1), now: now, make: maker.make)
        #expect(first === second)
        _ = try await cache.representation(key, Self.mark(2), now: now, make: maker.make)
        #expect(maker.count == 2)
    }

    @Test func simultaneousRequestsForADocumentWaitForTheSameBuild() async throws {
        let (cache, maker, key) = (Self.cache(), Maker(), Self.key("guide"))
        let (gate, open) = AsyncStream<Void>.makeStream()
        let slow: @Sendable (TenantWorkers) async throws -> ExportDocument = { tenantWorkers in
            for await _ in gate {}
            return try await maker.make(tenantWorkers)
        }
        async let one = cache.representation(key, Self.mark(1), now: Instant(milliseconds: 0), make: slow)
        async let other = cache.representation(key, Self.mark(1), now: Instant(milliseconds: 0), make: slow)
        open.finish()
        #expect(try await one === other)
        #expect(maker.count == 1)
    }

    @Test func anExportDocumentIsRebuiltWhenItExpires() async throws {
        let (cache, key) = (Self.cache(), Self.key("feed"))
        let maker = Maker(goodUntil: Instant(milliseconds: 1000))
        for milliseconds: Int64 in [0, 999, 1000] {
            _ = try await cache.representation(
                key, Self.mark(1), now: Instant(milliseconds: milliseconds), make: maker.make)
        }
        #expect(maker.count == 2)
    }

    @Test func aLargeDocumentIsRebuiltAtMostOnceAMinute() async throws {
        var bounds = ExportCache.Bounds()
        bounds.largeBytes = 1000
        let (cache, maker, key) = (Self.cache(bounds), Maker(bytes: 2000), Self.key("guide"))
        for (revision, milliseconds): (Int64, Int64) in [(1, 0), (2, 59_999), (3, 60_000)] {
            _ = try await cache.representation(
                key, Self.mark(revision), now: Instant(milliseconds: milliseconds), make: maker.make)
        }
        #expect(maker.count == 2)
    }

    @Test func theCacheDropsTheLeastRecentlyUsedDocumentBeyondItsLimit() async throws {
        var bounds = ExportCache.Bounds()
        bounds.documents = 3
        let (cache, maker) = (Self.cache(bounds), Maker())
        for name in ["a", "b", "c", "a", "d"] {
            _ = try await cache.representation(
                Self.key(name), Self.mark(1), now: Instant(milliseconds: 0), make: maker.make)
        }
        #expect(cache.count(of: Self.here.id) == 3)
        #expect(maker.count == 4)
        _ = try await cache.representation(
            Self.key("a"), Self.mark(1), now: Instant(milliseconds: 0), make: maker.make)
        #expect(maker.count == 4)
        _ = try await cache.representation(
            Self.key("b"), Self.mark(1), now: Instant(milliseconds: 0), make: maker.make)
        #expect(maker.count == 5)
    }

    @Test func smallDocumentsDoNotEvictALargeDocument() async throws {
        var bounds = ExportCache.Bounds()
        (bounds.documents, bounds.largeBytes) = (2, 1000)
        let (cache, large, small) = (Self.cache(bounds), Maker(bytes: 2000), Maker())
        let now = Instant(milliseconds: 0)
        _ = try await cache.representation(Self.key("guide"), Self.mark(1), now: now, make: large.make)
        for number in 0..<10 {
            _ = try await cache.representation(Self.key("PI/\(number)"), Self.mark(1), now: now, make: small.make)
        }
        _ = try await cache.representation(Self.key("guide"), Self.mark(1), now: now, make: large.make)
        #expect(large.count == 1)
        #expect(cache.count(of: Self.here.id) == 3)
    }

    @Test func aFailedBuildOfADocumentIsRepeatedByTheNextRequest() async throws {
        let (cache, maker, key) = (Self.cache(), Maker(), Self.key("guide"))
        let now = Instant(milliseconds: 0)
        await #expect(throws: APIError.self) {
            try await cache.representation(key, Self.mark(1), now: now) { _ in
                throw APIError(.notFound, code: .noSuchShow, "this show does not exist")
            }
        }
        _ = try await cache.representation(key, Self.mark(1), now: now, make: maker.make)
        #expect(maker.count == 1)
    }
}
