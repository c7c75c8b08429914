/// The report of an emitter about its packets, stored in the lease row for the servers.
struct PacketReport: Sendable, Hashable {
    /// The number of packets sent since the last report.
    var sent: Int64 = 0
    var failed: Int64 = 0
    /// The age of the last packet; `nil` before the first packet.
    var age: Duration?
    /// The fault of the link, in sentences for an operator; `nil` if the link works.
    var problem: String?
}
