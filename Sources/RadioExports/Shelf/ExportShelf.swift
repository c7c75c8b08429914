import HTTP
import Observability
import Postgres
import Synchronization
import Tenancy
import Web

/// Documents for other systems, kept as long as the radio data that they are made of (`RadioRevision`): a guide of many
/// channels is made once per change and not once per request.
///
/// Whoever asks while one is being made waits for that one. Text is put together and compressed by workers, whose turns go
/// round among tenants; long documents lie in files. What is kept of a tenant is bounded, and the one unused for the
/// longest goes first. Confined by a mutex that is held for a few instructions.
public final class ExportShelf: Sendable {
    /// Put text together and compress it.
    let workers: Workers
    private let spool: ContentSpool?
    private let bounds: Bounds
    private let state = Mutex(State())

    /// How much is kept of one tenant.
    public struct Bounds: Sendable {
        /// Beside the large ones: whoever walks through days must not drive out the guide.
        public var documents = 64
        /// Of all forms of all documents, in memory and in files.
        public var bytes = 512 << 20
        /// A document of so many bytes is not made again within `restMs` of the last time, whatever was changed: a station
        /// tells every song, and a guide of a week takes longer than a song's first chord.
        public var largeBytes = 4 << 20
        public var restMs: Int64 = 60_000

        public init() {}
    }

    /// What a document is asked for by: whose it is, with all that is known of that one, and what it is called here.
    struct Key: Sendable, Hashable {
        let tenant: Tenant
        let name: String
    }

    private struct Entry: Sendable {
        let mark: ExportMark
        let madeAt: Instant
        let goodUntil: Instant?
        let cost: Int
        let size: Int
        /// In seconds since 1970: when the document came to say what it says.
        let lastModified: Int64
        let representation: Representation
        var used: UInt64
    }

    private struct Flight: Sendable {
        let mark: ExportMark
        let number: UInt64
        let task: Task<Representation, any Error>
    }

    private struct State {
        var entries: [TenantID: [Key: Entry]] = [:]
        var flights: [Key: Flight] = [:]
        var clock: UInt64 = 0
        var built: [TenantID: Int] = [:]
        var counts = CacheReading()

        mutating func tick() -> UInt64 {
            clock += 1
            return clock
        }
    }

    /// - Parameters:
    ///   - workers: where documents are put together and compressed.
    ///   - spool: where long ones go; `nil` keeps them all on the heap.
    public init(workers: Workers, spool: ContentSpool? = nil, bounds: Bounds = Bounds()) {
        self.workers = workers
        self.spool = spool
        self.bounds = bounds
    }

    /// The document of a key: the one that is kept, where it is still right, or a new one.
    ///
    /// - Parameters:
    ///   - mark: of what is committed now.
    ///   - make: reads and writes it; for what computes for long it is given the workers.
    func representation(
        _ key: Key, _ mark: ExportMark, now: Instant,
        make: @escaping @Sendable (Bench) async throws -> ExportDocument
    ) async throws -> Representation {
        let bench = Bench(workers: workers, realm: key.tenant.id.description)
        let found: Found = state.withLock { state in
            let turn = state.tick()
            if let entry = state.entries[key.tenant.id]?[key], isGood(entry, mark, now) {
                state.entries[key.tenant.id]?[key]?.used = turn
                state.counts.hits += 1
                return .kept(entry.representation)
            }
            state.counts.misses += 1
            if let flight = state.flights[key], flight.mark == mark { return .coming(flight.task) }
            let task = Task { try await self.made(key, mark, now: now, number: turn, bench, make) }
            state.flights[key] = Flight(mark: mark, number: turn, task: task)
            return .coming(task)
        }
        switch found {
        case .kept(let representation): return representation
        case .coming(let task): return try await task.value
        }
    }

    /// For the metrics: of all tenants. O(documents).
    public var reading: CacheReading {
        state.withLock { state in
            var reading = state.counts
            reading.entries = state.entries.values.reduce(0) { $0 + $1.count }
            reading.bytes = state.entries.values.reduce(0) { $1.values.reduce($0) { $0 + $1.cost } }
            return reading
        }
    }

    /// How many documents are kept of a tenant.
    func count(of tenant: TenantID) -> Int { state.withLock { $0.entries[tenant]?.count ?? 0 } }

    /// How many documents were built for a tenant since the start.
    func builds(for tenant: TenantID) -> Int { state.withLock { $0.built[tenant] ?? 0 } }

    private enum Found {
        case kept(Representation)
        case coming(Task<Representation, any Error>)
    }

    private func isGood(_ entry: Entry, _ mark: ExportMark, _ now: Instant) -> Bool {
        if entry.size >= bounds.largeBytes, now >= entry.madeAt,
            now.milliseconds - entry.madeAt.milliseconds < bounds.restMs
        {
            return true
        }
        return entry.mark == mark && (entry.goodUntil.map { now < $0 } ?? true)
    }

    private func made(
        _ key: Key, _ mark: ExportMark, now: Instant, number: UInt64, _ bench: Bench,
        _ make: @Sendable (Bench) async throws -> ExportDocument
    ) async throws -> Representation {
        do {
            state.withLock { state in
                state.built[key.tenant.id, default: 0] += 1
                state.counts.builds += 1
            }
            let document = try await make(bench)
            let tag = try await bench.run { ExportTag.text(of: document.bytes, in: key.tenant.id) }
            let before = state.withLock { $0.entries[key.tenant.id]?[key] }
            // The same bytes as before are as old as those. What was built anew counts from now: the hour, the rights or the
            // tenant's name may be what changed, of which the radio data say nothing.
            let lastModified =
                before.flatMap { $0.representation.entityTag == tag ? $0.lastModified : nil }
                ?? now.milliseconds / 1000
            let representation = try await bench.run { [spool] in
                Representation(
                    mediaType: document.mediaType, identity: document.bytes,
                    compress: document.mediaType != "application/gzip",
                    entityTag: tag, lastModified: lastModified, fields: ["Cache-Control": "no-cache"],
                    spool: spool)
            }
            let packed = try await bench.run { representation.gzip?.count ?? 0 }
            state.withLock { state in
                if state.flights[key]?.number == number { state.flights[key] = nil }
                let entry = Entry(
                    mark: mark, madeAt: now, goodUntil: document.goodUntil, cost: document.bytes.count + packed,
                    size: document.bytes.count, lastModified: lastModified, representation: representation,
                    used: state.tick())
                keep(entry, for: key, in: &state)
            }
            return representation
        } catch {
            state.withLock { state in if state.flights[key]?.number == number { state.flights[key] = nil } }
            throw error
        }
    }

    private func keep(_ entry: Entry, for key: Key, in state: inout State) {
        var entries = state.entries[key.tenant.id] ?? [:]
        entries[key] = entry
        let small = entries.filter { $0.value.size < bounds.largeBytes }
        if small.count > bounds.documents, let oldest = small.min(by: { $0.value.used < $1.value.used }) {
            entries[oldest.key] = nil
            state.counts.evictions += 1
        }
        var cost = entries.values.reduce(0) { $0 + $1.cost }
        while entries.count > 1, cost > bounds.bytes, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
            entries[oldest.key] = nil
            state.counts.evictions += 1
            cost -= oldest.value.cost
        }
        state.entries[key.tenant.id] = entries
    }
}

/// The workers as one tenant's documents use them.
struct Bench: Sendable {
    let workers: Workers
    let realm: String

    /// Runs what computes for long, neither on an event loop nor on the cooperative pool (spec H3.4).
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await workers.run(for: realm, work)
    }
}
