import Web

/// A limit on the attempts to create accounts from one address: 30 at once, and then one per minute. The limit is high enough for a concert
/// hall that shares one address. The throttle is a pure state machine with bounded memory.
struct SignUpThrottle: Sendable {
    static let most = 30.0
    private static let perMillisecond = 1.0 / 60_000

    private var left: BoundedTable<Address, Double>

    /// Creates a throttle.
    ///
    /// - Parameter capacity: The maximum number of addresses. Beyond this number, at least the older half of the addresses is removed.
    init(capacity: Int = 10_000) { left = BoundedTable(capacity: capacity) }

    /// Admits or refuses an attempt to create an account from an address, and counts an admitted attempt.
    ///
    /// - Parameter now: The time of a monotonic clock in milliseconds.
    /// - Returns: `nil` if the account may be created, otherwise the seconds to wait, rounded up.
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
