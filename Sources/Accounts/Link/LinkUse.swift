import HTTP
import Web

/// What the holder of a link does with it, by a program or on the page.
public struct LinkUse: Sendable {
    let links: AccountLinkStore
    private let hasher: PasswordHasher

    public init(links: AccountLinkStore, hasher: PasswordHasher) {
        self.links = links
        self.hasher = hasher
    }

    /// What somebody chose. The login is for an invitation only.
    struct Choice: Sendable, Decodable {
        let login: String?
        let password: String
        let displayName: String?
    }

    /// The secret of the request's path and its link; 404, always the same, for one that cannot be used.
    func link(_ request: Request, _ context: RequestContext) async throws -> (secret: SecretKey, link: AccountLink) {
        guard let secret = SecretKey(try request.parameter("link")),
            let link = try await links.link(secret, in: context.tenant.id)
        else { throw APIError.noSuchLink }
        return (secret, link)
    }

    /// Makes the account or sets the password. The link is looked up before anything is hashed, so that a stranger
    /// costs one look-up; whether it is still good is decided when it is used.
    ///
    /// - Returns: the account that an invitation made.
    /// - Throws: 404 for a link that cannot be used, 422 for a choice that cannot be, 409 for a login that is taken.
    func use(_ choice: Choice, _ request: Request, _ context: RequestContext) async throws -> Account? {
        let (secret, link) = try await link(request, context)
        switch link.purpose {
        case .passwordReset(let user):
            try PasswordRules.check(choice.password, login: user.login)
            let hash = try await hasher.hash(choice.password)
            try await links.resetPassword(secret, of: user, hash: hash, context: context)
            return nil
        case .invitation(let role):
            guard let login = choice.login else { throw APIError.invalid("login", "is missing") }
            let name = choice.displayName ?? link.displayName
            _ = try NewAccount(login: login, role: role, displayName: name)
            try PasswordRules.check(choice.password, login: login)
            let hash = try await hasher.hash(choice.password)
            return try await links.accept(secret, hash: hash, context: context) { role, email in
                try NewAccount(login: login, role: role, displayName: name, email: email)
            }
        }
    }
}
