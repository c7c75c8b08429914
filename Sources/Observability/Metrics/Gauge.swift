import Synchronization

/// A number that rises and falls: connections open, the epoch held.
public final class Gauge: Sendable {
    private let number = AtomicDouble()

    /// A gauge of its own, to be told by `MetricsRegistry.gauge(…, read:)`.
    public init() {}

    /// The number now.
    public var value: Double { number.value }

    /// One relaxed atomic store.
    public func set(_ value: Double) { number.set(value) }

    /// Adds, or takes away with a negative amount.
    public func add(_ amount: Double) { number.add(amount) }
}

/// A double that many threads add to, as the bits of an atomic integer.
struct AtomicDouble: ~Copyable, Sendable {
    private let bits = Atomic<UInt64>(0)

    var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

    func add(_ amount: Double) {
        var old = bits.load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + amount).bitPattern
            let (done, found) = bits.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if done { return }
            old = found
        }
    }
}
