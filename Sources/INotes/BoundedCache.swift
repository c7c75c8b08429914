/// Values by key up to a total cost; over it, those unused for the longest go.
///
/// Reading and writing are O(1). A clearance is O(n log n) and takes a quarter of the cost, so that it is rare.
struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let cost: Int
        var used: UInt64
    }

    /// What all values together may cost, in bytes as a rule.
    let limit: Int
    private(set) var cost = 0
    /// How many gave way to others so far.
    private(set) var evictions: UInt64 = 0
    private var entries: [Key: Entry] = [:]
    private var clock: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    /// How many values there are.
    var count: Int { entries.count }

    /// The value, which is thereby the one used last.
    mutating func value(for key: Key) -> Value? {
        guard let index = entries.index(forKey: key) else { return nil }
        clock += 1
        entries.values[index].used = clock
        return entries.values[index].value
    }

    /// Keeps a value, in place of the one of this key. One that alone costs more than a quarter of the limit is not
    /// kept: it would drive out too much.
    mutating func insert(_ value: Value, for key: Key, cost: Int) {
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
