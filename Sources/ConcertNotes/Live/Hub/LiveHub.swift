import HTTP
import Logging
import Postgres
import Synchronization
import Tenancy
import Web

/// The halls of all tenants that someone has asked for. Fed by notifications, and by a slow poll in case one
/// was lost (spec O3.7); while the database is away it goes on saying what it last read.
/// Spec T2.
public final class LiveHub: Sendable {
    /// How old a reading may be before it is checked, notified or not.
    static let staleness = Duration.seconds(1)
    /// How often servers tell each other how many follow.
    static let followerInterval = Duration.seconds(4)
    /// How long a poll may wait for a change: well within what proxies and phones allow.
    static let pollLimit = Duration.seconds(20)

    private let store: LiveStore
    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let halls = Mutex<[TenantID: LiveHall]>([:])
    private let presence = OperatorPresenceBoard()
    private let followers = FollowerBoard()
    /// What this server is called in `FollowerNotice`.
    private let server = FollowerNotice.freshServer()
    /// Whether the last reading failed: an outage is logged when it begins and when it ends.
    private let isAway = Mutex(false)

    public init(
        store: LiveStore, logger: Logger, now: @escaping @Sendable () -> Instant = { Instant.now }
    ) {
        self.store = store
        self.logger = logger
        self.now = now
        store.database.observers.add(self)
    }

    /// Looks after the halls that are listened to, until the task is cancelled; then ends their streams.
    public func run() async {
        async let telling: Void = tellFollowers()
        while (try? await Task.sleep(for: Self.staleness)) != nil {
            for hall in halls.withLock({ Array($0.values) }) where hall.isWatched && Self.isStale(hall) {
                hall.refresh()
            }
        }
        close()
        await telling
    }

    /// Tells the other servers every few seconds how many follow here, as long as an operator's page is open anywhere.
    private func tellFollowers() async {
        var told: Set<TenantID> = []
        while (try? await Task.sleep(for: Self.followerInterval)) != nil {
            for (tenant, hall) in halls.withLock({ $0 }) where presence.count(in: tenant, at: now()) > 0 {
                let count = hall.followerCount
                // None is told once, and need not be told again.
                guard count > 0 || told.contains(tenant) else { continue }
                // While the database is away nobody is told: the next number does.
                try? await store.announce(FollowerNotice(server: server, count: count), in: tenant)
                if count > 0 { told.insert(tenant) } else { told.remove(tenant) }
            }
        }
    }

    /// Ends every stream and long poll: the server stops.
    public func close() {
        for hall in halls.withLock({ Array($0.values) }) { hall.close() }
    }

    /// `GET /api/v1/live` from memory alone, for the path that never suspends; `nil` when the hall is not in
    /// memory or nothing is on the air.
    public func cachedAnswer(in tenant: TenantID) -> Representation? {
        guard let hall = halls.withLock({ $0[tenant] }) else { return nil }
        if Self.isStale(hall) { hall.refresh() }
        return hall.answer
    }

    /// The hall of a tenant, read at least once.
    ///
    /// - Throws: `PostgresError` when it never was and the database is away.
    func hall(of tenant: TenantID) async throws -> LiveHall {
        let hall = halls.withLock { halls in
            if let hall = halls[tenant] { return hall }
            let hall = LiveHall(read: { [self] in try await read(tenant, since: $0) }, now: now)
            halls[tenant] = hall
            return hall
        }
        if hall.age == nil {
            try await hall.refresh().value
        } else if Self.isStale(hall) {
            hall.refresh()
        }
        return hall
    }

    /// Waits until this process knows what was just committed, so that who wrote reads it here. A failure is
    /// not one of the write, which is safe.
    func caughtUp(in tenant: TenantID) async {
        guard let hall = halls.withLock({ $0[tenant] }) else { return }
        _ = await hall.refresh().result
    }

    /// Takes a report of an operator page that is open, or its farewell, and tells the other servers. While the database is away
    /// they are not told: the next report does.
    func report(_ notice: OperatorPresenceNotice, in tenant: TenantID) async {
        presence.heard(notice, in: tenant, at: now())
        try? await store.announce(notice, in: tenant)
    }

    /// The operator pages of a tenant that are open, on whichever server, without the one that asks.
    func operators(in tenant: TenantID, except page: String?) -> [OperatorPresence] {
        presence.others(than: page, in: tenant, at: now())
    }

    /// How many connections follow the concert of a tenant at this moment: event streams and long polls, on whichever server. The
    /// pages of operators follow too and are not counted; phones that receive packets cannot be.
    ///
    /// What other servers know is a few seconds old.
    func followers(in tenant: TenantID) -> Int {
        let here = halls.withLock { $0[tenant] }?.followerCount ?? 0
        let now = now()
        let all = here + followers.count(in: tenant, except: server, at: now)
        return max(0, all - presence.count(in: tenant, at: now))
    }

    private static func isStale(_ hall: LiveHall) -> Bool { hall.age.map { $0 > staleness } ?? true }

    private func read(_ tenant: TenantID, since revision: Int64) async throws -> LiveReading {
        do {
            let reading = try await store.reading(in: tenant, since: revision)
            if hasChanged(isAway: false) { logger.notice("live state is read again") }
            return reading
        } catch {
            if hasChanged(isAway: true) {
                logger.warning("live state cannot be read; the last is kept", metadata: ["error": "\(error)"])
            }
            throw error
        }
    }

    private func hasChanged(isAway: Bool) -> Bool {
        self.isAway.withLock { known in
            defer { known = isAway }
            return known != isAway
        }
    }
}

extension LiveHub: TenantObserver {
    /// Kinds that do not concern the live concert are ignored; `content` does, since a new import may print other measure
    /// numbers.
    public func tenantChanged(_ notice: ChangeNotice) {
        let tenant = notice.tenant
        if notice.kind == OperatorPresenceNotice.kind, let notice = OperatorPresenceNotice(notice.detail) {
            presence.heard(notice, in: tenant, at: now())
        }
        if notice.kind == FollowerNotice.kind, let notice = FollowerNotice(notice.detail) {
            followers.heard(notice, in: tenant, at: now())
        }
        guard ["live", "message", "content"].contains(notice.kind) else { return }
        halls.withLock { $0[tenant] }?.refresh()
    }

    /// Reads every hall again.
    public func changesWereMissed() {
        for hall in halls.withLock({ Array($0.values) }) { hall.refresh() }
    }

    public func tenantEnded(_ tenant: TenantID) {
        halls.withLock { $0.removeValue(forKey: tenant) }?.close()
        presence.forget(tenant)
        followers.forget(tenant)
    }

    public var knownTenants: [TenantID] {
        Array(Set(halls.withLock { Array($0.keys) } + presence.tenants + followers.tenants))
    }
}
