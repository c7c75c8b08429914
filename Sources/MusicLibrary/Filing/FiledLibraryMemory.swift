import Observability
import Synchronization
import Tenancy

/// The libraries of those who filed something a moment ago: reading one of 50,000 tracks costs most of a second, and whoever corrects
/// one track mostly corrects another.
///
/// A library is taken out for an act and comes back when that is written, so that no two acts share one and what failed leaves
/// nothing. Whether it still stands is asked of the database (``KnowledgeStore``), not believed.
///
/// Confined by a mutex that is held for a few instructions.
final class FiledLibraryMemory: Sendable {
    /// A library, and what it was read by.
    struct Entry: Sendable {
        /// Changed on a worker, by one act at a time.
        final class Contents: Sendable {
            let library: Mutex<FiledLibrary>

            init(_ library: consuming sending FiledLibrary) { self.library = Mutex(library) }

            deinit { library.withLock { Disposal.dispose(of: &$0, leaving: .empty) } }
        }

        let contents: Contents
        var mark: KnowledgeStore.Mark
        /// Where SoundCloud's side of it stood.
        let state: KnowledgeStore.Mark
        /// How many uploads it had.
        let count: Int
        var readAt = ContinuousClock.now
    }

    private struct Place {
        let listener: Listener
        let entry: Entry
    }

    private struct State {
        /// The latest last.
        var kept: [Place] = []
        var counts = CacheReading()
    }

    /// What others' syncs bring of the uploads that are evidence counts after this long.
    private static let span = Duration.seconds(300)
    private static let places = 4
    private static let uploads = 250_000

    private let state = Mutex(State())

    init(of observers: TenantObservers) { observers.add(self) }

    /// For the metrics.
    var reading: CacheReading {
        state.withLock { state in
            var reading = state.counts
            reading.entries = state.kept.count
            return reading
        }
    }

    /// The listener's library, which is not kept from now on.
    func take(_ listener: Listener) -> Entry? {
        state.withLock { state in
            let entry = Self.remove(listener, from: &state.kept)
            if entry == nil { state.counts.misses += 1 } else { state.counts.hits += 1 }
            return entry
        }
    }

    /// Forgets the listener's library.
    func discard(_ listener: Listener) { _ = state.withLock { Self.remove(listener, from: &$0.kept) } }

    /// A library was read that could not be taken.
    func wasRead() { state.withLock { $0.counts.builds += 1 } }

    func keep(_ entry: Entry, _ listener: Listener) {
        state.withLock { state in
            _ = Self.remove(listener, from: &state.kept)
            guard entry.count <= Self.uploads else { return }
            state.kept.append(Place(listener: listener, entry: entry))
            var count = state.kept.reduce(0) { $0 + $1.entry.count }
            while state.kept.count > Self.places || count > Self.uploads {
                count -= state.kept.removeFirst().entry.count
                state.counts.evictions += 1
            }
        }
    }

    private static func remove(_ listener: Listener, from kept: inout [Place]) -> Entry? {
        let now = ContinuousClock.now
        kept.removeAll { $0.entry.readAt + span < now }
        guard let index = kept.firstIndex(where: { $0.listener == listener }) else { return nil }
        return kept.remove(at: index).entry
    }
}

extension FiledLibraryMemory: TenantObserver {
    /// Whether a library still stands is asked of the database.
    func tenantChanged(_ notice: ChangeNotice) {}

    /// Whether a library still stands is asked of the database.
    func changesWereMissed() {}

    func tenantEnded(_ tenant: TenantID) { state.withLock { $0.kept.removeAll { $0.listener.tenant == tenant } } }

    var knownTenants: [TenantID] { state.withLock { Array(Set($0.kept.map(\.listener.tenant))) } }
}
