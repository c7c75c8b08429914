import Observability
import Postgres
import Synchronization

/// The libraries of those who filed something a moment ago: reading one of 50,000 tracks costs most of a second, and whoever corrects
/// one track mostly corrects another.
///
/// A library is taken out for an act and comes back when that is written, so that no two acts share one and what failed leaves
/// nothing. Whether it still stands is asked of the database (``KnowledgeStore``), not believed.
actor FiledLibraryMemory {
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
        /// Listeners of two databases may have one key.
        weak var database: Database?
        let entry: Entry
    }

    /// What others' syncs bring of the uploads that are evidence counts after this long.
    private static let span = Duration.seconds(300)
    private static let places = 4
    private static let uploads = 250_000

    /// The latest last.
    private var kept: [Place] = [] {
        didSet { counts.withLock { $0.entries = kept.count } }
    }
    private nonisolated let counts = Mutex(CacheReading())

    /// For the metrics.
    nonisolated var reading: CacheReading { counts.withLock { $0 } }

    /// The listener's library, which is not kept from now on.
    func take(_ listener: Listener, _ database: Database) -> Entry? {
        let entry = remove(listener, database)
        counts.withLock { counts in
            if entry == nil { counts.misses += 1 } else { counts.hits += 1 }
        }
        return entry
    }

    /// Forgets the listener's library.
    func discard(_ listener: Listener, _ database: Database) { _ = remove(listener, database) }

    /// A library was read that could not be taken.
    nonisolated func wasRead() { counts.withLock { $0.builds += 1 } }

    private func remove(_ listener: Listener, _ database: Database) -> Entry? {
        let now = ContinuousClock.now
        kept.removeAll { $0.database == nil || $0.entry.readAt + Self.span < now }
        guard let index = kept.firstIndex(where: { $0.listener == listener && $0.database === database }) else {
            return nil
        }
        return kept.remove(at: index).entry
    }

    func keep(_ entry: Entry, _ listener: Listener, _ database: Database) {
        _ = remove(listener, database)
        guard entry.count <= Self.uploads else { return }
        kept.append(Place(listener: listener, database: database, entry: entry))
        var count = kept.reduce(0) { $0 + $1.entry.count }
        while kept.count > Self.places || count > Self.uploads {
            count -= kept.removeFirst().entry.count
            counts.withLock { $0.evictions += 1 }
        }
    }
}
