import Web

/// A limit on the attempts to create accounts from one address: 30 at once, and then one per minute, enough for a concert hall that shares one
/// address. A pure state machine with bounded memory.
struct SignUpThrottle: Sendable {
    static let most = 30.0
    private static let perMillisecond = 1.0 / 60_000

    private var left: BoundedTable<Address, Double>

    /// Creates a throttle. Beyond `capacity` addresses, at least the older half is removed.
    init(capacity: Int = 10_000) { left = BoundedTable(capacity: capacity) }

    /// Admits an attempt and returns `nil`, or returns the seconds to wait, rounded up. `now` is in milliseconds of a monotonic clock.
    mutating func admit(_ address: Address, now: Int64) -> Int? {
        let address = address.subscriber
        let allowance =
            left.entry(address).map { min(Self.most, $0.value + Double(now - $0.setAt) * Self.perMillisecond) }
            ?? Self.most
        guard allowance >= 1 else { return Int(((1 - allowance) / Self.perMillisecond / 1000).rounded(.up)) }
        left.set(allowance - 1, for: address, now: now)
        return nil
    }
}
