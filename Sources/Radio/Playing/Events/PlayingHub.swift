import HTTP
import Logging
import Postgres
import Synchronization
import Tenancy
import Web

/// The current radio data of all requested tenants, updated by notifications and the clock. Because notifications can be lost, the revision is
/// checked at most once per second while the data is in use (spec O3.7).
public final class PlayingHub: Sendable {
    /// The time for which a snapshot is used without checking its revision.
    static let staleness = Duration.seconds(1)
    /// The maximum number of tenants in memory, unless all of them have open streams. To make room for another, the least recently requested tenant
    /// without open streams is dropped.
    static let tenantLimit = 256

    let store: RadioSnapshotStore
    package let now: @Sendable () -> Instant
    private let logger: Logger
    private let caches = Mutex<[TenantID: PlayingCache]>([:])
    /// The counters of each tenant, including unsaved counters of dropped caches.
    private let tallies = Mutex<[TenantID: ChannelTallies]>([:])

    public init(
        database: TenantDatabase, logger: Logger, now: @escaping @Sendable () -> Instant = { Instant.now }
    ) {
        store = RadioSnapshotStore(database: database)
        self.logger = logger
        self.now = now
        database.observers.add(self)
    }

    /// Processes a notification about the tenant's radio data, from this server or another.
    func receive(_ notice: RadioNotice, of tenant: TenantID) { caches.withLock { $0[tenant] }?.receive(notice) }

    /// Publishes the changes that occur with time, such as the start of an item, until the task is cancelled, then ends all streams.
    public func run() async {
        while true {
            let next = all.filter(\.isWatched).compactMap(\.nextChange).min()
            let wait = next.map { max(0, $0.milliseconds - now().milliseconds) } ?? 1000
            guard (try? await Task.sleep(for: .milliseconds(min(wait + 1, 1000)))) != nil else { break }
            await tick()
        }
        close()
    }

    /// Runs one round of `run` for the tenants with open streams.
    func tick() async {
        for (tenant, cache) in caches.withLock({ $0 }) where cache.isWatched {
            cache.advance()
            if cache.isDueForCheck(after: Self.staleness) { _ = await check(cache, tenant) }
            if cache.snapshot == nil { cache.refresh() }
        }
    }

    /// Ends every open stream.
    public func close() {
        for cache in all { cache.close() }
    }

    /// Returns a tenant's cache with its current snapshot, or with the last read snapshot if the database is unavailable.
    ///
    /// - Throws: `PostgresError` if the database is unavailable and no snapshot has been read.
    func cache(of tenant: TenantID) async throws -> (cache: PlayingCache, snapshot: RadioSnapshot) {
        let cache = cacheOf(tenant)
        if cache.isDueForCheck(after: Self.staleness), !(await check(cache, tenant)), let snapshot = cache.lastSnapshot
        {
            return (cache, snapshot)
        }
        if let snapshot = cache.snapshot { return (cache, snapshot) }
        do {
            return (cache, try await cache.refresh().value)
        } catch {
            guard let snapshot = cache.lastSnapshot else { throw error }
            logger.warning("current programme not read, serving the last known state", metadata: ["error": "\(error)"])
            return (cache, snapshot)
        }
    }

    /// Returns a tenant's current snapshot, or the last read snapshot if the database is unavailable. Throws the errors of `cache(of:)`.
    package func snapshot(of tenant: TenantID) async throws -> RadioSnapshot { try await cache(of: tenant).snapshot }

    /// Returns a snapshot that covers one channel over a period: `known` if it does, or else a snapshot of only this channel from the database.
    func snapshot(
        for channel: LineUpChannel, from: Instant, through: Instant, like known: RadioSnapshot, in tenant: TenantID
    ) async throws -> RadioSnapshot {
        if known.answers(channel.channel.id, from: from, through: through) { return known }
        return try await store.snapshot(of: channel, over: from..<through.advanced(byMs: 1), like: known, in: tenant)
    }

    /// Records the number of open streams that selected each channel. Streams of all channels do not count.
    func countFollowers() {
        for cache in all where cache.isWatched { cache.countFollowers() }
    }

    /// Returns the counts since the last call and resets them. Channels without counts are left out.
    func takeCounts() -> [ChannelCount] {
        tallies.withLock { $0 }.flatMap { tenant, tallies in
            tallies.take().map { ChannelCount(tenant: tenant, channel: $0, figures: $1) }
        }
    }

    /// Adds back counts that could not be stored.
    func restore(_ counts: [ChannelCount]) {
        let tallies = tallies.withLock { $0 }
        for count in counts { tallies[count.tenant]?.tally(of: count.channel)?.restore(count.figures) }
    }

    private func tallies(of tenant: TenantID) -> ChannelTallies {
        tallies.withLock { tallies in
            if let known = tallies[tenant] { return known }
            let made = ChannelTallies()
            tallies[tenant] = made
            return made
        }
    }

    private var all: [PlayingCache] { caches.withLock { Array($0.values) } }

    /// Checks the revision and returns whether the database answered.
    private func check(_ cache: PlayingCache, _ tenant: TenantID) async -> Bool {
        guard let revision = try? await store.revision(in: tenant) else { return false }
        cache.checked(revision)
        return true
    }

    private func cacheOf(_ tenant: TenantID) -> PlayingCache {
        caches.withLock { caches in
            if let cache = caches[tenant] { return cache }
            if caches.count >= Self.tenantLimit,
                let idle = caches.filter({ !$0.value.isWatched }).min(by: { $0.value.lastUsedAt < $1.value.lastUsedAt })
            {
                caches[idle.key] = nil
            }
            let cache = PlayingCache(
                read: { [store, now] part in
                    guard let part else { return try await store.snapshot(at: now(), in: tenant) }
                    return try await store.snapshot(part.known, rereading: part.channels, as: part.revision, in: tenant)
                }, tallies: tallies(of: tenant), now: now)
            caches[tenant] = cache
            return cache
        }
    }
}

extension PlayingHub: TenantObserver {
    /// Marks the changed channels as outdated, or the whole snapshot after a change of the tenant, whose settings include the length of the buffer.
    public func tenantChanged(_ notice: ChangeNotice) {
        if notice.kind == RadioChange.kind, let radioNotice = RadioNotice(notice.detail) {
            return receive(radioNotice, of: notice.tenant)
        }
        guard notice.kind == RadioChange.kind || notice.kind == ChangeNotice.tenantKind else { return }
        caches.withLock { $0[notice.tenant] }?.outdate()
    }

    /// Marks all snapshots as outdated.
    public func changesWereMissed() {
        for cache in all { cache.outdate() }
    }

    public func tenantEnded(_ tenant: TenantID) {
        caches.withLock { $0.removeValue(forKey: tenant) }?.close()
        tallies.withLock { $0[tenant] = nil }
    }

    public var knownTenants: [TenantID] { caches.withLock { Array($0.keys) } }
}
