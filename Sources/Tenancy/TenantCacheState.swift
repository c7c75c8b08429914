/// The state of a `TenantCache`, without its lock, clock and tasks. The code that `TenantCache.current` calls is inlinable, hashes once and
/// does not allocate.
@usableFromInline
struct TenantCacheState<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline typealias Load = @Sendable (_ last: Value?) async throws -> Value

    @usableFromInline
    struct Slot: Hashable, Sendable {
        @usableFromInline let tenant: TenantID
        @usableFromInline let key: Key

        @inlinable
        init(_ tenant: TenantID, _ key: Key) { (self.tenant, self.key) = (tenant, key) }

        @inlinable
        static func == (one: Slot, other: Slot) -> Bool {
            one.tenant.rawValue == other.tenant.rawValue && one.key == other.key
        }

        @inlinable
        func hash(into hasher: inout Hasher) {
            hasher.combine(tenant.rawValue)
            hasher.combine(key)
        }
    }

    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let value: Value
        let weight: CacheWeight
        /// Whether the value may be served: no change has arrived since its load, or the cache itself repeats a failed load.
        @usableFromInline var isServing: Bool
        /// The value of `clock` at the last use.
        @usableFromInline var used: UInt64
    }

    /// A running load, for which all callers wait.
    struct PendingLoad: Sendable {
        let number: UInt64
        let task: Task<Value, any Error>
        /// Whether a change arrived that the loaded value may not include.
        var isOutdated = false
    }

    struct Share: Sendable {
        /// The keys of the tenant's entries and loads.
        var keys: Set<Key> = []
        var weight = CacheWeight(count: 0)
    }

    private let limit: CacheLimit
    private let weigh: @Sendable (Value) -> CacheWeight
    @usableFromInline var entries: [Slot: Entry] = [:]
    private(set) var pendingLoads: [Slot: PendingLoad] = [:]
    private(set) var shares: [TenantID: Share] = [:]
    /// The times until which the last value is served after a failed load. They are not in `Entry`, because each read copies an `Entry`.
    private(set) var failures: [Slot: ContinuousClock.Instant] = [:]
    /// The functions by which the cache reloads values without a caller.
    private(set) var reloads: [Slot: Load] = [:]
    private var weight = CacheWeight(count: 0)
    @usableFromInline var clock: UInt64 = 0
    @usableFromInline var hits: UInt64 = 0
    private(set) var misses: UInt64 = 0
    private(set) var loads: UInt64 = 0
    private(set) var evictions: UInt64 = 0

    init(limit: CacheLimit, weigh: @escaping @Sendable (Value) -> CacheWeight) {
        self.limit = limit
        self.weigh = weigh
    }

    /// Returns the value of a slot and counts a hit; `nil` if the value is missing or may not be served. O(1).
    ///
    /// - Parameter isResting: whether an expired value may be served.
    @inlinable
    mutating func serving(_ slot: Slot, isResting: Bool = false, where isCurrent: (Value) -> Bool) -> Value? {
        guard let index = entries.index(forKey: slot) else { return nil }
        let entry = entries.values[index]
        guard entry.isServing || isResting, isCurrent(entry.value) else { return nil }
        clock &+= 1
        entries.values[index].used = clock
        hits &+= 1
        return entry.value
    }

    /// Returns a slot's value if it may be served (during the pause after a failed load, even if expired). Otherwise counts a miss and returns `nil`.
    mutating func found(
        _ slot: Slot, at now: () -> ContinuousClock.Instant, where isCurrent: (Value) -> Bool
    ) -> Value? {
        let isResting = failures[slot].map { now() < $0 } ?? false
        if let value = serving(slot, isResting: isResting, where: isCurrent) { return value }
        misses &+= 1
        return nil
    }

    // MARK: Loads

    /// Records the beginning of a load and returns the task that `start` creates. `start` receives the number of the load.
    mutating func begin(_ slot: Slot, _ start: (UInt64) -> Task<Value, any Error>) -> Task<Value, any Error> {
        clock &+= 1
        loads &+= 1
        let pending = PendingLoad(number: clock, task: start(clock))
        pendingLoads[slot] = pending
        shares[slot.tenant, default: Share()].keys.insert(slot.key)
        return pending.task
    }

    /// Handles the result of a load. Returns `false` if a change arrived and the load must be repeated. If the tenant has ended, returns
    /// `true` and stores nothing.
    ///
    /// - Parameters:
    ///   - isLast: whether to store the value even if a change arrived.
    ///   - load: the function with which the cache reloads the value without a caller; `nil` for none.
    ///   - replacing: receives the old value.
    mutating func loadEnded(
        _ value: Value, in slot: Slot, _ number: UInt64, isLast: Bool, reloading load: Load?,
        replacing: (_ old: Value?) -> Void
    ) -> Bool {
        guard let pending = pendingLoads[slot], pending.number == number else { return true }
        guard !pending.isOutdated || isLast else {
            pendingLoads[slot]?.isOutdated = false
            return false
        }
        pendingLoads[slot] = nil
        replacing(entries[slot]?.value)
        reloads[slot] = load
        store(value, in: slot, isServing: !pending.isOutdated)
        return true
    }

    /// Handles a failed load. Returns whether a value is still served, and whether it is `initial`.
    ///
    /// - Parameters:
    ///   - initial: the value to serve if the slot has none.
    ///   - end: the time of the next attempt; `nil` if callers get the error of the load.
    ///   - isEager: whether the cache retries without a caller.
    mutating func failed(
        _ slot: Slot, _ number: UInt64, initial: Value?, restsUntil end: ContinuousClock.Instant?,
        isEager: Bool, reloading load: Load?
    ) -> (isServed: Bool, isInitial: Bool) {
        guard let pending = pendingLoads[slot], pending.number == number else { return (false, false) }
        pendingLoads[slot] = nil
        var isInitial = false
        if end != nil, entries[slot] == nil, let initial {
            store(initial, in: slot, isServing: false)
            isInitial = true
        }
        guard let end, entries[slot] != nil else {
            removeIfEmpty(slot)
            return (false, false)
        }
        // After a change the next call retries without a pause.
        failures[slot] = pending.isOutdated && !isEager ? nil : end
        reloads[slot] = load
        // If the cache retries without a caller, callers need not wait.
        if isEager { entries[slot]?.isServing = true }
        return (true, isInitial)
    }

    // MARK: Changes

    /// Expires the tenant's values and running loads. Returns the slots with a value and without a running load, each with the function that reloads
    /// the value without a caller; `nil` for none. O(keys of the tenant).
    mutating func outdate(_ tenant: TenantID) -> [(Slot, Load?)] {
        var idle: [(Slot, Load?)] = []
        for key in shares[tenant]?.keys ?? [] {
            let slot = Slot(tenant, key)
            pendingLoads[slot]?.isOutdated = true
            guard entries[slot] != nil else { continue }
            entries[slot]?.isServing = false
            failures[slot] = nil
            if pendingLoads[slot] == nil { idle.append((slot, reloads[slot])) }
        }
        return idle
    }

    /// Removes all data of a tenant. Running loads store nothing.
    mutating func remove(_ tenant: TenantID) {
        guard let share = shares.removeValue(forKey: tenant) else { return }
        for key in share.keys {
            let slot = Slot(tenant, key)
            (entries[slot], pendingLoads[slot], failures[slot], reloads[slot]) = (nil, nil, nil, nil)
        }
        weight -= share.weight
    }

    // MARK: Limits

    var totalWeight: CacheWeight { weight }

    private mutating func store(_ value: Value, in slot: Slot, isServing: Bool) {
        clock &+= 1
        let entry = Entry(value: value, weight: weigh(value), isServing: isServing, used: clock)
        failures[slot] = nil
        let old = entries.updateValue(entry, forKey: slot)
        shares[slot.tenant, default: Share()].keys.insert(slot.key)
        add(entry.weight, of: slot.tenant)
        if let old { subtract(old.weight, of: slot.tenant) }
        shrink(excluding: slot)
    }

    /// Removes the least recently used values, but never `newest`, until the limit is met. O(values) for each removed value.
    private mutating func shrink(excluding newest: Slot) {
        while total(of: newest.tenant).count > limit.count,
            let slot = oldest(excluding: newest, where: { $0.count > 0 })
        {
            evict(slot)
        }
        while total(of: newest.tenant).size > limit.size, let slot = oldest(excluding: newest, where: { $0.size > 0 }) {
            evict(slot)
        }
    }

    private func total(of tenant: TenantID) -> CacheWeight {
        switch limit.scope {
        case .allTenants: weight
        case .eachTenant: shares[tenant]?.weight ?? CacheWeight(count: 0)
        }
    }

    private func oldest(excluding newest: Slot, where counts: (CacheWeight) -> Bool) -> Slot? {
        var oldest: (slot: Slot, used: UInt64)?
        func look(_ slot: Slot, _ entry: Entry) {
            guard slot != newest, counts(entry.weight), oldest.map({ entry.used < $0.used }) ?? true else { return }
            oldest = (slot, entry.used)
        }
        switch limit.scope {
        case .allTenants:
            for (slot, entry) in entries { look(slot, entry) }
        case .eachTenant:
            for key in shares[newest.tenant]?.keys ?? [] {
                let slot = Slot(newest.tenant, key)
                if let entry = entries[slot] { look(slot, entry) }
            }
        }
        return oldest?.slot
    }

    private mutating func evict(_ slot: Slot) {
        guard let entry = entries.removeValue(forKey: slot) else { return }
        (failures[slot], reloads[slot]) = (nil, nil)
        subtract(entry.weight, of: slot.tenant)
        evictions &+= 1
        removeIfEmpty(slot)
    }

    private mutating func removeIfEmpty(_ slot: Slot) {
        guard entries[slot] == nil, pendingLoads[slot] == nil else { return }
        shares[slot.tenant]?.keys.remove(slot.key)
        if shares[slot.tenant]?.keys.isEmpty ?? false { shares[slot.tenant] = nil }
    }

    private mutating func add(_ weight: CacheWeight, of tenant: TenantID) {
        self.weight += weight
        shares[tenant]?.weight += weight
    }

    private mutating func subtract(_ weight: CacheWeight, of tenant: TenantID) {
        self.weight -= weight
        shares[tenant]?.weight -= weight
    }
}
