import Observability
import Postgres
import Synchronization

/// The key of a cache that has one value for each tenant.
public struct WholeTenant: Hashable, Sendable {
    @inlinable
    public init() {}

    @inlinable
    public static func == (one: WholeTenant, other: WholeTenant) -> Bool { true }

    @inlinable
    public func hash(into hasher: inout Hasher) {}
}

/// Values that are read from the database or made of what is read there, kept by tenant and key (decision 0062).
///
/// - One load at a time for each key: all who ask meanwhile wait for it. It is not cancelled with the request that began it.
/// - A value that was loaded before a change of its tenant arrived is not served after it: the load begins again, at most
///   `attempts` times while changes never pause.
/// - What is kept is bounded by a `CacheLimit`; the value that was asked for longest ago goes first.
/// - A tenant that ends takes its values with it.
///
/// Confined by a mutex that is held for a few instructions, or O(values) where some must go. It registers itself with the
/// observers that it is given, so no wiring can leave it out.
public final class TenantCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Loads a value.
    ///
    /// - Parameter last: the value that the new one replaces, if there is one.
    public typealias Load = @Sendable (_ last: Value?) async throws -> Value

    /// How a value goes out of date.
    public enum Expiry: Sendable, Hashable {
        /// Each question says what is current, such as the revision that the database was asked for.
        case byQuestion
        /// By notifications of these kinds, and when some were missed. The next question loads.
        case onNotice(Set<String>)
        /// The same, and the cache loads at once. A load that fails is repeated until it succeeds.
        case reloadingOnNotice(Set<String>)

        fileprivate var kinds: Set<String>? {
            switch self {
            case .byQuestion: nil
            case .onNotice(let kinds), .reloadingOnNotice(let kinds): kinds
            }
        }
    }

    /// What is answered when a value cannot be loaded.
    public enum Outage: Sendable {
        /// The error.
        case fails
        /// The last value that was loaded, or `initially` where none ever was; without either the error. For `pause` nobody
        /// asks the database again.
        case servesLast(initially: Value? = nil, pause: Duration)
    }

    /// How often a load begins again before its value is served although changes keep arriving.
    static var attempts: Int { 10 }

    @usableFromInline typealias State = TenantCacheState<Key, Value>

    @usableFromInline let state: Mutex<State>
    private let changes = Atomic<UInt64>(0)
    private let expiry: Expiry
    private let outage: Outage
    private let replaced: (@Sendable (_ old: Value?, _ new: Value) -> Void)?
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameters:
    ///   - observers: of the database that the values are read from.
    ///   - weigh: what a value counts for in the limit; one by default.
    ///   - replaced: called when a value is stored, with the lock held: must be quick and must not ask the cache.
    ///   - now: the clock of pauses.
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

    // MARK: Questions

    /// The value from memory alone, for hot paths: one short lock, no allocation, nothing awaited.
    ///
    /// - Parameter isCurrent: whether a value answers the question; quick, called with the lock held.
    @inlinable
    public func current(
        _ key: Key, of tenant: TenantID, where isCurrent: (Value) -> Bool = { _ in true }
    ) -> Value? {
        state.withLock { $0.serving(State.Slot(tenant, key), where: isCurrent) }
    }

    /// The value from memory where it is current, and else as it is loaded.
    ///
    /// A load that was under way when the question came may give a value that is not current; then those who asked share the next.
    ///
    /// - Parameters:
    ///   - isCurrent: whether a value answers the question; quick, called with the lock held. What was loaded for the question is
    ///     not asked about.
    ///   - load: reads the database; sees all that was committed before it was called.
    /// - Throws: what `load` throws, unless the last value is served in an outage.
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
                    // After the first wait, whatever is under way began after the question.
                    if isOwn || !isFirst || isCurrent(value) { return value }
                } catch {
                    if case .servesLast = outage, let last = last(key, of: tenant), isCurrent(last) { return last }
                    // What the database said of another revision may have been wrong of this one; a database that is away is so
                    // for all who wait.
                    guard !isOwn, isFirst, expiry == .byQuestion, !(error is PostgresError) else { throw error }
                }
            }
            isFirst = false
        }
    }

    /// The value that was loaded last, however old, without asking.
    public func last(_ key: Key, of tenant: TenantID) -> Value? {
        state.withLock { $0.entries[State.Slot(tenant, key)]?.value }
    }

    /// Whether there is a value of the tenant, or one is being loaded.
    public func knows(_ tenant: TenantID) -> Bool { state.withLock { $0.shares[tenant] != nil } }

    /// Returns once no load is under way that began before this call.
    public func settled(_ tenant: TenantID) async {
        let tasks = state.withLock { state in
            (state.shares[tenant]?.keys ?? []).compactMap { state.flights[State.Slot(tenant, $0)]?.task }
        }
        for task in tasks { _ = await task.result }
    }

    // MARK: Changes

    /// Notes a change of the tenant, by whoever made it or read a notification.
    public func expire(_ tenant: TenantID) {
        state.withLock { expire(tenant, in: &$0) }
        changes.add(1, ordering: .releasing)
    }

    /// Rises after each change and after each value that was stored: what was made of a value before may be out of date.
    public var version: UInt64 { changes.load(ordering: .acquiring) }

    // MARK: Facts

    /// How many values are kept of a tenant. O(its keys).
    public func count(of tenant: TenantID) -> Int {
        state.withLock { state in
            (state.shares[tenant]?.keys ?? []).count { state.entries[State.Slot(tenant, $0)] != nil }
        }
    }

    /// The newest value of each key of each tenant. O(values).
    public var values: [Value] { state.withLock { $0.entries.values.map(\.value) } }

    /// For the metrics; the bytes are the sum of the weights' sizes.
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
        if let flight = state.flights[slot] { return .loading(flight.task, isOwn: false) }
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
                // Kept until the lock is open: to free a large value takes longer than others should wait.
                var old: Value?
                let isOver = state.withLock { state in
                    state.landed(
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
        let isServed = state.withLock {
            $0.failed(
                slot, number, initial: initial, restsUntil: now() + pause, isEager: isEager,
                reloading: isEager ? load : nil)
        }
        guard isServed, isEager else { return }
        // Weakly, so that a cache that nobody uses any more stops trying.
        Task { [weak self] in
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            self?.tryAgain(slot)
        }
    }

    private func tryAgain(_ slot: State.Slot) {
        state.withLock { state in
            guard state.failures[slot] != nil, let load = state.reloads[slot], state.flights[slot] == nil else {
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
    /// The tenant's value from memory alone.
    @inlinable
    public func current(of tenant: TenantID, where isCurrent: (Value) -> Bool = { _ in true }) -> Value? {
        current(WholeTenant(), of: tenant, where: isCurrent)
    }

    /// The tenant's value from memory where it is current, and else as it is loaded.
    public func value(
        of tenant: TenantID, where isCurrent: (Value) -> Bool = { _ in true }, load: @escaping Load
    ) async throws -> Value {
        try await value(WholeTenant(), of: tenant, where: isCurrent, load: load)
    }

    /// The tenant's value that was loaded last, however old.
    public func last(of tenant: TenantID) -> Value? { last(WholeTenant(), of: tenant) }
}
