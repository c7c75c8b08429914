import FoundationEssentials
import Postgres
import Web

/// A long-lived bearer token of a script, as its owner sees it: everything but the secret, which was told once.
struct AccessToken: Sendable, Hashable {
    /// A token is a session of the kind `token`; ending that session ends the token.
    let id: Session.ID
    /// What its owner calls it.
    let name: String?
    /// The permissions it is limited to; `nil` for all that its account may do.
    let scope: Set<Permission>?
    let createdAt: Date
    /// To the minute.
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
    /// The permissions that a token is limited to; `nil` for a token without a scope. A name that this version does
    /// not know gives nothing: a scope of such names alone is an empty one.
    func scope(_ column: String) throws(PostgresError) -> Set<Permission>? {
        try optional(column, as: [String].self).map { Set($0.compactMap(Permission.init(rawValue:))) }
    }
}

/// What somebody asks of a new token.
public struct NewToken: Sendable, Hashable {
    let name: String?
    let scope: Set<Permission>?
    /// `nil` for as long as `SessionLimits.token` lets one live.
    let expiresAt: Date?

    /// In characters.
    static let nameLimit = 100

    /// - Throws: 422 for a name that cannot be, an empty scope, or an end in the past.
    public init(name: String? = nil, scope: Set<Permission>? = nil, expiresAt: Date? = nil) throws(APIError) {
        if let name, !(1...Self.nameLimit).contains(name.unicodeScalars.count) || !name.isOneLine {
            throw .invalid("name", "must have 1 to \(Self.nameLimit) characters and no control characters")
        }
        if scope?.isEmpty == true { throw .invalid("scope", "must name at least one permission or be left out") }
        if let expiresAt, expiresAt <= Instant.now.date { throw .invalid("expiresAt", "must be in the future") }
        self.name = name
        self.scope = scope
        self.expiresAt = expiresAt
    }

    /// The permissions of these names.
    ///
    /// - Throws: 422 for a name that is no permission, or one that the role does not have: a token is never more than
    ///   its owner.
    public static func scope(_ names: [String], of role: Role) throws(APIError) -> Set<Permission> {
        var scope: Set<Permission> = []
        for name in names {
            guard let permission = Permission(rawValue: name), role.has(permission) else {
                throw .invalid(
                    "scope", "must contain only permissions of the role \(role.rawValue), found \"\(name)\"")
            }
            scope.insert(permission)
        }
        return scope
    }
}
