/// A dictionary that removes at least the older half of its entries when it has more than `capacity`, so that a flood of new keys cannot exhaust
/// memory. A lookup is O(1), setting a value amortised O(log capacity).
public struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let setAt: Int64
    }

    private let capacity: Int
    private var entries: [Key: Entry] = [:]

    /// Creates an empty table.
    public init(capacity: Int) { self.capacity = capacity }

    /// The number of entries, including entries past their lifetime.
    public var count: Int { entries.count }

    /// Returns the value and the time at which the value was set, or `nil` if the key is missing.
    public func entry(_ key: Key) -> (value: Value, setAt: Int64)? {
        entries[key].map { (value: $0.value, setAt: $0.setAt) }
    }

    /// Returns the value, or `nil` if the value is missing or was set longer than `lifetime` ago.
    public func value(_ key: Key, now: Int64, lifetime: Int64) -> Value? {
        guard let entry = entries[key], now - entry.setAt <= lifetime else { return nil }
        return entry.value
    }

    /// Sets the value of a key. `now` is the time of a monotonic clock, in the unit of the lifetimes.
    ///
    /// A full table may remove the new entry too, if at least half of the entries have the time `now`.
    public mutating func set(_ value: Value, for key: Key, now: Int64) {
        entries[key] = Entry(value: value, setAt: now)
        guard entries.count > capacity else { return }
        let times = entries.values.map(\.setAt).sorted()
        let median = times[times.count / 2]
        // Entries of equal times go together, because the capacity must not be exceeded.
        entries = entries.filter { $0.value.setAt > median }
    }

    /// Removes the entry of a key, if there is one.
    public mutating func remove(_ key: Key) { entries[key] = nil }
}
