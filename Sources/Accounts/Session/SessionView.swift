import FoundationEssentials

/// What `createSession` and `refreshSession` answer.
struct SessionView: Encodable, Sendable {
    let accessToken: String
    let refreshToken: String
    /// When the access token ends.
    let expiresAt: Date

    init(_ pair: TokenPair) {
        accessToken = pair.access.text
        refreshToken = pair.refresh.text
        expiresAt = pair.expiresAt
    }
}
