/// A limit, for each tenant, on the sign-ins that use the hasher or wait for it, so that guessing blocks neither other tenants nor known devices.
struct LoginSlots: Sendable {
    /// The number of taken slots at which a sign-in from an unknown device and address is refused. This number of sign-ins keeps the hasher busy, but
    /// lets known devices wait only briefly.
    static let unknownDevices = 4
    /// The number of slots of a tenant. Those beyond `unknownDevices` are for known devices and addresses.
    static let all = 24

    private var taken: [Int32: Int] = [:]

    /// Takes a slot for a sign-in to a tenant. Returns `false` if no slot is free.
    mutating func enter(tenant: Int32, isKnown: Bool) -> Bool {
        let count = taken[tenant, default: 0]
        guard count < (isKnown ? Self.all : Self.unknownDevices) else { return false }
        taken[tenant] = count + 1
        return true
    }

    mutating func leave(tenant: Int32) {
        let count = taken[tenant, default: 0] - 1
        taken[tenant] = count > 0 ? count : nil
    }

    /// The number of taken slots of all tenants together.
    var count: Int { taken.values.reduce(0, +) }
}
