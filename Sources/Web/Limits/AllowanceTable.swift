/// A table of token buckets, one for each key, such as an address: a number of attempts at once, and later attempts at a steady rate. The table has a
/// bounded size (``BoundedTable``); a removed key has its full allowance again. Callers pass `now` in milliseconds of a monotonic clock.
public struct AllowanceTable<Key: Hashable & Sendable>: Sendable {
    private let most: Double
    private let perSecond: Double
    private var remaining: BoundedTable<Key, Double>

    /// Creates a table in which each key has its full allowance.
    ///
    /// - Parameters:
    ///   - most: the full allowance, in attempts.
    ///   - perSecond: the number of attempts by which a used allowance grows each second.
    ///   - capacity: the maximum number of keys.
    public init(most: Double, perSecond: Double, capacity: Int) {
        self.most = most
        self.perSecond = perSecond
        remaining = BoundedTable(capacity: capacity)
    }

    /// The number of keys in the table.
    public var count: Int { remaining.count }

    /// Returns the number of seconds until the key has one attempt left, rounded up; `nil` if it has one now.
    public func wait(for key: Key, now: Int64) -> Int? {
        let left = left(key, now)
        return left >= 1 ? nil : Int(((1 - left) / perSecond).rounded(.up))
    }

    /// Takes attempts from the allowance of a key, even if fewer are left. A negative `amount` gives attempts back.
    public mutating func take(_ amount: Double = 1, from key: Key, now: Int64) {
        let left = left(key, now) - amount
        if left >= most { remaining.remove(key) } else { remaining.set(left, for: key, now: now) }
    }

    private func left(_ key: Key, _ now: Int64) -> Double {
        guard let (left, since) = remaining.entry(key) else { return most }
        return min(most, left + Double(now - since) / 1000 * perSecond)
    }
}
