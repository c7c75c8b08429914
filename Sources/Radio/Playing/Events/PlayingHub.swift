import HTTP
import Logging
import Postgres
import Synchronization
import Tenancy
import Web

/// What plays at all tenants that someone has asked for. Fed by notifications, by the clock, and by a look at the
/// revision once a second in case a notification was lost (spec O3.7).
public final class PlayingHub: Sendable {
    /// How long a scene is trusted without a look at its revision.
    static let staleness = Duration.seconds(1)
    /// Tenants kept in memory; of more the one that was asked for longest ago, and is not listened to, goes.
    static let tenantLimit = 256

    let store: SceneStore
    let now: @Sendable () -> Instant
    private let logger: Logger
    private let halls = Mutex<[TenantID: PlayingHall]>([:])
    /// Also of halls that were let go since counts were stored.
    private let tallies = Mutex<[TenantID: ChannelTallies]>([:])

    public init(
        database: TenantDatabase, logger: Logger, now: @escaping @Sendable () -> Instant = { Instant.now }
    ) {
        store = SceneStore(database: database)
        self.logger = logger
        self.now = now
        database.observers.add(self)
    }

    /// A change of the tenant's radio data, by whoever made it or read the notification.
    func heard(_ notice: RadioNotice, of tenant: TenantID) { halls.withLock { $0[tenant] }?.heard(notice) }

    /// Tells listeners of what the clock brings, until the task is cancelled; then ends their streams. One timer for all:
    /// it wakes when the next thing ends or begins anywhere, and once a second.
    public func run() async {
        while true {
            let next = all.filter(\.isWatched).compactMap(\.nextChange).min()
            let wait = next.map { max(0, $0.milliseconds - now().milliseconds) } ?? 1000
            guard (try? await Task.sleep(for: .milliseconds(min(wait + 1, 1000)))) != nil else { break }
            await tick()
        }
        close()
    }

    /// One turn of `run`.
    func tick() async {
        for (tenant, hall) in halls.withLock({ $0 }) where hall.isWatched {
            hall.advance()
            if hall.isDueForCheck(after: Self.staleness) { _ = await check(hall, tenant) }
            if hall.scene == nil { hall.refresh() }
        }
    }

    /// Ends every stream: the server stops.
    public func close() {
        for hall in all { hall.close() }
    }

    /// The hall of a tenant and its newest scene. While the database is away, the last one that was read.
    ///
    /// - Throws: `PostgresError` when there is none and the database is away.
    func hall(of tenant: TenantID) async throws -> (hall: PlayingHall, scene: RadioScene) {
        let hall = hallOf(tenant)
        if hall.isDueForCheck(after: Self.staleness), !(await check(hall, tenant)), let scene = hall.lastScene {
            return (hall, scene)
        }
        if let scene = hall.scene { return (hall, scene) }
        do {
            return (hall, try await hall.refresh().value)
        } catch {
            guard let scene = hall.lastScene else { throw error }
            logger.warning("what plays cannot be read; the last is kept", metadata: ["error": "\(error)"])
            return (hall, scene)
        }
    }

    func scene(of tenant: TenantID) async throws -> RadioScene { try await hall(of: tenant).scene }

    /// A scene that answers for one channel over a stretch: that in memory, else one of its own from the database.
    func scene(
        for channel: LineUpChannel, from: Instant, through: Instant, like known: RadioScene, in tenant: TenantID
    ) async throws -> RadioScene {
        if known.answers(channel.channel.id, from: from, through: through) { return known }
        return try await store.scene(of: channel, over: from..<through.advanced(byMs: 1), like: known, in: tenant)
    }

    /// Counts the open streams that name a channel. O(selections that are listened to).
    func countFollowers() {
        for hall in all where hall.isWatched { hall.countFollowers() }
    }

    /// What was counted of channels since this was last called.
    func takeCounts() -> [ChannelCount] {
        tallies.withLock { $0 }.flatMap { tenant, tallies in
            tallies.take().map { ChannelCount(tenant: tenant, channel: $0, figures: $1) }
        }
    }

    /// Gives back what was taken and could not be stored.
    func giveBack(_ counts: [ChannelCount]) {
        let tallies = tallies.withLock { $0 }
        for count in counts { tallies[count.tenant]?.tally(of: count.channel)?.giveBack(count.figures) }
    }

    private func tallies(of tenant: TenantID) -> ChannelTallies {
        tallies.withLock { tallies in
            if let known = tallies[tenant] { return known }
            let made = ChannelTallies()
            tallies[tenant] = made
            return made
        }
    }

    private var all: [PlayingHall] { halls.withLock { Array($0.values) } }

    /// Whether the database answered. Without an answer what is known stands: an outage must not empty every phone.
    private func check(_ hall: PlayingHall, _ tenant: TenantID) async -> Bool {
        guard let revision = try? await store.revision(in: tenant) else { return false }
        hall.checked(revision)
        return true
    }

    private func hallOf(_ tenant: TenantID) -> PlayingHall {
        halls.withLock { halls in
            if let hall = halls[tenant] { return hall }
            if halls.count >= Self.tenantLimit,
                let idle = halls.filter({ !$0.value.isWatched }).min(by: { $0.value.askedAt < $1.value.askedAt })
            {
                halls[idle.key] = nil
            }
            let hall = PlayingHall(
                read: { [store, now] part in
                    guard let part else { return try await store.scene(at: now(), in: tenant) }
                    return try await store.scene(part.known, rereading: part.channels, as: part.revision, in: tenant)
                }, tallies: tallies(of: tenant), now: now)
            halls[tenant] = hall
            return hall
        }
    }
}

extension PlayingHub: TenantObserver {
    /// The tenant's radio data count, and what it says of itself: the buffer's length.
    public func tenantChanged(_ notice: ChangeNotice) {
        if notice.kind == RadioChange.kind, let news = RadioNotice(notice.detail) {
            return heard(news, of: notice.tenant)
        }
        guard notice.kind == RadioChange.kind || notice.kind == ChangeNotice.tenantKind else { return }
        halls.withLock { $0[notice.tenant] }?.outdate()
    }

    /// Every scene is read again when it is next asked for.
    public func changesWereMissed() {
        for hall in all { hall.outdate() }
    }

    public func tenantEnded(_ tenant: TenantID) {
        halls.withLock { $0.removeValue(forKey: tenant) }?.close()
        tallies.withLock { $0[tenant] = nil }
    }

    public var knownTenants: [TenantID] { halls.withLock { Array($0.keys) } }
}
