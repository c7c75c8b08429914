/// The right to send a tenant's packets, granted by the database.
struct LeaseGrant: Sendable, Hashable {
    /// A number that increases with each holder and keeps former holders from changing the lease row. Packets do not contain the epoch.
    let epoch: Int64
    /// The last reserved count. The block that ends with this count belongs to the lease.
    let reserved: Int32
}
