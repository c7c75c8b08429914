import ConcertNotes
import HTTP
import Logging
import Observability
import Tenancy
import Web

/// The editions of all tenants in memory, from which old phones are served (spec N3, N28, T18).
public final class INotesLibrary: Sendable {
    private let caches: PhoneCaches
    private let editions: EditionCache<Edition>
    private let replacedFiles: ReplacedFiles

    /// Creates a library without editions, and registers the library with the observers of `database`.
    ///
    /// - Parameters:
    ///   - workers: The threads that write XML and compress content.
    ///   - spool: The files for long pictures and assets; `nil` keeps them on the heap.
    ///   - retryDelay: The time between two attempts to build an edition after a failure, for example while the database is down.
    public init(
        database: TenantDatabase, workers: Workers, spool: ContentSpool? = nil, retryDelay: Duration = .seconds(1),
        logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        let maker = EditionMaker(database: database, workers: workers, spool: spool)
        caches = maker.caches
        let replacedFiles = ReplacedFiles(now: now)
        self.replacedFiles = replacedFiles
        editions = EditionCache(
            database: database, clients: "old phones", retryDelay: retryDelay, logger: logger,
            replaced: { replacedFiles.keep($0) },
            build: { try await maker.edition($0, of: $1, replacing: $2) })
        database.observers.add(self)
    }

    // MARK: Answers

    /// A number that increases when an edition is stored, expires or is removed.
    public var version: UInt64 { editions.version }

    /// Returns the stored response for the raw bytes of a request target, or `nil` if there is none. The function never waits, so the event loop can
    /// call it. Without a stored response, the routes respond and store their response. Counts a hit or a miss, unless the tenant has no current
    /// edition.
    public func answerFromMemory(tenant: Tenant, target: UnsafeBufferPointer<UInt8>) -> MemoryAnswer? {
        guard let edition = editions.current(for: tenant) else { return nil }
        let answer = edition.targets.answer(to: target)
        if answer == nil { caches.answers.misses.increment() } else { caches.answers.hits.increment() }
        return answer
    }

    /// Counts a lookup of a picture or another file as a hit or a miss.
    func count(file isThere: Bool) {
        if isThere { caches.files.hits.increment() } else { caches.files.misses.increment() }
    }

    /// The hits, misses, builds and evictions of stored responses since the start, and the current entries and bytes, for metrics. O(n) in the number
    /// of editions.
    public var answers: CacheReading { reading(caches.answers) { $0.targets.size } }

    /// The hits, misses, builds and evictions of documents since the start, and the current entries and bytes, for metrics. O(n) in the number of
    /// editions.
    public var documents: CacheReading { reading(caches.documents) { $0.documentSize } }

    /// The hits and misses of pictures and other files since the start, and the files in memory with their bytes, for metrics. O(n) in the number of
    /// files.
    public var files: CacheReading {
        reading(caches.files) { edition in
            (edition.files.count, edition.files.values.reduce(0) { $0 + $1.representation.heapSize })
        }
    }

    private func reading(_ counts: CacheCounts, _ size: (Edition) -> (count: Int, bytes: Int)) -> CacheReading {
        var reading = counts.reading
        for edition in editions.values {
            let size = size(edition)
            reading.entries += size.count
            reading.bytes += size.bytes
        }
        return reading
    }

    /// Returns the current edition, or the last edition with the same settings if the current one cannot be built. Without such an edition, throws
    /// the error of the attempt: `PostgresError`, `XMLError` for a text that XML does not allow, or `APIError` 503 if the content changes during each
    /// of ten attempts or too much work is waiting.
    func edition(for tenant: Tenant) async throws -> Edition { try await editions.edition(for: tenant) }

    /// Builds the editions of these tenants in advance, with the documents that phones request first. A failure is logged, and the first request
    /// retries.
    public func warm(_ tenants: [Tenant]) async { await editions.warm(tenants) }

    /// Waits until old phones get the committed content, or until the new edition could not be built.
    public func caughtUp(in tenant: TenantID) async { await editions.caughtUp(in: tenant) }

    /// Returns a file of one of the last three editions that were replaced within `ReplacedFiles.keptFor`, or `nil` if there is none.
    func replacedFile(_ path: String, of tenant: TenantID) -> Representation? { replacedFiles.file(path, of: tenant) }
}

extension INotesLibrary: TenantObserver {
    /// Does nothing, because the cache of editions handles changes.
    public func tenantChanged(_ notice: ChangeNotice) {}

    /// Does nothing, because the cache of editions handles changes.
    public func changesWereMissed() {}

    public func tenantEnded(_ tenant: TenantID) { replacedFiles.forget(tenant) }

    public var knownTenants: [TenantID] { replacedFiles.known }
}
