import ConcertNotes
import HTTP
import Logging
import Observability
import Tenancy
import Web

/// The editions of all tenants, kept in memory: old phones are answered from here.
///
/// A tenant's edition is made when it is first asked for or warmed, and again when a notification says that it may be
/// out of date. Whoever asks in between waits for the new one. When that cannot be made, because the database is away,
/// the last edition is served on, and making it is tried again until it succeeds (`TenantCache`).
///
/// Confined by mutexes that are held for a few instructions; what is served is immutable.
/// Spec N3, N28, T18.
public final class INotesLibrary: Sendable {
    private let maker: EditionMaker
    private let editions: TenantCache<WholeTenant, Edition>
    private let phones: PhoneTenants
    private let logger: Logger

    /// - Parameters:
    ///   - workers: where XML is written and content compressed.
    ///   - spool: where long pictures and assets go; `nil` keeps them all on the heap.
    ///   - retryDelay: between two attempts to make an edition while the database is away.
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

    /// For how many seconds an event loop may repeat an answer without asking, as long as `version` stands still. Short,
    /// since a tenant may also change unheard, while the database is away.
    static let keptFor = 1.0

    /// Rises after an edition has gone out of date, or another has taken its place.
    public var version: UInt64 { editions.version }

    /// Answers a target that was answered before, by its raw bytes: on the event loop, without waiting.
    ///
    /// `nil` sends the request on to the routes, which then remember their answer.
    public func answerFromMemory(tenant: Tenant, target: UnsafeBufferPointer<UInt8>) -> MemoryAnswer? {
        let edition = editions.current(of: tenant.id) { $0.mark.integerSeconds == tenant.integerSeconds }
        guard let edition else { return nil }
        let answer = edition.targets.answer(to: target)
        if answer == nil { maker.caches.answers.misses.increment() } else { maker.caches.answers.hits.increment() }
        return answer
    }

    /// Counts a question for a picture or another file.
    func count(file isThere: Bool) {
        if isThere { maker.caches.files.hits.increment() } else { maker.caches.files.misses.increment() }
    }

    /// Answers by target, for the metrics.
    public var answers: CacheReading { reading(maker.caches.answers) { $0.targets.size } }

    /// Documents of pieces, for the metrics.
    public var documents: CacheReading { reading(maker.caches.documents) { $0.documentSize } }

    /// Pictures and other files, for the metrics; in bytes those that are in memory.
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

    /// The edition to answer from now.
    ///
    /// Throws `PostgresError` when the database is away and none was ever made.
    func edition(for tenant: Tenant) async throws -> Edition {
        // The switch of spec I10 is the tenant's, not a row that the edition was read from.
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
                    level: wasFailing ? .debug : .warning, "old phones' content not made",
                    metadata: [
                        "tenant.id": "\(tenant.id)", "error": "\(error)", "serving.last": "\(isServing)",
                    ])
                throw error
            }
        }
    }

    /// Makes the editions of these tenants before anyone asks, with what phones ask for first. A tenant that fails is
    /// logged and left to its first request.
    public func warm(_ tenants: [Tenant]) async {
        for tenant in tenants {
            do {
                try await edition(for: tenant).warm()
            } catch {
                logger.warning(
                    "old phones' content not ready", metadata: ["tenant": "\(tenant.slug)", "error": "\(error)"])
            }
        }
    }

    /// Returns once old phones are answered from what is committed by now; at once for a tenant that none has asked.
    public func caughtUp(in tenant: TenantID) async {
        editions.expire(tenant)
        // When it cannot be made, the last edition is served on, as after every change.
        await editions.settled(tenant)
    }

    /// A file of an edition that was replaced within `PhoneTenants.formerTime`.
    func formerFile(_ path: String, of tenant: TenantID) -> Representation? { phones.formerFile(path, of: tenant) }

    /// Asks which concert is on the air; one question at a time, and one more for all that came meanwhile.
    private func look(at tenant: TenantID) {
        guard editions.knows(tenant), phones.beginLooking(at: tenant) else { return }
        Task {
            let onAir: Concert.ID?
            do {
                onAir = try await maker.concerts.onAir(in: tenant)
            } catch {
                // Whether it is still right cannot be known: tried again until it can.
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
    /// Most notifications of the kind `live` are mere positions: they concern phones only when another concert is on the air.
    /// Content that changed is the cache's own affair.
    public func tenantChanged(_ notice: ChangeNotice) {
        if notice.kind == "live" { look(at: notice.tenant) }
    }

    /// The cache loads its editions again.
    public func changesWereMissed() {}

    public func tenantEnded(_ tenant: TenantID) { phones.forget(tenant) }

    public var knownTenants: [TenantID] { phones.known }
}
