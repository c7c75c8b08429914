import Postgres

/// The state of the packets that an emitter sends to the old phones of a tenant, read from the emitter's lease row: the JSON of `getLiveEmitter`.
public struct EmitterStatus: Sendable, Hashable {
    /// The state of the packets, for the operator.
    public enum State: String, Sendable, Hashable, Codable {
        case offAir
        /// Packets are sent; in a blackout and after the end of the concert, only packets with messages.
        case sending
        /// An emitter holds the lease but has a problem.
        case failing
        /// No emitter holds the lease, or the last packet is older than `longestAge` in a state in which positions must be sent.
        case silent
    }

    public let state: State
    /// The problem and its remedy, in sentences for the operator; `nil` without a problem.
    public let warning: String?
    /// The process that holds or last held the lease, as host name, process ID and random number; `nil` if there was none.
    public let holder: String?
    /// A number that increases with each new holder of the lease; `nil` if there was none.
    public let epoch: Int64?
    /// The address of the network interface that sends the packets; `nil` if unknown.
    public let interface: String?
    /// The number of packets sent since the tenant's first packet, by all holders.
    public let packetsSent: Int64
    /// The number of packets that the operating system refused to send, by all holders.
    public let packetsFailed: Int64
    /// The age of the last packet in milliseconds; `nil` if there is none.
    public let lastPacketAgeMs: Int64?
    /// Whether another emitter is ready to take over.
    public let hasStandby: Bool

    /// The age of the last packet, in milliseconds, above which a lease holder counts as silent. Emitters report every 0.4 s.
    static let longestAge: Int64 = 1500
}

extension EmitterStatus: Codable {}

extension EmitterStatus: RowDecodable {
    public init(row: Row) throws(PostgresError) {
        let isOnAir: Bool = try row("is_on_air")
        let isHeld: Bool = try row("is_held")
        let sendsPositions: Bool = try row("sends_positions")
        let problem: String? = try row.optional("problem")
        holder = try row.optional("holder")
        epoch = try row.optional("epoch")
        interface = try row.optional("interface")
        packetsSent = try row("packets_sent")
        packetsFailed = try row("packets_failed")
        lastPacketAgeMs = try row.optional("age_ms")
        hasStandby = try row("has_standby")
        let age = lastPacketAgeMs
        switch (isOnAir, isHeld, problem) {
        case (false, _, _):
            (state, warning) = (.offAir, nil)
        case (true, false, let problem):
            state = .silent
            warning =
                "Phones with the iNotes app receive no packets. "
                + (problem ?? "No emitter is running: start `tutti-emitter` or `tutti run`.")
        case (true, true, let problem?):
            (state, warning) = (.failing, "Phones with the iNotes app may receive no packets. \(problem)")
        case (true, true, nil) where sendsPositions && age.map({ $0 > Self.longestAge }) ?? false:
            state = .silent
            warning =
                """
                Phones with the iNotes app have received no packets for \((age ?? 0) / 1000) s. \
                Check the log of the emitter\(holder.map { " \($0)" } ?? "").
                """
        case (true, true, nil):
            (state, warning) = (.sending, nil)
        }
    }
}
