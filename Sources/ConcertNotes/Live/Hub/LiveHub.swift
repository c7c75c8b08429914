import HTTP
import Logging
import Postgres
import Synchronization
import Tenancy
import Web

/// The live state, in memory, of each tenant whose state was requested (spec T2). Notifications update the state. A state with listeners or an open
/// operator page is also read again about every second, in case a notification was lost (spec O3.7). While the database is down, the last state
/// stays.
public final class LiveHub: Sendable {
    /// The age above which a reading is repeated even without a notification.
    package static let staleness = Duration.seconds(1)
    /// The interval at which the ages of the readings are checked.
    private static let checkInterval = Duration.milliseconds(250)
    /// The interval at which servers report their number of followers.
    static let followerInterval = Duration.seconds(4)
    /// The longest wait of a poll, within the timeouts of proxies and phones.
    static let pollLimit = Duration.seconds(20)

    private let store: LiveStore
    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let topics = Mutex<[TenantID: LiveTopic]>([:])
    private let presence = OperatorPresenceBoard()
    private let followers = FollowerBoard()
    private let server = FollowerNotice.freshServer()
    /// Whether the last reading failed. Only the beginning and the end of an outage are logged.
    private let isAway = Mutex(false)

    /// Creates a hub without states, and registers it with the observers of the store's database.
    public init(
        store: LiveStore, logger: Logger, now: @escaping @Sendable () -> Instant = { Instant.now }
    ) {
        self.store = store
        self.logger = logger
        self.now = now
        store.database.observers.add(self)
    }

    /// Refreshes outdated topics that are watched, and reports the number of followers to the other servers while an operator page is open. Ends all
    /// streams and long polls when the task is cancelled.
    public func run() async {
        async let announcing: Void = announceFollowerCounts()
        while (try? await Task.sleep(for: Self.checkInterval)) != nil {
            for topic in topics.withLock({ Array($0.values) })
            where topic.isWatched && (topic.age.map { $0 + Self.checkInterval > Self.staleness } ?? true) {
                topic.refresh()
            }
        }
        close()
        await announcing
    }

    /// Reports the number of followers of each tenant with an open operator page to the other servers. After a positive number, 0 is reported once.
    private func announceFollowerCounts() async {
        var announced: Set<TenantID> = []
        while (try? await Task.sleep(for: Self.followerInterval)) != nil {
            for (tenant, topic) in topics.withLock({ $0 }) where presence.count(in: tenant, at: now()) > 0 {
                let count = topic.followerCount
                guard count > 0 || announced.contains(tenant) else { continue }
                // The report fails while the database is down; the next report follows soon.
                try? await store.announce(FollowerNotice(server: server, count: count), in: tenant)
                if count > 0 { announced.insert(tenant) } else { announced.remove(tenant) }
            }
        }
    }

    /// Ends all streams and long polls, when the server stops.
    public func close() {
        for topic in topics.withLock({ Array($0.values) }) { topic.close() }
    }

    /// Returns the response to `GET /api/v1/live` from memory, without suspension; `nil` off the air or if the topic is not in memory. Starts a
    /// reading in the background if the last one is older than `staleness`.
    public func cachedAnswer(in tenant: TenantID) -> Representation? {
        guard let topic = topics.withLock({ $0[tenant] }) else { return nil }
        if Self.isStale(topic) { topic.refresh() }
        return topic.answer
    }

    /// Returns the topic of a tenant, which has been read at least once. Throws `PostgresError` if the first reading fails.
    func topic(of tenant: TenantID) async throws -> LiveTopic {
        let topic = topics.withLock { topics in
            if let topic = topics[tenant] { return topic }
            let topic = LiveTopic(read: { [self] in try await read(tenant, after: $0) }, now: now)
            topics[tenant] = topic
            return topic
        }
        if topic.age == nil {
            try await topic.refresh().value
        } else if Self.isStale(topic) {
            topic.refresh()
        }
        return topic
    }

    /// Waits until this process has read everything committed before the call, so that clients read their own writes. A failure is ignored.
    func caughtUp(in tenant: TenantID) async {
        guard let topic = topics.withLock({ $0[tenant] }) else { return }
        _ = await topic.refresh().result
    }

    /// Starts to read the topic in the background if its revision is lower than the revision of a move of this process. The notification of the move
    /// may arrive later.
    func moved(to revision: Int64, in tenant: TenantID) {
        guard let topic = topics.withLock({ $0[tenant] }), topic.feed.revision < revision else { return }
        topic.refresh()
    }

    /// Records that an operator page is open or left, and notifies the other servers. A failure is ignored: pages report every 4 s.
    func report(_ notice: OperatorPresenceNotice, in tenant: TenantID) async {
        presence.record(notice, in: tenant, at: now())
        try? await store.announce(notice, in: tenant)
    }

    /// Returns the open operator pages of a tenant on all servers, except the page with this identifier; `nil` excludes no page.
    func operators(in tenant: TenantID, except page: String?) -> [OperatorPresence] {
        presence.others(than: page, in: tenant, at: now())
    }

    /// Returns the number of connections that follow the concert of a tenant on all servers: event streams and long polls, without those of operator
    /// pages. Phones that receive packets cannot be counted. A number that another server has reported counts for 15 s.
    func followers(in tenant: TenantID) -> Int {
        let here = topics.withLock { $0[tenant] }?.followerCount ?? 0
        return here + followers.count(in: tenant, except: server, at: now())
    }

    /// Returns the concert on the air of each tenant whose live state is in memory, with the number of connections that follow the concert at this
    /// server.
    func audiences() -> [(TenantID, Concert.ID, count: Int)] {
        topics.withLock { $0 }.compactMap { tenant, topic in
            topic.feed.snapshot?.onAir.map { (tenant, $0.concert, topic.followerCount) }
        }
    }

    private static func isStale(_ topic: LiveTopic) -> Bool { topic.age.map { $0 > staleness } ?? true }

    /// Reads the state, and the sources while an operator page is open. If the database has lost the last revision that `feed` has, first raises the
    /// stored revision above it, so that every listener gets the stored position.
    private func read(_ tenant: TenantID, after feed: LiveFeed) async throws -> LiveReading {
        do {
            var reading = try await store.reading(in: tenant, since: feed.revision)
            var attempts = LiveStore.attempts
            while let lost = feed.lostSnapshot(in: reading), let found = reading.snapshot, attempts > 0 {
                try await store.raise(found, above: lost, in: tenant)
                logger.warning(
                    "the database has lost moves of the concert; the position that it has is on the air",
                    metadata: ["tenant": "\(tenant)", "lost": "\(lost.revision)", "found": "\(found.revision)"])
                reading = try await store.reading(in: tenant, since: feed.revision)
                attempts -= 1
            }
            if let snapshot = reading.snapshot, topics.withLock({ $0[tenant] })?.isOperated == true {
                reading.sources = try await store.sources(of: snapshot, in: tenant)
            }
            if hasChanged(isAway: false) { logger.notice("the live state can be read again") }
            return reading
        } catch {
            if hasChanged(isAway: true) {
                logger.warning("the live state cannot be read; the last one is used", metadata: ["error": "\(error)"])
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
    /// Records reports of operator pages and servers, and reads the topic again after a change of the live concert, the messages or the content,
    /// which may have other printed numbers. Sources are read only while an operator page is open.
    public func tenantChanged(_ notice: ChangeNotice) {
        let tenant = notice.tenant
        if notice.kind == OperatorPresenceNotice.kind, let notice = OperatorPresenceNotice(notice.detail) {
            presence.record(notice, in: tenant, at: now())
        }
        if notice.kind == FollowerNotice.kind, let notice = FollowerNotice(notice.detail) {
            followers.record(notice, in: tenant, at: now())
        }
        let topic = topics.withLock { $0[tenant] }
        switch notice.kind {
        case "live", "message", "content": topic?.refresh()
        case LiveArbiter.noticeKind where topic?.isOperated == true: topic?.refresh()
        default: break
        }
    }

    /// Reads all topics again, because notifications may be lost.
    public func changesWereMissed() {
        for topic in topics.withLock({ Array($0.values) }) { topic.refresh() }
    }

    public func tenantEnded(_ tenant: TenantID) {
        topics.withLock { $0.removeValue(forKey: tenant) }?.close()
        presence.forget(tenant)
        followers.forget(tenant)
    }

    public var knownTenants: [TenantID] {
        Array(Set(topics.withLock { Array($0.keys) } + presence.tenants + followers.tenants))
    }
}
