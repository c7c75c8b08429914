/// The right to send a tenant's packets, granted by the database.
package struct LeaseGrant: Sendable, Hashable {
    /// A number that increases each time the lease is taken, so that a former holder cannot renew it. Packets do not contain the epoch.
    package let epoch: Int64
    /// The highest packet count that is reserved for the lease: the end of its block (`CountBlock`).
    package let reserved: Int32

    package init(epoch: Int64, reserved: Int32) {
        self.epoch = epoch
        self.reserved = reserved
    }
}
