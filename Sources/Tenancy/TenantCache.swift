import Observability
import Postgres
import Synchronization

/// The key for caches with one value for each tenant.
public struct WholeTenant: Hashable, Sendable {
    @inlinable
    public init() {}

    @inlinable
    public static func == (one: WholeTenant, other: WholeTenant) -> Bool { true }

    @inlinable
    public func hash(into hasher: inout Hasher) {}
}

/// A cache of values from the database, or derived from it, by tenant and key (decision 0062).
///
/// - All callers that need a value share one load, which is not cancelled with the request that began it.
/// - A value that has expired is not served, except during an outage (`Outage.servesLast`). If it expires during its load, the load is repeated.
/// - The values of a tenant are removed when the tenant ends.
///
/// The initialiser registers the cache with the observers, so that no cache can miss notifications.
public final class TenantCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// A function that loads a value. `last` is the value to replace; `nil` if there is none.
    public typealias Load = @Sendable (_ last: Value?) async throws -> Value

    /// The rule by which values expire.
    public enum Expiry: Sendable, Hashable {
        /// The caller decides at each call whether a value is current, for example by a revision read from the database.
        case byQuestion
        /// Values expire after notifications of these kinds, and when notifications may have been lost.
        case onNotice(Set<String>)
        /// Values expire as with `onNotice`, but the cache reloads them immediately. With `Outage.servesLast`, failed loads are repeated.
        case reloadingOnNotice(Set<String>)

        fileprivate var kinds: Set<String>? {
            switch self {
            case .byQuestion: nil
            case .onNotice(let kinds), .reloadingOnNotice(let kinds): kinds
            }
        }
    }

    /// The behaviour if a value cannot be loaded.
    public enum Outage: Sendable {
        /// The caller gets the error of the load.
        case fails
        /// Serves the last loaded value, or else `initially`; without either, the caller gets the error. The next load begins after `pause`, or after
        /// a change.
        case servesLast(initially: Value? = nil, pause: Duration)
    }

    /// The maximum number of times that a load runs while changes continue to arrive. After the last time, the waiting callers get the loaded value,
    /// although it may already be outdated.
    static var attempts: Int { 10 }

    @usableFromInline typealias State = TenantCacheState<Key, Value>

    @usableFromInline let state: Mutex<State>
    private let changes = Atomic<UInt64>(0)
    private let expiry: Expiry
    private let outage: Outage
    private let replaced: (@Sendable (_ old: Value?, _ new: Value) -> Void)?
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates a cache and registers it with the observers.
    ///
    /// - Parameters:
    ///   - observers: the observers of the database from which the values are read.
    ///   - weigh: the weight of a value in the limit; 1 by default.
    ///   - replaced: called when a loaded value is stored, with the value that it replaces (`nil` if there is none) and the loaded value. Called with
    ///     the lock held, so it must be fast and must not use the cache.
    ///   - now: the clock for `pause`.
    public init(
        of observers: TenantObservers, _ expiry: Expiry, outage: Outage = .fails, limit: CacheLimit,
        weigh: @escaping @Sendable (Value) -> CacheWeight = { _ in CacheWeight() },
        replaced: (@Sendable (_ old: Value?, _ new: Value) -> Void)? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.expiry = expiry
        self.outage = outage
        self.replaced = replaced
        self.now = now
        state = Mutex(State(limit: limit, weigh: weigh))
        observers.add(self)
    }

    // MARK: Reading

    /// Returns the value from memory, or `nil` if it is missing or not current. For hot paths: one short lock, no allocation, no suspension.
    ///
    /// - Parameter isCurrent: returns whether a value may be served. Called with the lock held, so it must be fast.
    @inlinable
    public func current(
        _ key: Key, of tenant: TenantID, where isCurrent: (Value) -> Bool = { _ in true }
    ) -> Value? {
        state.withLock { $0.serving(State.Slot(tenant, key), where: isCurrent) }
    }

    /// Returns the value from memory if it is current, otherwise a newly loaded value. Throws the error of `load`, unless the last value is served.
    ///
    /// - Parameters:
    ///   - isCurrent: returns whether a value may be served. It may be called with the lock held, so it must be fast.
    ///   - load: loads the value, which must include everything that was committed before the call of `load`.
    public func value(
        _ key: Key, of tenant: TenantID, where isCurrent: (Value) -> Bool = { _ in true }, load: @escaping Load
    ) async throws -> Value {
        let slot = State.Slot(tenant, key)
        var isFirst = true
        while true {
            switch state.withLock({ find(slot, isCurrent, load, in: &$0) }) {
            case .known(let value): return value
            case .loading(let task, let isOwn):
                do {
                    let value = try await task.value
                    // After the first wait, any running load began after this call.
                    if isOwn || !isFirst || isCurrent(value) { return value }
                } catch {
                    if case .servesLast = outage, let last = last(key, of: tenant), isCurrent(last) { return last }
                    // An error of the load for another revision may not apply to this call, but an outage of the database applies to all.
                    guard !isOwn, isFirst, expiry == .byQuestion, !(error is PostgresError) else { throw error }
                }
            }
            isFirst = false
        }
    }

    /// Returns the last stored value from memory, even if it has expired; `nil` if there is none.
    public func last(_ key: Key, of tenant: TenantID) -> Value? {
        state.withLock { $0.entries[State.Slot(tenant, key)]?.value }
    }

    /// Returns whether the cache has a value of the tenant or is loading one.
    public func knows(_ tenant: TenantID) -> Bool { state.withLock { $0.shares[tenant] != nil } }

    /// Waits until all loads of the tenant's values that began before this call have ended.
    public func settled(_ tenant: TenantID) async {
        let tasks = state.withLock { state in
            (state.shares[tenant]?.keys ?? []).compactMap { state.pendingLoads[State.Slot(tenant, $0)]?.task }
        }
        for task in tasks { _ = await task.result }
    }

    // MARK: Changes

    /// Expires all values of a tenant. Call this method after a change of the tenant's data has been committed. O(keys of the tenant).
    public func expire(_ tenant: TenantID) {
        state.withLock { expire(tenant, in: &$0) }
        changes.add(1, ordering: .releasing)
    }

    /// A number that increases whenever values expire or are stored, or a tenant ends. Data derived from values is current while the number is the
    /// same.
    public var version: UInt64 { changes.load(ordering: .acquiring) }

    // MARK: Facts

    /// Returns the number of cached values of a tenant. O(keys of the tenant).
    public func count(of tenant: TenantID) -> Int {
        state.withLock { state in
            (state.shares[tenant]?.keys ?? []).count { state.entries[State.Slot(tenant, $0)] != nil }
        }
    }

    /// All cached values, including expired ones. O(values).
    public var values: [Value] { state.withLock { $0.entries.values.map(\.value) } }

    /// The counts for the metrics. `bytes` is the sum of the weights' sizes.
    public var reading: CacheReading {
        state.withLock { state in
            var reading = CacheReading()
            (reading.hits, reading.misses) = (state.hits, state.misses)
            (reading.builds, reading.evictions) = (state.loads, state.evictions)
            (reading.entries, reading.bytes) = (state.entries.count, state.totalWeight.size)
            return reading
        }
    }

    // MARK: Loads

    private enum Finding {
        case known(Value)
        case loading(Task<Value, any Error>, isOwn: Bool)
    }

    private func find(
        _ slot: State.Slot, _ isCurrent: (Value) -> Bool, _ load: @escaping Load, in state: inout State
    ) -> Finding {
        if let value = state.found(slot, at: now, where: isCurrent) { return .known(value) }
        if let pending = state.pendingLoads[slot] { return .loading(pending.task, isOwn: false) }
        return .loading(begin(slot, load, in: &state), isOwn: true)
    }

    private func begin(_ slot: State.Slot, _ load: @escaping Load, in state: inout State) -> Task<Value, any Error> {
        state.begin(slot) { number in Task { try await self.run(slot, number, load) } }
    }

    private func run(_ slot: State.Slot, _ number: UInt64, _ load: @escaping Load) async throws -> Value {
        var newest: Value?
        var attempt = 1
        while true {
            do {
                let value = try await load(newest ?? state.withLock { $0.entries[slot]?.value })
                newest = value
                // Freeing a large value takes time, so the old value is kept until the lock is released.
                var old: Value?
                let isOver = state.withLock { state in
                    state.loadEnded(
                        value, in: slot, number, isLast: attempt >= Self.attempts, reloading: isEager ? load : nil
                    ) {
                        old = $0
                        replaced?($0, value)
                    }
                }
                _ = consume old
                changes.add(1, ordering: .releasing)
                if isOver { return value }
            } catch {
                failed(slot, number, load)
                throw error
            }
            attempt += 1
        }
    }

    private func failed(_ slot: State.Slot, _ number: UInt64, _ load: @escaping Load) {
        guard case .servesLast(let initial, let pause) = outage else {
            _ = state.withLock {
                $0.failed(slot, number, initial: nil, restsUntil: nil, isEager: false, reloading: nil)
            }
            return
        }
        let outcome = state.withLock {
            $0.failed(
                slot, number, initial: initial, restsUntil: now() + pause, isEager: isEager,
                reloading: isEager ? load : nil)
        }
        if outcome.isInitial { changes.add(1, ordering: .releasing) }
        guard outcome.isServed, isEager else { return }
        // The reference is weak, so that an unused cache stops retrying.
        Task { [weak self] in
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            self?.tryAgain(slot)
        }
    }

    private func tryAgain(_ slot: State.Slot) {
        state.withLock { state in
            guard state.failures[slot] != nil, let load = state.reloads[slot], state.pendingLoads[slot] == nil else {
                return
            }
            _ = begin(slot, load, in: &state)
        }
    }

    private func expire(_ tenant: TenantID, in state: inout State) {
        for (slot, load) in state.outdate(tenant) {
            if let load, isEager { _ = begin(slot, load, in: &state) }
        }
    }

    private var isEager: Bool { if case .reloadingOnNotice = expiry { true } else { false } }
}

extension TenantCache: TenantObserver {
    public func tenantChanged(_ notice: ChangeNotice) {
        if expiry.kinds?.contains(notice.kind) ?? false { expire(notice.tenant) }
    }

    public func changesWereMissed() {
        guard expiry.kinds != nil else { return }
        state.withLock { state in
            for tenant in state.shares.keys { expire(tenant, in: &state) }
        }
        changes.add(1, ordering: .releasing)
    }

    public func tenantEnded(_ tenant: TenantID) {
        state.withLock { $0.remove(tenant) }
        changes.add(1, ordering: .releasing)
    }

    public var knownTenants: [TenantID] { state.withLock { Array($0.shares.keys) } }
}

extension TenantCache where Key == WholeTenant {
    /// Returns the tenant's value from memory, or `nil` if it is missing or not current.
    @inlinable
    public func current(of tenant: TenantID, where isCurrent: (Value) -> Bool = { _ in true }) -> Value? {
        current(WholeTenant(), of: tenant, where: isCurrent)
    }

    /// Returns the tenant's value from memory if it is current, or loads it. Throws the error of `load`, unless the last value is served.
    public func value(
        of tenant: TenantID, where isCurrent: (Value) -> Bool = { _ in true }, load: @escaping Load
    ) async throws -> Value {
        try await value(WholeTenant(), of: tenant, where: isCurrent, load: load)
    }

    /// Returns the tenant's last stored value, even if it has expired; `nil` if there is none.
    public func last(of tenant: TenantID) -> Value? { last(WholeTenant(), of: tenant) }
}
