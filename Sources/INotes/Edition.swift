import ConcertNotes
import HTTP
import Synchronization
import Tenancy
import Web

/// All that a tenant's old phones can ask for in one state of the database, as bytes. Never changes, so equal requests
/// get equal bytes; a change of content makes another edition.
final class Edition: Sendable {
    /// What an edition is made of: equal marks would make equal bytes.
    struct Mark: Sendable, Hashable {
        let stage: Stage
        let glossary: GlossaryStore.Version
        let integerSeconds: Bool
    }

    let mark: Mark
    let listing: Representation
    let glossary: Representation
    /// By path: "/images/x.png", "/images/AppAssets/Splash32.png".
    let files: [String: StoredRepresentation]
    /// What was answered so far, by target.
    let targets = TargetTable(limit: 4 << 20)

    let tenant: TenantID
    private let pieces: [PieceDocument]
    private let places: [String: Int]
    private let workers: Workers
    private let caches: PhoneCaches
    private let state = Mutex(State())

    /// A file and the hash by which the next edition knows that it is still the same.
    struct StoredRepresentation: Sendable {
        let file: StoredFile
        let representation: Representation
    }

    private struct State {
        var documents = BoundedCache<DocumentKey, Representation>(limit: 32 << 20)
        var flights: [DocumentKey: Task<Representation, any Error>] = [:]
    }

    /// Which pieces in which order, and whether with keys and intensity.
    private struct DocumentKey: Hashable {
        let places: [Int]
        let isExtended: Bool
    }

    init(
        mark: Mark, tenant: TenantID, listing: Representation, glossary: Representation, pieces: [PieceDocument],
        files: [String: StoredRepresentation], workers: Workers, caches: PhoneCaches
    ) {
        self.mark = mark
        self.tenant = tenant
        self.listing = listing
        self.glossary = glossary
        self.pieces = pieces
        self.files = files
        self.workers = workers
        self.caches = caches
        places = Dictionary(
            pieces.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The longest document made, in bytes: a whole season's pieces, but not a name repeated to exhaust memory.
    static let documentLimit = 16 << 20

    /// The document of the pieces asked for; those that are not played tonight are passed over.
    ///
    /// Made once for each combination, by one worker whoever else asks meanwhile. Throws 400 over `documentLimit` and
    /// 503 when too much waits for the workers.
    func document(_ query: PieceQuery) async throws -> Representation {
        let key = DocumentKey(places: query.keys.compactMap { places[$0] }, isExtended: query.isExtended)
        return try await document(key)
    }

    /// Makes what phones will ask for first: the whole evening, then each piece.
    func warm() async {
        let all = Array(pieces.indices)
        for places in [all] + all.map({ [$0] }) {
            _ = try? await document(DocumentKey(places: places, isExtended: false))
        }
    }

    /// How many documents are kept, and their cost in bytes.
    var documentSize: (count: Int, bytes: Int) { state.withLock { ($0.documents.count, $0.documents.cost) } }

    /// Keeps an answer for requests with the same target.
    func remember(_ answer: MemoryAnswer, target: [UInt8]) {
        caches.answers.builds.increment()
        caches.answers.evictions.increment(by: targets.remember(answer, target: target))
    }

    private func document(_ key: DocumentKey) async throws -> Representation {
        let (document, flight) = state.withLock { ($0.documents.value(for: key), $0.flights[key]) }
        if let document {
            caches.documents.hits.increment()
            return document
        }
        caches.documents.misses.increment()
        return try await (flight ?? fly(key)).value
    }

    /// The flight that makes a document, the one under way if there is one.
    private func fly(_ key: DocumentKey) throws -> Task<Representation, any Error> {
        let elements = key.places.map { key.isExtended ? pieces[$0].extended : pieces[$0].plain }
        guard elements.reduce(0, { $0 + $1.count }) <= Self.documentLimit else {
            throw APIError(
                .badRequest, code: "too-many-pieces",
                "the pieces have more than \(Self.documentLimit) bytes in total: ask for fewer pieces at once")
        }
        return state.withLock { state in
            if let flight = state.flights[key] { return flight }
            let flight = Task { try await make(key, of: elements) }
            state.flights[key] = flight
            return flight
        }
    }

    private func make(_ key: DocumentKey, of elements: [[UInt8]]) async throws -> Representation {
        do {
            let document = try await workers.run(for: tenant.description) { [tenant, mark] in
                EditionMaker.representation(
                    "text/xml; charset=utf-8", PieceDocument.concert(of: elements), of: tenant,
                    changedAt: mark.contentChangedAt)
            }
            let cost = document.heapSize + 256
            let evicted = state.withLock { state in
                state.flights[key] = nil
                let before = state.documents.evictions
                state.documents.insert(document, for: key, cost: cost)
                return state.documents.evictions - before
            }
            caches.documents.builds.increment()
            caches.documents.evictions.increment(by: evicted)
            return document
        } catch {
            state.withLock { $0.flights[key] = nil }
            throw error
        }
    }
}

extension Edition.Mark {
    /// When the list and the documents last became what they are: the content changed, or another concert went on
    /// the air. In whole seconds since 1970.
    var contentChangedAt: Int64 {
        guard stage.isOnAir, let concert = stage.concert else { return stage.since }
        return max(concert.changedAt, stage.since)
    }
}
