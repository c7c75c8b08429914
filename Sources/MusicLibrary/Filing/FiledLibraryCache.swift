import Observability
import SoundCloud
import Synchronization
import Tenancy

/// A cache of the libraries of listeners who have just made a change, because reading a library of 50,000 tracks takes nearly a second. It holds at
/// most four libraries with at most 250,000 uploads together, each for five minutes after reading.
///
/// A change takes the library out of the cache and puts it back on success, so that two changes never share a library. A fingerprint in the database
/// shows whether a cached library is current (``KnowledgeStore``).
final class FiledLibraryCache: Sendable {
    /// A cached library, with the fingerprints of the data from which the library was built.
    struct Entry: Sendable {
        /// A library protected by a mutex. One change at a time modifies the library, on a worker.
        final class Contents: Sendable {
            let library: Mutex<FiledLibrary>

            init(_ library: consuming sending FiledLibrary) { self.library = Mutex(library) }

            deinit { library.withLock { Disposal.dispose(of: &$0, leaving: .empty) } }
        }

        let contents: Contents
        var mark: KnowledgeStore.Mark
        /// The fingerprint of the listener's likes and last sync, which bring new evidence (scope `state`).
        let state: KnowledgeStore.Mark
        /// The number of uploads in the library.
        let count: Int
        var readAt = ContinuousClock.now
    }

    private struct Slot {
        let listener: Listener
        let entry: Entry
    }

    private struct State {
        /// The cached libraries, in the order in which they were cached.
        var kept: [Slot] = []
        var counts = CacheReading()
    }

    /// The time after reading for which a cached library is used. Reading the library again adds uploads from other listeners' syncs.
    private static let span = Duration.seconds(300)
    private static let capacity = 4
    private static let uploads = 250_000

    private let state = Mutex(State())

    init(of observers: TenantObservers) { observers.add(self) }

    /// The counts and the size of the library cache, for metrics.
    var reading: CacheReading {
        state.withLock { state in
            var reading = state.counts
            reading.entries = state.kept.count
            return reading
        }
    }

    /// Removes the listener's library from the cache and returns the library, or `nil` if none read in the last five minutes is cached. Counts a hit
    /// or a miss.
    func take(_ listener: Listener) -> Entry? {
        state.withLock { state in
            let entry = Self.remove(listener, from: &state.kept)
            if entry == nil { state.counts.misses += 1 } else { state.counts.hits += 1 }
            return entry
        }
    }

    /// Removes the listener's library from the cache.
    func discard(_ listener: Listener) { _ = state.withLock { Self.remove(listener, from: &$0.kept) } }

    /// Counts, for metrics, a library that was read because no current copy was cached.
    func countRead() { state.withLock { $0.counts.builds += 1 } }

    /// Caches a library, and removes the libraries that were cached first if the cache is full. A library with more than 250,000 uploads is not
    /// cached.
    func keep(_ entry: Entry, _ listener: Listener) {
        state.withLock { state in
            _ = Self.remove(listener, from: &state.kept)
            guard entry.count <= Self.uploads else { return }
            state.kept.append(Slot(listener: listener, entry: entry))
            var count = state.kept.reduce(0) { $0 + $1.entry.count }
            while state.kept.count > Self.capacity || count > Self.uploads {
                count -= state.kept.removeFirst().entry.count
                state.counts.evictions += 1
            }
        }
    }

    private static func remove(_ listener: Listener, from kept: inout [Slot]) -> Entry? {
        let now = ContinuousClock.now
        kept.removeAll { $0.entry.readAt + span < now }
        guard let index = kept.firstIndex(where: { $0.listener == listener }) else { return nil }
        return kept.remove(at: index).entry
    }
}

extension FiledLibraryCache: TenantObserver {
    /// Does nothing, because each change checks in the database that the library is current.
    func tenantChanged(_ notice: ChangeNotice) {}

    /// Does nothing, because each change checks in the database that the library is current.
    func changesWereMissed() {}

    func tenantEnded(_ tenant: TenantID) { state.withLock { $0.kept.removeAll { $0.listener.tenant == tenant } } }

    var knownTenants: [TenantID] { state.withLock { Array(Set($0.kept.map(\.listener.tenant))) } }
}
