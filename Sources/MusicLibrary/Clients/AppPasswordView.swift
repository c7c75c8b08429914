import Web

/// An app password as JSON. The secret is present only in the response of `createAppPassword`.
struct AppPasswordView: Encodable, Sendable {
    let id: String
    let name: String
    let createdAt: Instant
    let lastUsedAt: Instant?
    let secret: String?

    init(_ password: AppPassword, secret: String? = nil) {
        id = password.id.description
        name = password.name
        createdAt = password.createdAt
        lastUsedAt = password.lastUsedAt
        self.secret = secret
    }
}
