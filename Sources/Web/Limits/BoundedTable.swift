/// A dictionary that forgets: of more than `capacity` entries the half that was set longest ago goes, so that
/// no flood of new keys takes more than a stated amount of memory. O(1), and now and then O(capacity).
public struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let setAt: Int64
    }

    private let capacity: Int
    private var entries: [Key: Entry] = [:]

    /// An empty one that keeps so many entries.
    public init(capacity: Int) { self.capacity = capacity }

    /// How many entries there are.
    public var count: Int { entries.count }

    /// The value, and the time it was set.
    public func entry(_ key: Key) -> (value: Value, setAt: Int64)? {
        entries[key].map { (value: $0.value, setAt: $0.setAt) }
    }

    /// The value unless it was set longer ago than `lifetime`.
    public func value(_ key: Key, now: Int64, lifetime: Int64) -> Value? {
        guard let entry = entries[key], now - entry.setAt <= lifetime else { return nil }
        return entry.value
    }

    /// Sets a value.
    ///
    /// - Parameter now: of a clock that never steps back.
    public mutating func set(_ value: Value, for key: Key, now: Int64) {
        entries[key] = Entry(value: value, setAt: now)
        guard entries.count > capacity else { return }
        let times = entries.values.map(\.setAt).sorted()
        let median = times[times.count / 2]
        // Entries of one and the same moment all go: the count comes first.
        entries = entries.filter { $0.value.setAt > median }
    }

    /// Forgets an entry.
    public mutating func remove(_ key: Key) { entries[key] = nil }
}
