import Logging
import Postgres
import Synchronization

/// From a host name to its tenant, through `control.resolve_host` only (spec O2.7).
///
/// Answers are cached for five seconds, misses too, in bounded memory. Requests that ask for the same host at the
/// same time share one question. While the database is unreachable the last answer goes on: a hall's phones keep
/// their tenant, and with it what is served from memory. A failure is not asked for again before five seconds are over.
public final class TenantDirectory: Sendable {
    private typealias Question = Task<Result<HostCache.Answer, PostgresError>, Never>

    private struct State {
        var cache: HostCache
        /// Counts the invalidations; an answer to an older question is not kept.
        var generation = 0
        var asked: [String: Question] = [:]
        var facts = TenantDirectoryFacts()
    }

    private let database: Database
    private let fallback: String?
    private let address: PublicAddress
    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>
    private let changes = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - fallback: the slug that answers for unknown hosts, or `nil` (then 421).
    ///   - address: how clients reach the installation; each tenant's origin is made of it and of the tenant's first host.
    ///   - observers: tell of changes of tenants and hosts; `nil` where nobody does, and answers are good for their five seconds.
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

    /// With a cache and a clock of the caller's, for tests.
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

    /// The tenant of an authority as received ("Hall.example.:8080"), or `nil` when no tenant answers to it. No
    /// authority at all (HTTP/1.0 without Host) and numeric addresses get the fallback.
    ///
    /// - Throws: when the database cannot be asked and nothing is known of the host.
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

    /// The tenant that has this very host, as received: never the one that answers for unknown hosts.
    ///
    /// - Throws: when the database cannot be asked and nothing is known of the host.
    public func owner(ofHost authority: String?) async throws(PostgresError) -> Tenant? {
        guard let name = Authority.normalised(authority ?? "") else { return nil }
        let now = now()
        let known = Self.withBytes(name) { bytes in state.withLock { $0.cache.answer(of: bytes, at: now) } }
        let answer = if let known { known } else { try await shared(name).value.get() }
        return answer.isMatch ? answer.tenant : nil
    }

    /// The same from memory alone, for the hot path: one short lock, no allocation, nothing awaited.
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

    /// The tenant that answered to an authority last, however long ago, from memory alone.
    public func lastKnown(authority: String?) -> Tenant? {
        guard let name = Authority.normalised(authority ?? "") else { return nil }
        return Self.withBytes(name) { bytes in state.withLock { $0.cache.lastAnswer(of: bytes)?.tenant } }
    }

    /// Every tenant that is active, in the order of their keys, with the scope it is on the air in: for the emitter
    /// and for start-up (`control.active_tenants`).
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

    /// Asks anew for everything: a tenant or host has changed, or notifications were missed.
    func invalidate() {
        state.withLock {
            $0.generation += 1
            $0.asked = [:]
            $0.cache.expire()
        }
        changes.add(1, ordering: .releasing)
    }

    /// What was found in memory so far, for the metrics.
    public var facts: TenantDirectoryFacts {
        state.withLock { state in
            var facts = state.facts
            facts.hosts = state.cache.count
            return facts
        }
    }

    /// Rises after each invalidation: what was made of an answer before it may be out of date.
    public var version: UInt64 { changes.load(ordering: .acquiring) }

    /// The question that is under way for this name, begun now if there is none. Not cancelled with the request that
    /// began it, since others wait for the answer too.
    private func shared(_ name: String) -> Question {
        state.withLock { state in
            if let task = state.asked[name] { return task }
            let generation = state.generation
            state.facts.questions += 1
            let task = Task { await self.ask(name, generation) }
            state.asked[name] = task
            return task
        }
    }

    private func ask(_ name: String, _ generation: Int) async -> Result<HostCache.Answer, PostgresError> {
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
                if isCurrent { state.asked[name] = nil }
                switch answer {
                case .success(let answer):
                    if isCurrent { state.cache.keep(answer, of: bytes, at: now) }
                    return .success(answer)
                case .failure(let error):
                    guard error.isTemporary, let last = state.cache.lastAnswer(of: bytes), last.tenant != nil else {
                        return .failure(error)
                    }
                    // Kept like a new one: in an outage nobody should wait for its failure again and again.
                    if isCurrent { state.cache.keep(last, of: bytes, at: now) }
                    logger.debug("the last known tenant goes on", metadata: ["host": "\(name)", "reason": "\(error)"])
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
    /// A change of one tenant may concern any host: a name moves from one tenant to another.
    public func tenantChanged(_ notice: ChangeNotice) {
        if notice.kind == ChangeNotice.tenantKind { invalidate() }
    }

    public func changesWereMissed() { invalidate() }

    /// The notification that said so has made every answer old.
    public func tenantEnded(_ tenant: TenantID) {}

    public var knownTenants: [TenantID] { [] }
}

/// What a directory of tenants counts.
public struct TenantDirectoryFacts: Sendable, Hashable {
    /// Hosts that were known when asked for.
    public internal(set) var hits: UInt64 = 0
    /// Hosts that were not, or no longer.
    public internal(set) var misses: UInt64 = 0
    /// Questions to the database.
    public internal(set) var questions: UInt64 = 0
    /// Hosts kept now, those of no tenant too.
    public internal(set) var hosts = 0
}
