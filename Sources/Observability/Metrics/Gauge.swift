import Synchronization

/// A metric that increases and decreases, such as open connections.
public final class Gauge: Sendable {
    private let number = AtomicDouble()

    /// Creates a gauge outside of the registry, for `MetricsRegistry.gauge(…, read:)`.
    public init() {}

    /// The current value, initially 0.
    public var value: Double { number.value }

    /// Sets the value, with one relaxed atomic store.
    public func set(_ value: Double) { number.set(value) }

    /// Adds an amount, which may be negative.
    public func add(_ amount: Double) { number.add(amount) }
}

/// A double that several threads can add to, stored as the bits of an atomic integer.
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
