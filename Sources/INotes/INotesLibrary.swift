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

    /// Creates a library without editions, and registers it with the observers of `database`.
    ///
    /// - Parameters:
    ///   - workers: the threads that write XML and compress content.
    ///   - spool: the temporary files for long pictures and assets; `nil` stores all of them in memory.
    ///   - retryDelay: the time between two attempts to build an edition after a failure.
    ///   - now: the clock for the files of replaced editions.
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

    /// Returns the stored response for the raw bytes of a request target; `nil` if no response is stored for it. Never waits, so the event loop can
    /// call it.
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

    /// The hits, misses, builds, evictions and size of the stored responses, for metrics. O(n) in the number of editions.
    public var answers: CacheReading { reading(caches.answers) { $0.targets.size } }

    /// The hits, misses, builds, evictions and size of the documents, for metrics. O(n) in the number of editions.
    public var documents: CacheReading { reading(caches.documents) { $0.documentSize } }

    /// The hits, misses, builds and size of pictures and other files, for metrics. O(n) in the number of files.
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

    /// Returns the current edition, or the last edition with the tenant's current settings if the current one cannot be built. Without either, throws
    /// the error of the attempt: `PostgresError`, `XMLError`, or `APIError` 503 if the content keeps changing or too much work is waiting.
    func edition(for tenant: Tenant) async throws -> Edition { try await editions.edition(for: tenant) }

    /// Builds the editions of these tenants in advance, with the documents that phones request first. A failure is only logged.
    public func warm(_ tenants: [Tenant]) async { await editions.warm(tenants) }

    /// Waits until old phones get the committed content, or until the new edition could not be built.
    public func caughtUp(in tenant: TenantID) async { await editions.caughtUp(in: tenant) }

    /// Returns a file of one of the tenant's last replaced editions; `nil` if none of them has a file at the path.
    func replacedFile(_ path: String, of tenant: TenantID) -> Representation? { replacedFiles.file(path, of: tenant) }
}

extension INotesLibrary: TenantObserver {
    /// Does nothing, because the cache of editions handles changes.
    public func tenantChanged(_ notice: ChangeNotice) {}

    public func changesWereMissed() {}

    public func tenantEnded(_ tenant: TenantID) { replacedFiles.forget(tenant) }

    public var knownTenants: [TenantID] { replacedFiles.known }
}
