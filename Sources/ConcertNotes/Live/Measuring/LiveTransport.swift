/// The transport by which a listener's device got a position.
public enum LiveTransport: String, Sendable, Hashable, Codable, CaseIterable {
    /// The event stream of `GET /api/v1/live/events`.
    case sse
    /// Repeated requests for `GET /api/v1/live`.
    case poll
    /// Multicast packets, as reported by an app.
    case multicast

    var words: String {
        switch self {
        case .sse: "Event stream"
        case .poll: "Polling"
        case .multicast: "Packets"
        }
    }
}
