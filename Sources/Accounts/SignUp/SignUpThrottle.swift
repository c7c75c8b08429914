import Web

/// How many accounts one address may make, as a pure state machine: wide enough for a hall behind one address, and
/// refilled one a minute. In bounded memory.
struct SignUpThrottle: Sendable {
    static let most = 30.0
    private static let perMillisecond = 1.0 / 60_000

    private var left: BoundedTable<Address, Double>

    /// - Parameter capacity: how many addresses are kept; the longest untouched give way.
    init(capacity: Int = 10_000) { left = BoundedTable(capacity: capacity) }

    /// Charges one account to an address.
    ///
    /// - Parameter now: in milliseconds, of a clock that never steps back.
    /// - Returns: `nil` when it may be made, else after how many seconds to come again.
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
