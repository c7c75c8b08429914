/// The report of an emitter about its packets, stored in the lease row for the servers.
struct PacketReport: Sendable, Hashable {
    /// The number of packets that the kernel accepted since the last report.
    var sent: Int64 = 0
    /// The number of packets that the kernel refused since the last report.
    var failed: Int64 = 0
    /// The time since the kernel last accepted a packet; `nil` if it has not accepted a packet of this emitter yet.
    var age: Duration?
    /// The fault to report, in sentences for an operator; `nil` for none.
    var problem: String?
}
