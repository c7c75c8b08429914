import Postgres

/// Whether a tenant's packets go out, as the lease row tells every server: what `getLiveEmitter` answers, as JSON in these
/// names.
public struct EmitterStatus: Sendable, Hashable {
    /// What becomes of the packets.
    public enum State: String, Sendable, Hashable, Codable {
        /// No concert is on the air.
        case offAir
        /// Packets go out; in a blackout and after the end, messages alone.
        case sending
        /// An emitter holds the lease and has trouble.
        case failing
        /// Nothing goes out.
        case silent
    }

    public let state: State
    /// What is wrong and what to do, in a sentence for the operator; `nil` when nothing is.
    public let warning: String?
    /// The process that holds or held the lease: machine, process number, a number of its own.
    public let holder: String?
    public let epoch: Int64?
    /// The address that packets leave by.
    public let interface: String?
    /// Since the tenant's first packet, over all holders.
    public let packetsSent: Int64
    public let packetsFailed: Int64
    /// How long ago the last packet went out.
    public let lastPacketAgeMs: Int64?
    /// Whether another emitter is ready to take over.
    public let hasStandby: Bool

    /// The age of the last packet from which an emitter that holds the lease counts as silent. It reports every 0.4 s.
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
                "Phones with the iNotes app receive nothing. "
                + (problem ?? "No emitter is running: start `tutti-emitter` or `tutti run`.")
        case (true, true, let problem?):
            (state, warning) = (.failing, "Phones with the iNotes app may receive nothing. \(problem)")
        case (true, true, nil) where sendsPositions && age.map({ $0 > Self.longestAge }) ?? false:
            state = .silent
            warning =
                "Phones with the iNotes app have received nothing for \((age ?? 0) / 1000) s. Check the log of the emitter \(holder ?? "")."
        case (true, true, nil):
            (state, warning) = (.sending, nil)
        }
    }
}
