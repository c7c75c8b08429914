import ConcertNotes
import HTTP
import Logging
import Observability
import Synchronization
import Tenancy
import Web

/// The editions of all tenants, kept in memory: old phones are answered from here.
///
/// A tenant's edition is made when it is first asked for or warmed, and again when a notification says that it may be
/// out of date. Whoever asks in between waits for the new one. When that cannot be made, because the database is away,
/// the last edition is served on, and making it is tried again until it succeeds.
///
/// Confined by a mutex that is held for a few instructions; what is served is immutable.
/// Spec N3, N28, T18.
public final class INotesLibrary: Sendable {
    private let maker: EditionMaker
    private let retryDelay: Duration
    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let shelves = Mutex<[TenantID: Shelf]>([:])
    private let changes = Atomic<UInt64>(0)

    /// What is known of one tenant.
    private struct Shelf {
        var tenant: Tenant
        /// The last one made.
        var edition: Edition?
        /// Whether it may be served without asking further: it is up to date, or cannot be brought up to date.
        var isServing = false
        /// Rises with every notification, so that an edition read before it is not taken for a new one.
        var generation = 0
        /// Makes the next edition; whoever waits for it waits on this.
        var flight: Task<Edition, any Error>?
        var retry: Task<Void, Never>?
        /// Whether the last flight failed: an outage is logged once, not once a second.
        var isFailing = false
        /// A look at which concert is on the air: none, one under way, or one more due after it.
        var looking = Looking.no
        /// The files of editions that were replaced a short while ago, newest first.
        var former: [FormerFiles] = []
    }

    /// Phones that were in the middle of a refresh when the content was replaced still ask for what they were told of.
    private struct FormerFiles {
        let files: [String: Edition.StoredRepresentation]
        let end: ContinuousClock.Instant
    }

    /// How long the files of a replaced edition stay, and of how many editions.
    static let formerTime = Duration.seconds(600)
    private static let formerLimit = 3

    private enum Looking { case no, yes, again }

    /// - Parameters:
    ///   - workers: where XML is written and content compressed.
    ///   - spool: where long pictures and assets go; `nil` keeps them all on the heap.
    ///   - retryDelay: between two attempts to make an edition while the database is away.
    public init(
        database: TenantDatabase, workers: Workers, spool: ContentSpool? = nil, retryDelay: Duration = .seconds(1),
        logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        maker = EditionMaker(database: database, workers: workers, spool: spool)
        self.retryDelay = retryDelay
        self.now = now
        self.logger = logger
    }

    // MARK: Answers

    /// For how many seconds an event loop may repeat an answer without asking, as long as `version` stands still. Short,
    /// since a tenant may also change unheard, while the database is away.
    static let keptFor = 1.0

    /// Rises after an edition has gone out of date, or another has taken its place.
    public var version: UInt64 { changes.load(ordering: .acquiring) }

    /// Answers a target that was answered before, by its raw bytes: on the event loop, without waiting.
    ///
    /// `nil` sends the request on to the routes, which then remember their answer.
    public func answerFromMemory(tenant: Tenant, target: UnsafeBufferPointer<UInt8>) -> MemoryAnswer? {
        let edition = shelves.withLock { shelves -> Edition? in
            guard let shelf = shelves[tenant.id], shelf.isServing else { return nil }
            return shelf.edition
        }
        guard let edition, edition.mark.integerSeconds == tenant.integerSeconds else { return nil }
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
        for edition in shelves.withLock({ $0.values.compactMap(\.edition) }) {
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
        let (last, flight) = shelves.withLock { shelves -> (Edition?, Task<Edition, any Error>?) in
            var shelf = shelves[tenant.id] ?? Shelf(tenant: tenant)
            defer { shelves[tenant.id] = shelf }
            // The switch of spec I10 is the tenant's, not a row that the edition was read from.
            if shelf.tenant.integerSeconds != tenant.integerSeconds {
                shelf.generation += 1
                shelf.isServing = false
            }
            shelf.tenant = tenant
            return (shelf.edition, shelf.isServing ? nil : takeOff(&shelf))
        }
        if flight == nil, let last { return last }
        do {
            guard let flight else { throw CancellationError() }
            return try await flight.value
        } catch {
            guard let last, last.mark.integerSeconds == tenant.integerSeconds else { throw error }
            return last
        }
    }

    // MARK: Notifications

    /// Takes in that something of the tenant has changed: a notification of the channel `tutti`.
    ///
    /// - Parameter kind: `content` and `glossary` have the edition made anew; `live` only when another concert is on the
    ///   air, since most are mere positions; others are no news here.
    public func notified(tenant: TenantID, kind: String) {
        switch kind {
        case "content", "glossary", "tenant": invalidate { $0 == tenant }
        case "live": look(at: tenant)
        default: break
        }
    }

    /// Takes in that notifications may have been missed: everything is read again.
    public func reload() { invalidate { _ in true } }

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
        let flight = shelves.withLock { shelves -> Task<Edition, any Error>? in
            guard var shelf = shelves[tenant] else { return nil }
            shelf.generation += 1
            shelf.isServing = false
            let flight = takeOff(&shelf)
            shelves[tenant] = shelf
            return flight
        }
        changes.add(1, ordering: .releasing)
        // When it cannot be made, the last edition is served on, as after every change.
        _ = await flight?.result
    }

    /// A file of an edition that was replaced within `formerTime`.
    func formerFile(_ path: String, of tenant: TenantID) -> Representation? {
        let now = now()
        return shelves.withLock { shelves in
            shelves[tenant]?.former.first { now < $0.end && $0.files[path] != nil }?.files[path]?.representation
        }
    }

    private func invalidate(_ isMeant: (TenantID) -> Bool) {
        shelves.withLock { shelves in
            for id in shelves.keys where isMeant(id) {
                guard var shelf = shelves[id] else { continue }
                shelf.generation += 1
                shelf.isServing = false
                _ = takeOff(&shelf)
                shelves[id] = shelf
            }
        }
        changes.add(1, ordering: .releasing)
    }

    /// Asks which concert is on the air; one question at a time, and one more for all that came meanwhile.
    private func look(at tenant: TenantID) {
        let isDue = shelves.withLock { shelves -> Bool in
            guard let shelf = shelves[tenant], shelf.edition != nil || shelf.flight != nil else { return false }
            shelves[tenant]?.looking = shelf.looking == .no ? .yes : .again
            return shelf.looking == .no
        }
        guard isDue else { return }
        Task {
            let onAir: Concert.ID?
            do {
                onAir = try await maker.concerts.onAir(in: tenant)
            } catch {
                // Whether it is still right cannot be known: tried again until it can.
                shelves.withLock { $0[tenant]?.looking = .no }
                invalidate { $0 == tenant }
                return
            }
            let (isChanged, isDueAgain) = shelves.withLock { shelves -> (Bool, Bool) in
                guard let shelf = shelves[tenant] else { return (false, false) }
                shelves[tenant]?.looking = .no
                let stage = shelf.edition?.mark.stage
                return (onAir != (stage?.isOnAir == true ? stage?.concert?.id : nil), shelf.looking == .again)
            }
            if isChanged {
                invalidate { $0 == tenant }
            } else if isDueAgain {
                look(at: tenant)
            }
        }
    }

    // MARK: Making editions

    /// The flight of a shelf, started if there is none.
    private func takeOff(_ shelf: inout Shelf) -> Task<Edition, any Error> {
        if let flight = shelf.flight { return flight }
        let tenant = shelf.tenant.id
        shelf.retry?.cancel()
        shelf.retry = nil
        let flight = Task { try await fly(tenant) }
        shelf.flight = flight
        return flight
    }

    /// Makes editions until one is newer than every notification, then serves it. After a failure the last one is
    /// served on.
    private func fly(_ tenant: TenantID) async throws -> Edition {
        var newest: Edition?
        for attempt in 1... {
            guard let shelf = shelves.withLock({ $0[tenant] }) else { break }
            do {
                let edition = try await maker.edition(of: shelf.tenant, replacing: newest ?? shelf.edition)
                newest = edition
                // Notifications that never pause must not keep everyone waiting.
                if land(edition, read: shelf.generation, isLast: attempt == Self.attempts) {
                    if edition !== shelf.edition { Task { await edition.warm() } }
                    return edition
                }
            } catch {
                crash(tenant, error)
                throw error
            }
        }
        throw CancellationError()
    }

    private static let attempts = 10

    /// Whether the flight is over.
    private func land(_ edition: Edition, read generation: Int, isLast: Bool) -> Bool {
        defer { changes.add(1, ordering: .releasing) }
        return shelves.withLock { shelves in
            let isNewest = shelves[edition.tenant]?.generation == generation
            guard isNewest || isLast else { return false }
            if var shelf = shelves[edition.tenant], let old = shelf.edition, old !== edition, !old.files.isEmpty {
                keepFiles(of: old, in: &shelf.former)
                shelves[edition.tenant] = shelf
            }
            shelves[edition.tenant]?.edition = edition
            shelves[edition.tenant]?.isServing = isNewest
            shelves[edition.tenant]?.flight = nil
            shelves[edition.tenant]?.isFailing = false
            return true
        }
    }

    private func keepFiles(of old: Edition, in former: inout [FormerFiles]) {
        let now = now()
        former.removeAll { $0.end <= now }
        former.insert(FormerFiles(files: old.files, end: now + Self.formerTime), at: 0)
        former.removeLast(max(0, former.count - Self.formerLimit))
        let tenant = old.tenant
        // Weakly, so that a library that nobody uses any more goes.
        Task { [weak self] in
            guard (try? await Task.sleep(for: Self.formerTime)) != nil, let self else { return }
            let now = self.now()
            shelves.withLock { $0[tenant]?.former.removeAll { $0.end <= now } }
        }
    }

    private func tryAgain(_ tenant: TenantID) {
        shelves.withLock { shelves in
            guard var shelf = shelves[tenant] else { return }
            _ = takeOff(&shelf)
            shelves[tenant] = shelf
        }
    }

    private func crash(_ tenant: TenantID, _ error: any Error) {
        let (isServing, isNews) = shelves.withLock { shelves -> (Bool, Bool) in
            guard var shelf = shelves[tenant] else { return (false, true) }
            defer { shelves[tenant] = shelf }
            let isNews = !shelf.isFailing
            shelf.isFailing = true
            shelf.flight = nil
            guard let edition = shelf.edition, edition.mark.integerSeconds == shelf.tenant.integerSeconds else {
                return (false, isNews)
            }
            shelf.isServing = true
            // Weakly, so that a library that nobody uses any more stops trying.
            shelf.retry = Task { [weak self, retryDelay] in
                guard (try? await Task.sleep(for: retryDelay)) != nil else { return }
                self?.tryAgain(tenant)
            }
            return (true, isNews)
        }
        logger.log(
            level: isNews ? .warning : .debug, "old phones' content not made",
            metadata: ["tenant.id": "\(tenant)", "error": "\(error)", "serving.last": "\(isServing)"])
    }
}
