import FoundationEssentials
import Postgres
import Web

/// A session of a browser, of a device with a pair of tokens, or of a script with an access token.
struct Session: Sendable, Hashable {
    /// The ID of a session within its tenant; not secret.
    struct ID: NumberedID {
        let rawValue: Int64
    }

    enum Kind: String, Sendable, Hashable {
        /// A browser with a cookie.
        case browser
        /// A device with a short-lived access token and a refresh token.
        case device
        /// A long-lived access token.
        case token
    }

    let kind: Kind
    /// The name of the session's device; `nil` if the session has no named device.
    let device: String?
    /// The permissions of an access token; `nil` for all permissions of the account.
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
    /// Reads a column as a kind of session. Throws `PostgresError.decoding` for an unknown kind.
    func kind(_ column: String) throws(PostgresError) -> Session.Kind {
        let name: String = try self(column)
        guard let kind = Session.Kind(rawValue: name) else {
            throw .decoding(column: column, reason: "is \"\(name)\", which is not a kind of session")
        }
        return kind
    }
}

/// The lifetimes of sessions, in seconds (ASVS 5.0 V7.3).
public struct SessionLimits: Sendable, Hashable {
    /// The time without use after which a browser session ends, long enough for a rehearsal and a concert.
    public var browserIdle: Int64 = 12 * 3600
    /// The maximum lifetime of a browser session, even with regular use.
    public var browser: Int64 = 7 * 86_400
    /// The lifetime of a device's access token.
    public var access: Int64 = 3600
    /// The time without a refresh after which a device must sign in again.
    public var refreshIdle: Int64 = 60 * 86_400
    /// The maximum lifetime of a device session, regardless of refreshes.
    public var refresh: Int64 = 365 * 86_400
    /// The maximum lifetime of an access token for scripts.
    public var token: Int64 = 5 * 365 * 86_400
    /// The maximum number of browser and device sessions per account. Beyond it, the oldest sessions are removed.
    public var perUser: Int64 = 50

    public init() {}
}

/// The tokens that a device gets at sign-in and at each refresh.
public struct TokenPair: Sendable {
    let access: SecretKey
    let refresh: RefreshToken
    /// The time at which the access token expires. The refresh token is valid for longer.
    let expiresAt: Date
}

/// A refresh token: the secret of its token family and a single-use secret. If the family were a session ID, a person who guesses the ID could end
/// the session by sending a wrong token.
struct RefreshToken: Sendable, Hashable {
    let family: SecretKey
    let secret: SecretKey

    init(family: SecretKey) {
        self.family = family
        secret = SecretKey()
    }

    /// Parses a refresh token sent by a client. Returns `nil` if the text is malformed.
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
