import FoundationEssentials
import Web

/// What `createSession` and `refreshSession` answer.
struct SessionView: Encodable, Sendable {
    let accessToken: String
    let refreshToken: String
    /// When the access token ends.
    let expiresAt: Date
    /// What the device is to send the next time that somebody logs in on it; of `createSession` only.
    let deviceToken: String?

    init(_ pair: TokenPair, device: SecretKey? = nil) {
        accessToken = pair.access.text
        refreshToken = pair.refresh.text
        expiresAt = pair.expiresAt
        deviceToken = device?.text
    }
}

/// What `findSessions` answers.
struct SessionListView: Encodable, Sendable {
    let sessions: [Item]

    struct Item: Encodable, Sendable {
        let id: String
        let kind: String
        let device: String?
        let createdAt: Date
        let lastUsedAt: Date
        let expiresAt: Date
        let isCurrent: Bool
    }

    init(_ sessions: [OpenSession]) {
        self.sessions = sessions.map { session in
            Item(
                id: session.id.description, kind: session.kind.rawValue, device: session.device,
                createdAt: session.createdAt, lastUsedAt: session.lastUsedAt, expiresAt: session.expiresAt,
                isCurrent: session.isCurrent)
        }
    }
}
