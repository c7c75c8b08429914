import FoundationEssentials

/// A new link with its URL, which no later response contains.
struct NewLinkView: Encodable, Sendable {
    let id: String
    let url: String
    let expiresAt: Date
    /// Whether the server also sends the link by mail.
    let mailed: Bool

    init(_ made: NewLink, url: String, mailed: Bool) {
        id = made.link.id.description
        self.url = url
        expiresAt = made.link.expiresAt
        self.mailed = mailed
    }
}

/// The JSON of an open invitation, as administrators see it, without the secret.
struct InvitationView: Encodable, Sendable {
    let id: String
    let role: String
    let email: String?
    let displayName: String
    let createdAt: Date
    let expiresAt: Date

    /// Creates the view of an invitation. Returns `nil` for a password link.
    init?(_ link: AccountLink) {
        guard case .invitation(let role) = link.purpose else { return nil }
        id = link.id.description
        self.role = role.rawValue
        email = link.email
        displayName = link.displayName
        createdAt = link.createdAt
        expiresAt = link.expiresAt
    }
}

/// The JSON of a link for a person who has its secret.
struct LinkView: Encodable, Sendable {
    let purpose: String
    /// The role that an invitation gives; absent for other links.
    let role: String?
    /// The login of the account whose password is set, or the login that an invitation suggests; absent if it suggests none.
    let login: String?
    let displayName: String
    let expiresAt: Date

    init(_ link: AccountLink) {
        switch link.purpose {
        case .invitation(let role): (purpose, self.role, login) = ("invitation", role.rawValue, link.login)
        case .passwordReset(let user): (purpose, role, login) = ("password-reset", nil, user.login)
        }
        displayName = link.displayName
        expiresAt = link.expiresAt
    }
}
