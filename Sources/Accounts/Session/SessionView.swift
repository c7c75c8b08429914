import FoundationEssentials
import Web

/// The response of `createSession` and `refreshSession`, and of `setOwnPassword` for a device.
struct SessionView: Encodable, Sendable {
    let accessToken: String
    let refreshToken: String
    /// The time at which the access token expires and the device must refresh the session.
    let expiresAt: Date
    /// The device token for the next sign-in; only in the response to `createSession`.
    let deviceToken: String?

    init(_ pair: TokenPair, device: SecretKey? = nil) {
        accessToken = pair.access.text
        refreshToken = pair.refresh.text
        expiresAt = pair.expiresAt
        deviceToken = device?.text
    }
}

/// The JSON of a session or access token in the list of open sessions.
struct OpenSessionView: Encodable, Sendable {
    let id: String
    let kind: String
    let device: String?
    let createdAt: Date
    let lastUsedAt: Date
    let expiresAt: Date
    let isCurrent: Bool

    init(_ session: OpenSession) {
        id = session.id.description
        kind = session.kind.rawValue
        device = session.device
        createdAt = session.createdAt
        lastUsedAt = session.lastUsedAt
        expiresAt = session.expiresAt
        isCurrent = session.isCurrent
    }
}
