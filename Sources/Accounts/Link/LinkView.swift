import FoundationEssentials

/// A link as whoever made it gets it, once.
struct MadeLinkView: Encodable, Sendable {
    let id: String
    let url: String
    let expiresAt: Date
    /// Whether mail with it is on its way.
    let mailed: Bool

    init(_ made: MadeLink, url: String, mailed: Bool) {
        id = made.link.id.description
        self.url = url
        expiresAt = made.link.expiresAt
        self.mailed = mailed
    }
}

/// An open invitation as administrators see it, its secret not in it.
struct InvitationView: Encodable, Sendable {
    let id: String
    let role: String
    let email: String?
    let displayName: String
    let createdAt: Date
    let expiresAt: Date

    /// `nil` for a link of another purpose.
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

/// What `findInvitations` answers.
struct InvitationListView: Encodable, Sendable {
    let invitations: [InvitationView]

    init(_ links: [AccountLink]) { invitations = links.compactMap(InvitationView.init) }
}

/// What a link is for, as its holder sees it.
struct LinkView: Encodable, Sendable {
    let purpose: String
    /// Of the account that an invitation makes.
    let role: String?
    /// Of the account whose password is set; of an invitation, the login that it suggests.
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
