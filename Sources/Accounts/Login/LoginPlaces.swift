/// How many log-ins of each tenant may be at the hasher or wait for it, so that guesses at one tenant's accounts never
/// fill it for another's, and guesses by strangers never for those who are known.
struct LoginPlaces: Sendable {
    /// For whom nobody knows: enough to keep the hasher busy, and few enough that who is known waits a moment only.
    static let strangers = 4
    /// For all together: the rest is kept for known devices and addresses.
    static let all = 24

    /// By tenant; none that has nobody there, so no more entries than log-ins.
    private var taken: [Int32: Int] = [:]

    /// Whether there was a place.
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

    /// How many are taken, of all tenants.
    var count: Int { taken.values.reduce(0, +) }
}
