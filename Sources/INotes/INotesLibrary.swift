import ConcertNotes
import HTTP
import Logging
import Observability
import Tenancy
import Web

/// The editions of all tenants in memory, from which old phones are served (spec N3, N28, T18).
///
/// An edition is built at the first request or by `warm`, and again after a notification of a change; requests meanwhile wait for
/// the new edition. If the new edition cannot be built because the database is down, the last edition is used, and building is
/// retried until it succeeds (`TenantCache`).
///
/// Mutexes protect the state for a few instructions at a time. Editions are immutable.
public final class INotesLibrary: Sendable {
    private let maker: EditionMaker
    private let editions: TenantCache<WholeTenant, Edition>
    private let phones: PhoneTenants
    private let logger: Logger

    /// Creates a library without editions.
    ///
    /// - Parameters:
    ///   - workers: the threads that write XML and compress content.
    ///   - spool: the files for long pictures and assets; `nil` keeps them on the heap.
    ///   - retryDelay: the time between two attempts to build an edition while the database is down.
    public init(
        database: TenantDatabase, workers: Workers, spool: ContentSpool? = nil, retryDelay: Duration = .seconds(1),
        logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        maker = EditionMaker(database: database, workers: workers, spool: spool)
        let phones = PhoneTenants(now: now)
        self.phones = phones
        self.logger = logger
        editions = TenantCache(
            of: database.observers, .reloadingOnNotice(["content", "glossary", ChangeNotice.tenantKind]),
            outage: .servesLast(pause: retryDelay), limit: .none,
            replaced: { old, new in
                guard old !== new else { return }
                if let old { phones.keepFiles(of: old) }
                Task { await new.warm() }
            })
        database.observers.add(self)
    }

    // MARK: Answers

    /// The number of seconds for which an event loop may repeat a response while `version` does not change. This time is short,
    /// because a change may go unnoticed while the database is down.
    static let keptFor = 1.0

    /// A number that increases when an edition expires or is replaced.
    public var version: UInt64 { editions.version }

    /// Returns the stored response for the raw bytes of a request target, or `nil` if there is none. The function never waits, so
    /// the event loop can call it. Without a stored response, the routes respond and store their response.
    public func answerFromMemory(tenant: Tenant, target: UnsafeBufferPointer<UInt8>) -> MemoryAnswer? {
        let edition = editions.current(of: tenant.id) { $0.mark.integerSeconds == tenant.integerSeconds }
        guard let edition else { return nil }
        let answer = edition.targets.answer(to: target)
        if answer == nil { maker.caches.answers.misses.increment() } else { maker.caches.answers.hits.increment() }
        return answer
    }

    /// Counts a lookup of a picture or another file.
    func count(file isThere: Bool) {
        if isThere { maker.caches.files.hits.increment() } else { maker.caches.files.misses.increment() }
    }

    /// The counts of stored responses, for metrics.
    public var answers: CacheReading { reading(maker.caches.answers) { $0.targets.size } }

    /// The counts of documents, for metrics.
    public var documents: CacheReading { reading(maker.caches.documents) { $0.documentSize } }

    /// The counts of pictures and other files, for metrics, with the bytes of the files in memory.
    public var files: CacheReading {
        reading(maker.caches.files) { edition in
            (edition.files.count, edition.files.values.reduce(0) { $0 + $1.representation.heapSize })
        }
    }

    private func reading(_ counts: PhoneCaches.Counts, _ size: (Edition) -> (count: Int, bytes: Int)) -> CacheReading {
        var reading = counts.reading
        for edition in editions.values {
            let size = size(edition)
            reading.entries += size.count
            reading.bytes += size.bytes
        }
        return reading
    }

    /// Returns the current edition. Throws `PostgresError` if no edition is available and the database is down.
    func edition(for tenant: Tenant) async throws -> Edition {
        // The setting of spec I10 is in the tenant and not in the rows that an edition is built from.
        func isOfTenant(_ edition: Edition) -> Bool { edition.mark.integerSeconds == tenant.integerSeconds }
        if let edition = editions.current(of: tenant.id, where: isOfTenant) { return edition }
        phones.meet(tenant)
        return try await editions.value(of: tenant.id, where: isOfTenant) { [maker, phones, logger] last in
            let tenant = phones.tenant(tenant.id) ?? tenant
            do {
                let edition = try await maker.edition(of: tenant, replacing: last)
                _ = phones.note(isFailing: false, tenant.id)
                return edition
            } catch {
                let isServing = last?.mark.integerSeconds == tenant.integerSeconds
                let wasFailing = phones.note(isFailing: true, tenant.id)
                logger.log(
                    level: wasFailing ? .debug : .warning, "the content for old phones cannot be built",
                    metadata: [
                        "tenant.id": "\(tenant.id)", "error": "\(error)", "serving.last": "\(isServing)",
                    ])
                throw error
            }
        }
    }

    /// Builds the editions of these tenants in advance, with the documents that phones request first. A failure is logged, and
    /// the first request builds the edition again.
    public func warm(_ tenants: [Tenant]) async {
        for tenant in tenants {
            do {
                try await edition(for: tenant).warm()
            } catch {
                logger.warning(
                    "the content for old phones is not ready",
                    metadata: ["tenant": "\(tenant.slug)", "error": "\(error)"])
            }
        }
    }

    /// Waits until old phones get the committed content. Returns immediately for a tenant without an edition.
    public func caughtUp(in tenant: TenantID) async {
        editions.expire(tenant)
        // If the new edition cannot be built, the last one is used.
        await editions.settled(tenant)
    }

    /// Returns a file of an edition that was replaced within `PhoneTenants.formerTime`, or `nil` if there is none.
    func formerFile(_ path: String, of tenant: TenantID) -> Representation? { phones.formerFile(path, of: tenant) }

    /// Reads which concert is on the air. One query runs at a time. All calls made during a query share one further query.
    private func look(at tenant: TenantID) {
        guard editions.knows(tenant), phones.beginLooking(at: tenant) else { return }
        Task {
            let onAir: Concert.ID?
            do {
                onAir = try await maker.concerts.onAir(in: tenant)
            } catch {
                // The edition expires, because the query did not show whether the edition is up to date.
                _ = phones.endLooking(at: tenant)
                editions.expire(tenant)
                return
            }
            let isDueAgain = phones.endLooking(at: tenant)
            let stage = editions.last(of: tenant)?.mark.stage
            if onAir != (stage?.isOnAir == true ? stage?.concert?.id : nil) {
                editions.expire(tenant)
            } else if isDueAgain {
                look(at: tenant)
            }
        }
    }
}

extension INotesLibrary: TenantObserver {
    /// Checks after a notification of kind `live` whether another concert is on the air, because most notifications of this kind
    /// are only about positions. The cache handles changes of the content.
    public func tenantChanged(_ notice: ChangeNotice) {
        if notice.kind == "live" { look(at: notice.tenant) }
    }

    /// Does nothing, because the cache reloads its editions.
    public func changesWereMissed() {}

    public func tenantEnded(_ tenant: TenantID) { phones.forget(tenant) }

    public var knownTenants: [TenantID] { phones.known }
}
