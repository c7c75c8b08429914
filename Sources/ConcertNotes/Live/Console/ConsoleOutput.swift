import OSC
import Tenancy

/// A sender that reports moves of the concert to the consoles of the tenant, as `/tutti/position` and `/inotes/at` (spec D5). Only the server that
/// makes a move sends the position, at most once.
public struct ConsoleOutput: Sendable {
    private let targets: [String: [OSCEndpoint]]
    private let cues: [String: [ConsoleSettings.Cue]]
    private let slug: @Sendable (TenantID) async throws -> String?
    private let sender = OSCSender()

    /// Creates a sender of positions. `slug` returns the short name of a tenant, or `nil` for an unknown tenant.
    public init(
        _ settings: ConsoleSettings, slug: @escaping @Sendable (TenantID) async throws -> String?
    ) {
        targets = Dictionary(grouping: settings.targets, by: \.tenant).mapValues { $0.map(\.endpoint) }
        cues = Dictionary(grouping: settings.cues, by: \.tenant)
        self.slug = slug
    }

    /// Sends a position to the tenant's consoles. After a move to another piece or measure (`isOtherMeasure`), also sends them the cues of the new
    /// measure.
    public func moved(to position: LivePosition, isOtherMeasure: Bool, in tenant: TenantID) async {
        guard !targets.isEmpty, let slug = try? await slug(tenant), let endpoints = targets[slug] else { return }
        let key = PieceName.key(of: position.piece)
        let cues =
            !isOtherMeasure
            ? []
            : (self.cues[slug] ?? []).filter {
                $0.measure == position.measure && PieceName.key(of: $0.piece) == key
            }
        for endpoint in endpoints {
            for message in Self.messages(about: position) + cues.map({ OSCMessage($0.address) }) {
                sender.send(message, to: endpoint)
            }
        }
    }

    /// Returns the messages about a position: `/tutti/position` with the piece, the measure as heard, the printed measure, the pass and the state,
    /// and `/inotes/at` with the piece and the measure.
    static func messages(about position: LivePosition) -> [OSCMessage] {
        let measure = OSCArgument.int(Int32(clamping: position.measure))
        return [
            OSCMessage(
                "/tutti/position", .string(position.piece), measure, .string(position.printedMeasure),
                .int(Int32(clamping: position.pass)), .string(position.state.rawValue)),
            OSCMessage("/inotes/at", .string(position.piece), measure),
        ]
    }
}
