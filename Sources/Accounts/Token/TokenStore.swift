import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The store of access tokens.
public struct TokenStore: Sendable {
    private let database: TenantDatabase
    private let limits: SessionLimits

    /// The maximum number of valid access tokens of an account.
    static let limit: Int64 = 50

    public init(database: TenantDatabase, limits: SessionLimits = SessionLimits()) {
        self.database = database
        self.limits = limits
    }

    /// The maximum lifetime of an access token, in milliseconds.
    var longest: Int64 { limits.token * 1000 }

    /// Returns the valid access tokens of an account, newest first.
    func tokens(of user: User.ID, in tenant: TenantID) async throws(PostgresError) -> [AccessToken] {
        try await database.all(
            in: tenant,
            """
            select session_id, name, scope, created_at, last_seen_at, expires_at
              from app.session
             where tenant_id = \(tenant)
               and user_id = \(user.rawValue)
               and kind = 'token'
               and expires_at > now()
             order by session_id desc
            """)
    }

    /// A new access token with its text, of which only a hash is stored.
    struct Made: Sendable {
        let token: AccessToken
        let text: String
    }

    /// Creates a token. Runs in one transaction with the audit event; a lock on the account's row keeps simultaneous requests within the limit.
    /// Throws 404 if the account does not exist, 409 if the account has reached its limit of tokens.
    func create(
        _ new: NewToken, for user: User.ID, by privilegedActor: PrivilegedActor, in tenant: TenantID
    ) async throws -> Made {
        let secret = SecretKey()
        let token = try await database.transaction(in: tenant) { transaction in
            guard
                let owner = try await transaction.rows(
                    """
                    select login
                      from app.user_account
                     where tenant_id = \(tenant)
                       and user_id = \(user.rawValue)
                       for update
                    """
                ).first
            else { throw Self.noSuchUser }
            let counted = try await transaction.batch([Self.clearing(user, tenant), Self.counting(user, tenant)])
            guard try counted.last?.first?("live", as: Int64.self) ?? 0 < Self.limit else { throw Self.tooMany }
            let rows = try await transaction.batch([
                insertion(of: new, secret, for: user, in: tenant),
                privilegedActor.event(
                    "token.create", subject: try owner("login"),
                    detail: ["name": new.name ?? "", "scope": new.scope?.names.joined(separator: " ") ?? "all"]
                ).insertion(in: tenant),
            ])
            guard let row = rows.first?.first else {
                throw PostgresError.noRow("session_id")
            }
            return try AccessToken(row: row)
        }
        return Made(token: token, text: secret.text)
    }

    /// Deletes a token, in one transaction with the audit event. Returns `false` if this account has no such token.
    func delete(
        _ id: Session.ID, of user: User.ID, by privilegedActor: PrivilegedActor, in tenant: TenantID
    ) async throws -> Bool {
        try await database.transaction(in: tenant) { transaction in
            let gone = try await transaction.rows(
                """
                delete from app.session
                 where tenant_id = \(tenant)
                   and user_id = \(user.rawValue)
                   and session_id = \(id.rawValue)
                   and kind = 'token'
                returning name
                """)
            guard let row = gone.first else { return false }
            let name = try row.optional("name", as: String.self) ?? ""
            _ = try await transaction.rows(
                privilegedActor.event("token.delete", subject: id.description, detail: ["name": name]).insertion(
                    in: tenant))
            return true
        }
    }

    /// Creates a token for the account with this login and returns the token's text, of which only a hash is stored. Throws 404 if no account has the
    /// login, 409 if the account has reached its limit of tokens, 422 for invalid values.
    ///
    /// - Parameters:
    ///   - scope: the names of permissions of the account's role; `nil` for all permissions of the role.
    ///   - expiresAt: the time at which the token expires; the maximum lifetime (`SessionLimits.token`) replaces `nil` or a later time.
    public func create(
        login: String, name: String? = nil, scope: [String]? = nil, expiresAt: Date? = nil,
        by privilegedActor: PrivilegedActor = .command, in tenant: TenantID
    ) async throws -> String {
        guard let user = try await UserStore(database: database).user(login: login, in: tenant) else {
            throw Self.noSuchUser
        }
        let scope = try scope.map { names throws(APIError) in try NewToken.scope(names, of: user.role) }
        let new = try NewToken(name: name, scope: scope, expiresAt: expiresAt)
        return try await create(new, for: user.id, by: privilegedActor, in: tenant).text
    }

    private static let noSuchUser = APIError(
        .notFound, code: .noSuchUser,
        "no account of this tenant has this login: `tutti user list` shows the logins")
    private static let tooMany = APIError(
        .conflict, code: .tooManyTokens,
        "the account has \(limit) access tokens, the maximum; end one of them first")

    private func insertion(
        of new: NewToken, _ secret: SecretKey, for user: User.ID, in tenant: TenantID
    ) -> SQL {
        """
        insert into app.session (tenant_id, user_id, kind, name, scope, token_hash, expires_at)
        values (\(tenant), \(user.rawValue), 'token', \(new.name), \(new.scope?.names), \(secret.hash),
                least(\(new.expiresAt), now() + make_interval(secs => \(limits.token))))
        returning session_id, name, scope, created_at, last_seen_at, expires_at
        """
    }

    private static func clearing(_ user: User.ID, _ tenant: TenantID) -> SQL {
        """
        delete from app.session
         where tenant_id = \(tenant)
           and user_id = \(user.rawValue)
           and kind = 'token'
           and expires_at < now()
        """
    }

    private static func counting(_ user: User.ID, _ tenant: TenantID) -> SQL {
        """
        select count(*) as live
          from app.session
         where tenant_id = \(tenant)
           and user_id = \(user.rawValue)
           and kind = 'token'
        """
    }
}

extension Set<Permission> {
    /// The names of the permissions, sorted alphabetically.
    var names: [String] { map(\.rawValue).sorted() }
}
