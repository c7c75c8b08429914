/// A cache with a limit on the total cost, which evicts the least recently used values.
///
/// Reading and writing without an eviction are O(1). An eviction is O(n log n) and lowers the total cost to at most three quarters of the limit, so
/// that evictions are rare.
public struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let cost: Int
        var used: UInt64
    }

    /// The largest total cost of all values, usually in bytes.
    public let limit: Int
    /// The total cost of the values, in the unit of `limit`.
    public private(set) var cost = 0
    /// The number of evicted values since the cache was created.
    public private(set) var evictions: UInt64 = 0
    private var entries: [Key: Entry] = [:]
    private var clock: UInt64 = 0

    public init(limit: Int) { self.limit = limit }

    /// The number of values.
    public var count: Int { entries.count }

    /// Returns the value of a key and marks it as the most recently used; `nil` if there is none.
    public mutating func value(for key: Key) -> Value? {
        guard let index = entries.index(forKey: key) else { return nil }
        clock += 1
        entries.values[index].used = clock
        return entries.values[index].value
    }

    /// Removes the value of a key, if there is one.
    public mutating func removeValue(for key: Key) {
        if let old = entries.removeValue(forKey: key) { cost -= old.cost }
    }

    /// Stores a value for a key in place of the earlier one, and evicts the least recently used values if the total cost then exceeds the limit. A
    /// value that costs more than a quarter of the limit is not stored, and an earlier value of the key stays.
    public mutating func insert(_ value: Value, for key: Key, cost: Int) {
        guard cost <= limit / 4 else { return }
        clock += 1
        if let old = entries.updateValue(Entry(value: value, cost: cost, used: clock), forKey: key) {
            self.cost -= old.cost
        }
        self.cost += cost
        guard self.cost > limit else { return }
        for (key, entry) in entries.sorted(by: { $0.value.used < $1.value.used }) {
            guard self.cost > limit - limit / 4 else { return }
            entries[key] = nil
            evictions += 1
            self.cost -= entry.cost
        }
    }
}
