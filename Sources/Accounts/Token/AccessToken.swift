import FoundationEssentials
import Postgres
import Web

/// A long-lived access token, without its secret.
struct AccessToken: Sendable, Hashable {
    /// The ID of the token's session. Ending the session ends the token.
    let id: Session.ID
    /// The name that the owner gave the token; `nil` if it has none.
    let name: String?
    /// The permissions of the token; `nil` for all permissions of the token's account.
    let scope: Set<Permission>?
    let createdAt: Date
    /// The time of the last use, recorded at most once per minute.
    let lastUsedAt: Date
    let expiresAt: Date
}

extension AccessToken: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = Session.ID(rawValue: try row("session_id"))
        name = try row.optional("name")
        scope = try row.scope("scope")
        createdAt = try row("created_at")
        lastUsedAt = try row("last_seen_at")
        expiresAt = try row("expires_at")
    }
}

extension Row {
    /// Reads a column as the permissions of a token; `nil` if the column is null, so that the token has all permissions of its account. Unknown
    /// permissions are ignored, so the set can be empty.
    func scope(_ column: String) throws(PostgresError) -> Set<Permission>? {
        try optional(column, as: [String].self).map { Set($0.compactMap(Permission.init(rawValue:))) }
    }
}

/// The properties of an access token to create.
public struct NewToken: Sendable, Hashable {
    let name: String?
    let scope: Set<Permission>?
    /// The requested expiry. The maximum lifetime (`SessionLimits.token`) replaces `nil` or a later time.
    let expiresAt: Date?

    /// The maximum length of a token's name, in characters.
    static let nameLimit = 100

    /// Creates the properties of a token. Throws 422 for a name that is not allowed, an empty scope, or an expiry in the past.
    ///
    /// - Parameters:
    ///   - scope: the permissions of the token, at least one; `nil` for all permissions of the account.
    ///   - expiresAt: the time at which the token expires; the maximum lifetime (`SessionLimits.token`) replaces `nil` or a later time.
    public init(name: String? = nil, scope: Set<Permission>? = nil, expiresAt: Date? = nil) throws(APIError) {
        if let name, let reason = AccountRules.fault(ofLine: name, 1...Self.nameLimit) {
            throw .invalid("name", reason)
        }
        if scope?.isEmpty == true {
            throw .invalid(
                "scope",
                "must contain at least one permission; omit the list to give the token all permissions of the account")
        }
        if let expiresAt, expiresAt <= Instant.now.date {
            throw .invalid("expiresAt", "must be in the future, found \(Instant(expiresAt))")
        }
        self.name = name
        self.scope = scope
        self.expiresAt = expiresAt
    }

    /// Returns the permissions with these names. Throws 422 for a permission that is unknown or that the role does not have.
    public static func scope(_ names: [String], of role: Role) throws(APIError) -> Set<Permission> {
        var scope: Set<Permission> = []
        for name in names {
            guard let permission = Permission(rawValue: name), role.has(permission) else {
                throw .invalid(
                    "scope",
                    "must contain only permissions of the role \(role.rawValue), found \"\(name.prefix(100))\"; "
                        + "the permissions of this role are "
                        + Permission.allCases.filter(role.has).map(\.rawValue).joined(separator: ", "))
            }
            scope.insert(permission)
        }
        return scope
    }
}
