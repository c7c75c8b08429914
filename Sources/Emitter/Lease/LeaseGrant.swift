/// The right to send a tenant's packets, as taken from the database.
struct LeaseGrant: Sendable, Hashable {
    /// Rises with each holder: what fences an old one off from the lease row. It is not on the wire.
    let epoch: Int64
    /// The last count that is reserved; the block that ends here is this lease's.
    let reserved: Int32
}
