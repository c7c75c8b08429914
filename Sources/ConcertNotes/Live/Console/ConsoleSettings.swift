import HTTP
import OSC
import Web

/// The settings for messages of Open Sound Control (OSC): the addresses that receive and send messages, the cues and the MIDI commands. Tenants are
/// given by their short names. OSC has no authentication, so only messages from listed addresses count (spec D5).
public struct ConsoleSettings: Sendable {
    /// The address and port for messages to the server; `nil` if none are received.
    public var endpoint: OSCEndpoint?
    /// The addresses and ranges of senders, each with the short name of its tenant.
    public var senders: [(range: AddressRange, tenant: String)] = []
    /// The receivers of positions and cues, each with the short name of its tenant.
    public var targets: [(endpoint: OSCEndpoint, tenant: String)] = []

    /// The cues. When a tenant's concert moves to the measure of a cue, the cue is sent to the targets of the tenant.
    public var cues: [Cue] = []

    /// The commands that MIDI program changes trigger.
    public var programs: [Program] = []

    /// An OSC message that the server sends when the concert moves to a measure. It has no arguments; "/cue/4/start", for example, starts a cue of
    /// QLab.
    public struct Cue: Sendable, Hashable {
        public let tenant: String
        /// The name of the piece, in any spelling with the same normal form (spec I1).
        public let piece: String
        /// The measure as heard, from 1, at whose beginning the cue is sent.
        public let measure: Int
        public let address: String

        /// Creates a cue from "TENANT|PIECE|MEASURE|ADDRESS"; `nil` for other text.
        public init?(_ text: some StringProtocol) {
            let parts = text.split(separator: "|", omittingEmptySubsequences: false).map {
                String($0.drop { $0 == " " })
            }
            guard parts.count == 4, !parts[0].isEmpty, !PieceName.key(of: parts[1]).isEmpty,
                let measure = Int64(digits: parts[2]).flatMap(Int.init(exactly:)), measure > 0,
                parts[3].hasPrefix("/"), !parts[3].contains(" ")
            else { return nil }
            (tenant, piece, self.measure, address) = (parts[0], parts[1], measure, parts[3])
        }
    }

    public init() {}

    /// Returns the short name of the tenant of a sender, from the first range that contains the address; `nil` for an address that is not listed.
    func tenant(ofSender address: String) -> String? {
        guard let address = IPAddress(address) else { return nil }
        return senders.first { $0.range.contains(address) }?.tenant
    }
}
