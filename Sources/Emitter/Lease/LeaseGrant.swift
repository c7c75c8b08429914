/// The right to send a tenant's packets, granted by the database.
struct LeaseGrant: Sendable, Hashable {
    /// A number that increases with each holder and keeps former holders from changing the lease row. Packets do not contain it.
    let epoch: Int64
    /// The last reserved count. The block that ends here belongs to this lease.
    let reserved: Int32
}
