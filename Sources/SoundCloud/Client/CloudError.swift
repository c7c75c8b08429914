import HTTP
import Web

/// A reason why a request to SoundCloud failed.
public enum CloudError: Error, Sendable, Hashable {
    /// No SoundCloud account is connected.
    case notConnected
    /// The tokens of the account can no longer be used; the listener must connect the account again.
    case grantLost(reason: String)
    /// A rate limit is exhausted until this time.
    case throttled(until: Instant, reason: String)
    /// SoundCloud has no such item, or does not show it to this account.
    case notFound
    /// SoundCloud refused the request, and a retry would be refused too.
    case refused(status: Int, reason: String)
    /// The client secret of the tenant's own application cannot be decrypted with the server's keys.
    case secretUnreadable
    /// SoundCloud did not answer, or its response cannot be used, or the request was cancelled. A later retry may succeed, but SoundCloud may already
    /// have made the change.
    case unavailable(reason: String)

    /// Whether a later retry may succeed.
    public var isTemporary: Bool {
        switch self {
        case .throttled, .unavailable: true
        case .notConnected, .grantLost, .notFound, .refused, .secretUnreadable: false
        }
    }

    /// The reason as text for listeners, without tokens or internal details of SoundCloud.
    public var reason: String {
        switch self {
        case .notConnected: "no SoundCloud account is connected"
        case .grantLost(let reason), .throttled(_, let reason), .unavailable(let reason): reason
        case .notFound: "this item does not exist on SoundCloud, or SoundCloud does not show it to this account"
        case .refused(let status, let reason): "SoundCloud refused the request (\(status)): \(reason)"
        case .secretUnreadable:
            "the client secret of this tenant's SoundCloud application cannot be decrypted with the server's keys: "
                + "an administrator of the tenant must enter the client secret again"
        }
    }

    /// Returns the API error for a client: 404 for `notFound`, 503 with a waiting time from `now` for `throttled` and `unavailable`, otherwise 409.
    public func problem(now: Instant = .now) -> APIError {
        switch self {
        case .notConnected:
            return APIError(
                .conflict, code: .notConnected, "no SoundCloud account is connected: connect an account first")
        case .grantLost(let reason):
            return APIError(.conflict, code: .connectionLost, "\(reason): connect the account again")
        case .throttled(let until, let reason):
            let seconds = min(86_400, max(1, Int((until.milliseconds - now.milliseconds + 999) / 1000)))
            return APIError(
                .serviceUnavailable, code: .upstreamBusy,
                "\(reason): try again in \(seconds) s",
                retryAfter: seconds)
        case .notFound:
            return APIError(.notFound, code: .notUpstream, "\(reason): check the URN of the item")
        case .refused(_, let reason):
            return APIError(.conflict, code: .upstreamRefused, "SoundCloud refused the request: \(reason)")
        case .secretUnreadable: return APIError(.conflict, code: .upstreamRefused, reason)
        case .unavailable:
            return APIError(
                .serviceUnavailable, code: .upstreamUnavailable, "SoundCloud is not available: try again in 30 s",
                retryAfter: 30)
        }
    }
}
