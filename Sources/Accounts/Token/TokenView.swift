import FoundationEssentials

/// The JSON of an access token, for its owner.
struct TokenView: Encodable, Sendable {
    let id: String
    let name: String?
    /// The names of the permissions; absent for all permissions of the account.
    let scope: [String]?
    let createdAt: Date
    let lastUsedAt: Date
    let expiresAt: Date
    /// The token's text; only in the response to `createToken`.
    let token: String?

    init(_ token: AccessToken, text: String? = nil) {
        id = token.id.description
        name = token.name
        scope = token.scope?.names
        createdAt = token.createdAt
        lastUsedAt = token.lastUsedAt
        expiresAt = token.expiresAt
        self.token = text
    }
}
