import HTTP
import Observability
import Tenancy
import Web

/// A cache of documents for other systems. A request rebuilds a document if the radio data has changed (`RadioRevision`) or the document has expired;
/// a large document is rebuilt at most once per `Bounds.restMs`.
///
/// Simultaneous requests for a document wait for the same build. Workers build and compress the documents, and the tenants take turns.
public final class ExportCache: Sendable {
    let workers: Workers
    private let spool: ContentSpool?
    private let bounds: Bounds
    private let documents: TenantCache<Key, Document>

    /// The limits for the cached documents of one tenant.
    public struct Bounds: Sendable {
        /// The maximum number of small documents. Only `bytes` limits the large ones.
        public var documents = 64
        /// The maximum size of all documents in bytes, in memory and in files, including their compressed forms.
        public var bytes = 512 << 20
        /// The minimum size of a large document in bytes, before compression. A large document is not rebuilt within `restMs`, because its data
        /// changes with every song and a build takes long.
        public var largeBytes = 4 << 20
        /// The time after a build for which a large document is served without a new build, in milliseconds.
        public var restMs: Int64 = 60_000

        public init() {}
    }

    /// The cache key: the tenant and the name of the document.
    struct Key: Sendable, Hashable {
        let tenant: Tenant
        let name: String
    }

    private struct Document: Sendable {
        let mark: ExportMark
        let createdAt: Instant
        let goodUntil: Instant?
        /// The total size of the uncompressed and the compressed form, in bytes.
        let cost: Int
        let size: Int
        /// The time of the last change of the content, in seconds since 1970.
        let lastModified: Int64
        let representation: Representation
    }

    /// Creates a cache. Documents of at least `spool.threshold` bytes are stored in files, or in memory if `spool` is `nil`.
    public init(
        of observers: TenantObservers, workers: Workers, spool: ContentSpool? = nil, bounds: Bounds = Bounds()
    ) {
        self.workers = workers
        self.spool = spool
        self.bounds = bounds
        documents = TenantCache(
            of: observers, .byQuestion,
            limit: CacheLimit(of: .eachTenant, count: bounds.documents, size: bounds.bytes),
            weigh: { CacheWeight(count: $0.size < bounds.largeBytes ? 1 : 0, size: $0.cost) })
    }

    /// Returns a valid document from the cache, or one that `make` builds from the data at `mark`. A large document that was built less than `restMs`
    /// before `now` is valid even if the data has changed or it has expired. `make` is called only if the cache has no valid document.
    ///
    /// - Throws: The errors of `make`, and `APIError` 503 if too many jobs wait for the workers.
    func representation(
        _ key: Key, _ mark: ExportMark, now: Instant,
        make: @escaping @Sendable (TenantWorkers) async throws -> ExportDocument
    ) async throws -> Representation {
        try await documents.value(key, of: key.tenant.id, where: { isGood($0, mark, now) }) { [self] last in
            try await made(key, mark, now: now, replacing: last, make)
        }.representation
    }

    public var reading: CacheReading { documents.reading }

    /// Returns the number of cached documents of a tenant.
    func count(of tenant: TenantID) -> Int { documents.count(of: tenant) }

    private func isGood(_ document: Document, _ mark: ExportMark, _ now: Instant) -> Bool {
        if document.size >= bounds.largeBytes, now >= document.createdAt,
            now.milliseconds - document.createdAt.milliseconds < bounds.restMs
        {
            return true
        }
        return document.mark == mark && (document.goodUntil.map { now < $0 } ?? true)
    }

    private func made(
        _ key: Key, _ mark: ExportMark, now: Instant, replacing last: Document?,
        _ make: @Sendable (TenantWorkers) async throws -> ExportDocument
    ) async throws -> Document {
        let tenantWorkers = TenantWorkers(workers: workers, realm: key.tenant.id.description)
        let document = try await make(tenantWorkers)
        let tag = try await tenantWorkers.run { ExportTag.text(of: document.bytes, in: key.tenant.id) }
        // Unchanged bytes keep their time. New bytes get the current time, because the clock, a recording's availability or the tenant's name may
        // have changed.
        let lastModified =
            last.flatMap { $0.representation.entityTag == tag ? $0.lastModified : nil } ?? now.milliseconds / 1000
        let representation = try await tenantWorkers.run { [spool] in
            Representation(
                mediaType: document.mediaType, identity: document.bytes,
                compress: document.mediaType != "application/gzip",
                entityTag: tag, lastModified: lastModified, fields: ["Cache-Control": "no-cache"],
                spool: spool)
        }
        let packed = try await tenantWorkers.run { representation.gzip?.count ?? 0 }
        return Document(
            mark: mark, createdAt: now, goodUntil: document.goodUntil, cost: document.bytes.count + packed,
            size: document.bytes.count, lastModified: lastModified, representation: representation)
    }
}

/// Access to the workers for the computations of one tenant.
struct TenantWorkers: Sendable {
    let workers: Workers
    let realm: String

    /// Runs a long computation off the event loops and the cooperative pool (spec H3.4). Throws `APIError` 503 if too many jobs wait.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await workers.run(for: realm, work)
    }
}
