import FoundationEssentials
import Postgres
import Web

/// A link that is good once: to make the account somebody was invited to, or to set a new password. Whoever holds its
/// secret may; stored is the secret's SHA-256 only.
struct AccountLink: Sendable, Hashable {
    /// The key of a link within its tenant; no secret, and it opens nothing.
    struct ID: NumberedID {
        let rawValue: Int64
    }

    /// What it is for.
    enum Purpose: Sendable, Hashable {
        /// To make an account of this role.
        case invitation(Role)
        /// To set the password of this account.
        case passwordReset(User)
    }

    let id: ID
    let purpose: Purpose
    /// The address of whoever was invited, where the administrator gave one.
    let email: String?
    /// The login that an invitation suggests; the person who accepts it may choose another.
    let login: String?
    let displayName: String
    let createdAt: Date
    let expiresAt: Date

    /// How long links live, in milliseconds.
    enum Life {
        /// An invitation whose administrator says nothing else: a week.
        static let invitation: Int64 = 7 * 86_400_000
        /// The longest that an administrator may say.
        static let longestInvitation: Int64 = 30 * 86_400_000
        /// A link that an administrator hands over.
        static let reset: Int64 = 86_400_000
        /// A link that anybody can have sent to an account's address.
        static let askedFor: Int64 = 3_600_000
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

/// A link as it was made, with the secret that is told now and never again.
struct MadeLink: Sendable {
    let link: AccountLink
    let secret: SecretKey
}

/// Somebody who is invited.
struct Invitation: Sendable, Hashable {
    let role: Role
    let email: String?
    let displayName: String
    /// `nil` for a week from now.
    let expiresAt: Date?

    /// Throws 422 for words that cannot be.
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
    /// One answer for a link that is used, has ended or never was (spec Decided 6).
    static let noSuchLink = APIError(
        .notFound, code: "no-such-link", "this link is unknown, has been used or has expired: ask for a new one")
}
