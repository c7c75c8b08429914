import FoundationEssentials

/// A token as its owner sees it.
struct TokenView: Encodable, Sendable {
    let id: String
    let name: String?
    /// Names of permissions; absent for a token that may do all that its account may.
    let scope: [String]?
    let createdAt: Date
    let lastUsedAt: Date
    let expiresAt: Date
    /// In the answer to its creation only.
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

/// What `findTokens` answers.
struct TokenListView: Encodable, Sendable {
    let tokens: [TokenView]

    init(_ tokens: [AccessToken]) { self.tokens = tokens.map { TokenView($0) } }
}
