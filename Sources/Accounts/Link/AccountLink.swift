import FoundationEssentials
import Postgres
import Web

/// A single-use link for accepting an invitation or setting a new password, for anyone who has its secret. Only the SHA-256 of the secret is stored.
struct AccountLink: Sendable, Hashable {
    /// The ID of a link within its tenant; not secret.
    struct ID: NumberedID {
        let rawValue: Int64
    }

    /// The purpose of a link.
    enum Purpose: Sendable, Hashable {
        /// A link for creating an account with this role.
        case invitation(Role)
        /// A link for setting the password of this account.
        case passwordReset(User)
    }

    let id: ID
    let purpose: Purpose
    /// The email address of the invited person or of the account; `nil` if there is none.
    let email: String?
    /// The login that an invitation suggests; `nil` if it suggests none, and for a password link.
    let login: String?
    let displayName: String
    let createdAt: Date
    let expiresAt: Date

    /// The lifetimes of invitations and password links, in milliseconds.
    enum Lifetime {
        /// The default for an invitation: one week.
        static let invitation: Int64 = 7 * 86_400_000
        /// The maximum for an invitation: 30 days.
        static let longestInvitation: Int64 = 30 * 86_400_000
        /// The default for a password link: one day.
        static let reset: Int64 = 86_400_000
        /// The lifetime of a password link requested without signing in: one hour.
        static let requested: Int64 = 3_600_000
    }
}

extension AccountLink: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = ID(rawValue: try row("link_id"))
        purpose =
            try row("purpose", as: String.self) == "invitation"
            ? .invitation(try row.role("invited_role")) : .passwordReset(try User(row: row))
        email = try row.optional("email")
        login = try row.optional("invited_login")
        displayName = try row("display_name")
        createdAt = try row("created_at")
        expiresAt = try row("expires_at")
    }
}

/// A new link with its secret. The secret cannot be read again, because only its hash is stored.
struct NewLink: Sendable {
    let link: AccountLink
    let secret: SecretKey
}

/// The data of an invitation to create.
struct Invitation: Sendable, Hashable {
    let role: Role
    let email: String?
    let displayName: String
    /// The time at which the invitation expires; `nil` for one week from now.
    let expiresAt: Date?

    /// Creates the data of an invitation. A missing display name becomes empty, and a missing expiry one week from now. Throws 422 for a display name
    /// or an address that is not allowed.
    init(role: Role, email: String? = nil, displayName: String? = nil, expiresAt: Date? = nil) throws(APIError) {
        try AccountRules.check(displayName: displayName ?? "")
        if let email { try AccountRules.check(email: email) }
        self.role = role
        self.email = email
        self.displayName = displayName ?? ""
        self.expiresAt = expiresAt
    }
}

extension APIError {
    /// The error for every link that cannot be used. It does not reveal the reason.
    static let noSuchLink = APIError(
        .notFound, code: .noSuchLink,
        "this link is unknown, has been used, withdrawn or replaced, or has expired; ask for a new link")
}
