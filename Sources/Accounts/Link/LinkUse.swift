import HTTP
import Web

/// The use of a link: an invited person creates an account, or a user sets a new password.
public struct LinkUse: Sendable {
    let links: AccountLinkStore
    private let hasher: PasswordHasher

    public init(links: AccountLinkStore, hasher: PasswordHasher) {
        self.links = links
        self.hasher = hasher
    }

    /// The input of the person who uses a link. A password link needs only `password`. An invitation also needs `login`; without `displayName`, the
    /// account gets the invitation's display name.
    struct Choice: Sendable, Decodable {
        let login: String?
        let password: String
        let displayName: String?
    }

    /// Returns the secret in the path, and its link. Throws the same 404 for every link that cannot be used.
    func link(_ request: Request, _ context: RequestContext) async throws -> (secret: SecretKey, link: AccountLink) {
        guard let secret = SecretKey(try request.parameter("link")),
            let link = try await links.link(secret, in: context.tenant.id)
        else { throw APIError.noSuchLink }
        return (secret, link)
    }

    /// Creates and returns the account, or sets the password and returns `nil`. Throws 404 if the link cannot be used, 422 for invalid input, 409 if
    /// the login is taken or the tenant has reached its limit of accounts, 503 if the hasher is overloaded.
    ///
    /// The link is looked up before the password is hashed, so that an unknown link costs little, and checked again in the transaction that uses it.
    func use(_ choice: Choice, _ request: Request, _ context: RequestContext) async throws -> Account? {
        let (secret, link) = try await link(request, context)
        switch link.purpose {
        case .passwordReset(let user):
            try PasswordRules.check(choice.password, login: user.login)
            let hash = try await hasher.hash(choice.password)
            try await links.resetPassword(secret, of: user, hash: hash, context: context)
            return nil
        case .invitation(let role):
            guard let login = choice.login else { throw APIError.invalid("login", "is missing; choose a login") }
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
