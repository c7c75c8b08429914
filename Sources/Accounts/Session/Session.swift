import FoundationEssentials
import Postgres
import Web

/// Somebody who is logged in: a browser, a device with its pair of tokens, or a script with its one token.
struct Session: Sendable, Hashable {
    /// The key of a session within its tenant; no secret, and it opens nothing.
    struct ID: NumberedID {
        let rawValue: Int64
    }

    enum Kind: String, Sendable, Hashable {
        /// A cookie; ends when unused for long.
        case browser
        /// A short-lived access token that a refresh token renews.
        case device
        /// A long-lived bearer token, made by its owner or on the command line.
        case token
    }

    let kind: Kind
    /// What the owner calls the device, where the log-in named it.
    let device: String?
    /// What a token is limited to; `nil` for all that its account may do.
    let scope: Set<Permission>?
    let user: User
}

extension Session: RowDecodable {
    init(row: Row) throws(PostgresError) {
        kind = try row.kind("kind")
        device = try row.optional("device")
        scope = try row.scope("scope")
        user = try User(row: row)
    }
}

extension Row {
    /// A kind of session by its name; one that this version does not know fails.
    func kind(_ column: String) throws(PostgresError) -> Session.Kind {
        let name: String = try self(column)
        guard let kind = Session.Kind(rawValue: name) else {
            throw .decoding(column: column, reason: "is \"\(name)\", which is not a kind of session")
        }
        return kind
    }
}

/// How long sessions live, in seconds (ASVS 5.0 V7.3).
public struct SessionLimits: Sendable, Hashable {
    /// A browser's session that nobody uses ends after this: an evening with its rehearsal.
    public var browserIdle: Int64 = 12 * 3600
    /// A browser's session ends after this however much it is used.
    public var browser: Int64 = 7 * 86_400
    /// A device's access token.
    public var access: Int64 = 3600
    /// A device that does not come back for this long has to log in again.
    public var refreshIdle: Int64 = 60 * 86_400
    /// A device has to log in again after this however often it came back.
    public var refresh: Int64 = 365 * 86_400
    /// A script's token.
    public var token: Int64 = 5 * 365 * 86_400
    /// How many browsers and devices one account may have; the oldest give way.
    public var perUser: Int64 = 50

    public init() {}
}

/// What a device is given at log-in and at each renewal.
public struct TokenPair: Sendable {
    let access: SecretKey
    let refresh: RefreshToken
    /// When the access token ends.
    let expiresAt: Date
}

/// A refresh token: which family of tokens it belongs to, and the secret that is good for one use.
///
/// The family is a secret as well. Without it, whoever guesses a session's number could end that session by
/// sending a wrong token for it.
struct RefreshToken: Sendable, Hashable {
    let family: SecretKey
    let secret: SecretKey

    init(family: SecretKey) {
        self.family = family
        secret = SecretKey()
    }

    /// What somebody sent; `nil` when it cannot be ours.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let family = SecretKey(String(parts[0])), let secret = SecretKey(String(parts[1]))
        else {
            return nil
        }
        self.family = family
        self.secret = secret
    }

    var text: String { "\(family.text).\(secret.text)" }
}
