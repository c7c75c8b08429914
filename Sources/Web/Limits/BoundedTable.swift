/// A dictionary of bounded size. Beyond `capacity` entries, the table removes at least the older half, so that a flood of new keys cannot exhaust
/// memory. A lookup is O(1). Setting a value is amortised O(log capacity), because a removal sorts the times of all entries.
public struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let setAt: Int64
    }

    private let capacity: Int
    private var entries: [Key: Entry] = [:]

    /// Creates an empty table that keeps at most `capacity` entries.
    public init(capacity: Int) { self.capacity = capacity }

    /// The number of entries, including entries past their lifetime.
    public var count: Int { entries.count }

    /// Returns the value and the time at which the value was set, or `nil` if the key is missing.
    public func entry(_ key: Key) -> (value: Value, setAt: Int64)? {
        entries[key].map { (value: $0.value, setAt: $0.setAt) }
    }

    /// Returns the value, or `nil` if the value is missing or was set longer than `lifetime` ago. Both times are in the unit of the clock.
    public func value(_ key: Key, now: Int64, lifetime: Int64) -> Value? {
        guard let entry = entries[key], now - entry.setAt <= lifetime else { return nil }
        return entry.value
    }

    /// Sets the value of a key. Beyond `capacity` entries, removes at least the older half. The new entry is removed too if at
    /// least half of the entries have the time `now`.
    ///
    /// - Parameter now: the time of a monotonic clock, in the unit of `value(_:now:lifetime:)`.
    public mutating func set(_ value: Value, for key: Key, now: Int64) {
        entries[key] = Entry(value: value, setAt: now)
        guard entries.count > capacity else { return }
        let times = entries.values.map(\.setAt).sorted()
        let median = times[times.count / 2]
        // If many entries have the same time, all these entries are removed, because the capacity must not be exceeded.
        entries = entries.filter { $0.value.setAt > median }
    }

    /// Removes the entry of a key. Does nothing if the key is missing.
    public mutating func remove(_ key: Key) { entries[key] = nil }
}
