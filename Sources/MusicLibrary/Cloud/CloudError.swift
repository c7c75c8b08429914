import HTTP
import Web

/// Why the upstream service did not do what it was asked.
public enum CloudError: Error, Sendable, Hashable {
    /// No account is connected.
    case notConnected
    /// The account is no longer ours to act for: it has to be connected anew.
    case grantLost(reason: String)
    /// Too much was asked; not before this moment.
    case throttled(until: Instant, reason: String)
    /// There is no such thing, or not for this account.
    case notFound
    /// It was understood and refused: asking again gives the same.
    case refused(status: Int, reason: String)
    /// It did not answer, or not as it should: a later try may do better.
    case unavailable(reason: String)

    /// Whether the same may succeed a little later.
    public var isTemporary: Bool {
        switch self {
        case .throttled, .unavailable: true
        case .notConnected, .grantLost, .notFound, .refused: false
        }
    }

    /// In words, for a record that its listener reads: without tokens and without what the service said of its insides.
    public var reason: String {
        switch self {
        case .notConnected: "no SoundCloud account is connected"
        case .grantLost(let reason), .throttled(_, let reason), .unavailable(let reason): reason
        case .notFound: "SoundCloud has no such item"
        case .refused(let status, let reason): "SoundCloud refused the request (\(status)): \(reason)"
        }
    }

    /// The answer to a client who asked for it directly.
    ///
    /// - Parameter now: what the time to wait is counted from.
    public func problem(now: Instant = .now) -> APIError {
        switch self {
        case .notConnected:
            return APIError(.conflict, code: "not-connected", "connect a SoundCloud account first")
        case .grantLost:
            return APIError(
                .conflict, code: "connection-lost",
                "SoundCloud no longer accepts this connection: connect the account again")
        case .throttled(let until, _):
            let seconds = max(1, Int((until.milliseconds - now.milliseconds + 999) / 1000))
            return APIError(
                .serviceUnavailable, code: "upstream-busy", "SoundCloud is limiting requests: try again later",
                retryAfter: min(seconds, 86_400))
        case .notFound:
            return APIError(
                .notFound, code: "not-upstream", "SoundCloud has no such item, or does not show it to this account")
        case .refused(_, let reason):
            return APIError(.conflict, code: "upstream-refused", "SoundCloud refused the request: \(reason)")
        case .unavailable:
            return APIError(
                .serviceUnavailable, code: "upstream-unavailable", "SoundCloud is not available: try again later",
                retryAfter: 30)
        }
    }
}
