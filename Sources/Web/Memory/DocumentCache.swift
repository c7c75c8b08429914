import HTTP
import Observability
import Synchronization

/// A cache of documents that are built on demand. Simultaneous requests for one document share the work. No mutex is held during building.
public final class DocumentCache<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var documents: BoundedCache<Key, Representation>
        var builds: [Key: Task<Representation, any Error>] = [:]
    }

    private let counts: CacheCounts
    private let state: Mutex<State>

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - limit: the largest total size in bytes. A document that takes more than a quarter of the limit is not stored.
    ///   - counts: the counters of the cache, which several caches can share.
    public init(limit: Int, counts: CacheCounts) {
        self.counts = counts
        state = Mutex(State(documents: BoundedCache(limit: limit)))
    }

    /// The number of documents, and their approximate size in memory in bytes.
    public var size: (count: Int, bytes: Int) { state.withLock { ($0.documents.count, $0.documents.cost) } }

    /// Returns a document from the cache, or builds it. If `build` fails, all requests that wait get its error, and the next request builds again.
    /// The build is not cancelled with the request that began it.
    public func document(
        _ key: Key, build: @escaping @Sendable () async throws -> Representation
    ) async throws -> Representation {
        switch state.withLock({ lookUp(key, build, in: &$0) }) {
        case .known(let document):
            counts.hits.increment()
            return document
        case .building(let task):
            counts.misses.increment()
            return try await task.value
        }
    }

    private enum Entry {
        case known(Representation)
        case building(Task<Representation, any Error>)
    }

    private func lookUp(
        _ key: Key, _ build: @escaping @Sendable () async throws -> Representation, in state: inout State
    ) -> Entry {
        if let document = state.documents.value(for: key) { return .known(document) }
        if let running = state.builds[key] { return .building(running) }
        let task = Task { try await make(key, build) }
        state.builds[key] = task
        return .building(task)
    }

    private func make(
        _ key: Key, _ build: @Sendable () async throws -> Representation
    ) async throws -> Representation {
        do {
            let document = try await build()
            let evicted = state.withLock { state in
                state.builds[key] = nil
                let before = state.documents.evictions
                // 256 bytes are the approximate size of an entry without the document.
                state.documents.insert(document, for: key, cost: document.heapSize + 256)
                return state.documents.evictions - before
            }
            counts.builds.increment()
            counts.evictions.increment(by: evicted)
            return document
        } catch {
            state.withLock { $0.builds[key] = nil }
            throw error
        }
    }
}
