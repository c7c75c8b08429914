import ConcertNotes
import HTTP
import Logging
import Observability
import Tenancy
import Web

/// The editions of all tenants in memory, for the documents of current apps (spec Decided 21, N28, T18). `INotes` serves older phones.
public final class ReadingLibrary: Sendable {
    private let resources: ReadingResources
    private let editions: EditionCache<ReadingEdition>

    /// Creates a library without editions.
    ///
    /// - Parameters:
    ///   - spool: The temporary files for archives; `nil` stores archives in memory.
    ///   - scaler: The maker of smaller copies of pictures; `nil` serves only the pictures themselves.
    ///   - retryDelay: The time between two attempts to build an edition after a failure, for example while the database is down.
    public init(
        database: TenantDatabase, workers: Workers, spool: ContentSpool? = nil, scaler: (any PictureScaler)? = nil,
        retryDelay: Duration = .seconds(1), logger: Logger
    ) {
        let resources = ReadingResources(
            database: database, workers: workers, spool: spool, scaler: scaler, logger: logger)
        self.resources = resources
        editions = EditionCache(
            database: database, clients: "today's phones", retryDelay: retryDelay, logger: logger,
            build: { try await resources.edition($0, of: $1, replacing: $2) })
    }

    /// A number that increases when an edition is stored, expires or is removed.
    public var version: UInt64 { editions.version }

    /// Returns the stored response for the raw bytes of a request target, or `nil` if no response is stored for it. Never waits, so the event loop
    /// can call it.
    public func answerFromMemory(tenant: Tenant, target: UnsafeBufferPointer<UInt8>) -> MemoryAnswer? {
        editions.current(for: tenant)?.targets.answer(to: target)
    }

    /// The hits, misses, builds, evictions and size of the documents, for metrics. O(n) in the number of editions.
    public var documents: CacheReading {
        var reading = resources.counts.reading
        for edition in editions.values {
            let size = edition.documentSize
            reading.entries += size.count
            reading.bytes += size.bytes
        }
        return reading
    }

    /// Returns the current edition, or the last edition with the same settings if the current one cannot be built. Without either, throws the error
    /// of the attempt: `PostgresError`, or `APIError` 503 if the content keeps changing or too much work is waiting.
    func edition(for tenant: Tenant) async throws -> ReadingEdition { try await editions.edition(for: tenant) }

    /// Returns the programme of the concert on the air, or `nil` off the air. Throws as `edition(for:)` does.
    public func programme(for tenant: Tenant) async throws -> ReadProgramme? {
        let edition = try await edition(for: tenant)
        return edition.mark.concertOnAir.map {
            ReadProgramme(concert: $0, pieces: edition.pieces, files: edition.files)
        }
    }

    /// Builds the editions of these tenants in advance, with the documents that phones request first. A failure is only logged.
    public func warm(_ tenants: [Tenant]) async { await editions.warm(tenants) }

    /// Waits until phones get the committed content, or until building the new edition fails.
    public func caughtUp(in tenant: TenantID) async { await editions.caughtUp(in: tenant) }
}
