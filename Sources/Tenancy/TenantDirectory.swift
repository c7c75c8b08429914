import Logging
import Postgres
import Synchronization

/// A directory that finds the tenant of a host name with `control.resolve_host` (spec O2.7).
///
/// Results are cached for five seconds in bounded memory, even for unknown hosts. Simultaneous requests for the same host share one query. While the
/// database is unreachable, the last known tenant is used, so that phones still receive the content that is in memory.
public final class TenantDirectory: Sendable {
    private typealias Question = Task<Result<HostCache.Answer, PostgresError>, Never>

    private struct State {
        var cache: HostCache
        /// The number of invalidations. The result of a query that began before the last invalidation is not cached.
        var generation = 0
        var runningQueries: [String: Question] = [:]
        var facts = TenantDirectoryFacts()
    }

    private let database: Database
    private let fallback: String?
    private let address: PublicAddress
    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>
    private let changes = Atomic<UInt64>(0)

    /// Creates a directory.
    ///
    /// - Parameters:
    ///   - fallback: the slug of the tenant for unknown hosts; `nil` to answer unknown hosts with 421.
    ///   - address: the public address of the installation, for the origins of tenants.
    ///   - observers: the observers that notify the directory of changes; with `nil`, changes take effect within five seconds.
    public convenience init(
        _ database: Database, fallback: String?, address: PublicAddress = PublicAddress(),
        of observers: TenantObservers?,
        logger: Logger
    ) {
        self.init(database, fallback: fallback, address: address, cache: HostCache(), logger: logger) {
            ContinuousClock.now
        }
        observers?.add(self)
    }

    /// Creates a directory for tests.
    init(
        _ database: Database, fallback: String?, address: PublicAddress = PublicAddress(), cache: HostCache,
        logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.database = database
        self.fallback = fallback
        self.address = address
        self.logger = logger
        self.now = now
        state = Mutex(State(cache: cache))
    }

    /// Returns the tenant of an authority as received, such as "Hall.example.:8080". For an unknown host or a missing authority (HTTP/1.0 without
    /// Host), returns the fallback, or `nil` without one; for an invalid authority, `nil`. Throws `PostgresError` if the query fails, unless an
    /// earlier result can be used.
    public func tenant(authority: String?) async throws(PostgresError) -> Tenant? {
        let authority = authority ?? ""
        switch Self.withBytes(authority, cached(authority:)) {
        case .hit(let tenant): return tenant
        case .miss: return nil
        case .unknown:
            guard let name = Authority.normalised(authority) else { return nil }
            return try await shared(name).value.get().tenant
        }
    }

    /// Returns the tenant that has this host name, as received; `nil` if none has it or the host name is invalid; never the fallback. Throws
    /// `PostgresError` if the query fails, unless an earlier result can be used.
    public func owner(ofHost authority: String?) async throws(PostgresError) -> Tenant? {
        guard let name = Authority.normalised(authority ?? "") else { return nil }
        let now = now()
        let known = Self.withBytes(name) { bytes in state.withLock { $0.cache.answer(of: bytes, at: now) } }
        let answer = if let known { known } else { try await shared(name).value.get() }
        return answer.isMatch ? answer.tenant : nil
    }

    /// Returns the cached result for an authority. For hot paths: one short lock, no allocation, no suspension.
    public func cached(authority: UnsafeBufferPointer<UInt8>) -> CachedTenant {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Authority.longestName) { name in
            guard let length = Authority.normalise(authority, into: name) else { return .miss }
            let now = now()
            return state.withLock { state in
                let known = state.cache.tenant(of: UnsafeBufferPointer(rebasing: name[..<length]), at: now)
                if case .unknown = known { state.facts.misses += 1 } else { state.facts.hits += 1 }
                return known
            }
        }
    }

    /// Returns the last known tenant of an authority from memory, which may be the fallback, even if the entry has expired; `nil` if none is known.
    public func lastKnown(authority: String?) -> Tenant? {
        guard let name = Authority.normalised(authority ?? "") else { return nil }
        return Self.withBytes(name) { bytes in state.withLock { $0.cache.lastAnswer(of: bytes)?.tenant } }
    }

    /// Returns all active tenants in the order of their IDs, with the multicast scopes of their live concerts (`control.active_tenants`), but without
    /// their public origins and allowed origins.
    public func activeTenants() async throws(PostgresError) -> [ActiveTenant] {
        try await database.all(
            """
            select tenant_id, slug, name, locale, integer_seconds,
                   multicast_group, multicast_port, multicast_interface, multicast_ttl,
                   time_zone, accent_colour, logo,
                   limit_requests_per_second, limit_request_burst, limit_connections, limit_streams,
                   limit_stored_bytes, limit_accounts,
                   on_air_group, on_air_port
              from control.active_tenants()
            """,
            idempotent: true)
    }

    /// Expires all results.
    func invalidate() {
        state.withLock {
            $0.generation += 1
            $0.runningQueries = [:]
            $0.cache.expire()
        }
        changes.add(1, ordering: .releasing)
    }

    /// The counts for the metrics.
    public var facts: TenantDirectoryFacts {
        state.withLock { state in
            var facts = state.facts
            facts.hosts = state.cache.count
            return facts
        }
    }

    /// A number that increases with each invalidation. Data derived from results is current while the number is unchanged.
    public var version: UInt64 { changes.load(ordering: .acquiring) }

    /// Returns the running query for a host name, or starts one. Other requests may wait for the query, so it is not cancelled with the request that
    /// started it.
    private func shared(_ name: String) -> Question {
        state.withLock { state in
            if let task = state.runningQueries[name] { return task }
            let generation = state.generation
            state.facts.questions += 1
            let task = Task { await self.query(name, generation) }
            state.runningQueries[name] = task
            return task
        }
    }

    private func query(_ name: String, _ generation: Int) async -> Result<HostCache.Answer, PostgresError> {
        let answer: Result<HostCache.Answer, PostgresError>
        do {
            answer = .success(try await resolve(name))
        } catch {
            answer = .failure(error)
        }
        let now = now()
        return Self.withBytes(name) { bytes in
            state.withLock { state in
                let isCurrent = state.generation == generation
                if isCurrent { state.runningQueries[name] = nil }
                switch answer {
                case .success(let answer):
                    if isCurrent { state.cache.keep(answer, of: bytes, at: now) }
                    return .success(answer)
                case .failure(let error):
                    guard error.isTemporary, let last = state.cache.lastAnswer(of: bytes), last.tenant != nil else {
                        return .failure(error)
                    }
                    // The old result is cached like a new one, so that requests during an outage do not wait for another failure.
                    if isCurrent { state.cache.keep(last, of: bytes, at: now) }
                    logger.debug("using the last known tenant", metadata: ["host": "\(name)", "reason": "\(error)"])
                    return .success(last)
                }
            }
        }
    }

    private func resolve(_ name: String) async throws(PostgresError) -> HostCache.Answer {
        let rows = try await database.rows(
            """
            select tenant_id, slug, name, locale, integer_seconds,
                   multicast_group, multicast_port, multicast_interface, multicast_ttl,
                   time_zone, accent_colour, logo,
                   limit_requests_per_second, limit_request_burst, limit_connections, limit_streams,
                   limit_stored_bytes, limit_accounts, matched, control.primary_host(tenant_id) as primary_host,
                   control.allowed_origins(tenant_id) as allowed_origins
              from control.resolve_host(\(name), \(fallback))
            """,
            idempotent: true)
        guard let row = rows.first else { return HostCache.Answer(tenant: nil, isMatch: false) }
        let origin = address.origin(ofHost: try row.optional("primary_host"))
        let allowed = AllowedOrigins(stored: try row("allowed_origins"))
        return HostCache.Answer(
            tenant: try Tenant(row: row).with(origin: origin, allowedOrigins: allowed), isMatch: try row("matched"))
    }

    private static func withBytes<Result>(_ name: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var name = name
        return name.withUTF8(body)
    }
}

extension TenantDirectory: TenantObserver {
    /// Expires all results, because a change of one tenant can affect any host, for example when a host name moves.
    public func tenantChanged(_ notice: ChangeNotice) {
        if notice.kind == ChangeNotice.tenantKind { invalidate() }
    }

    public func changesWereMissed() { invalidate() }

    /// Does nothing: the notification of the change has already expired all results.
    public func tenantEnded(_ tenant: TenantID) {}

    public var knownTenants: [TenantID] { [] }
}

/// The counts of a tenant directory. Lookups by `owner(ofHost:)` count neither as hits nor as misses.
public struct TenantDirectoryFacts: Sendable, Hashable {
    /// The number of lookups that found a valid result in memory.
    public internal(set) var hits: UInt64 = 0
    /// The number of lookups that found no valid result in memory.
    public internal(set) var misses: UInt64 = 0
    /// The number of queries for the tenant of a host.
    public internal(set) var questions: UInt64 = 0
    /// The number of hosts in memory, including unknown hosts.
    public internal(set) var hosts = 0
}
