/// What an emitter tells every server of its packets, beside its lease.
struct PacketReport: Sendable, Hashable {
    /// Since the last report.
    var sent: Int64 = 0
    var failed: Int64 = 0
    /// How long ago the last packet went out; `nil` before the first.
    var age: Duration?
    /// What is wrong with the link, in words for an operator; `nil` for a sound one.
    var problem: String?
}
