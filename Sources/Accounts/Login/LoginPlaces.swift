/// Limits how many sign-ins of each tenant may be at the hasher or wait for it, so that guesses at one tenant do not block others,
/// and guesses from unknown devices do not block known ones.
struct LoginPlaces: Sendable {
    /// The places for unknown devices: enough to keep the hasher busy, and few enough that known devices wait only briefly.
    static let strangers = 4
    /// All places. Those beyond `strangers` are reserved for known devices and addresses.
    static let all = 24

    /// The number of taken places by tenant, without entries of zero.
    private var taken: [Int32: Int] = [:]

    /// Takes a place; returns `false` if there is none.
    mutating func enter(tenant: Int32, isKnown: Bool) -> Bool {
        let count = taken[tenant, default: 0]
        guard count < (isKnown ? Self.all : Self.strangers) else { return false }
        taken[tenant] = count + 1
        return true
    }

    mutating func leave(tenant: Int32) {
        let count = taken[tenant, default: 0] - 1
        taken[tenant] = count > 0 ? count : nil
    }

    /// The number of taken places of all tenants.
    var count: Int { taken.values.reduce(0, +) }
}
