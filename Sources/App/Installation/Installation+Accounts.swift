import Accounts
import Foundation
import Postgres
import Tenancy
import Web

/// The commands for a tenant's accounts. Each throws `CommandFailure` for an unknown tenant, and records an audit event for a change.
extension Installation {
    /// Adds an account and returns its password, which is random if `password` is `nil`. Throws `APIError` 422 for a login or password that is not
    /// allowed, and 409 if the login is taken.
    public func addUser(login: String, role: Role, password: String?, tenant slug: String) async throws -> String {
        let tenant = try await tenant(slug)
        let password = password ?? RandomPassword.next()
        _ = try await UserStore(database: TenantDatabase(owner))
            .add(
                login: login, role: role, password: password, hasher: hasher, in: tenant.id,
                recorded: AuditEvent("account.create", by: .command, subject: login, detail: ["role": role.rawValue]))
        return password
    }

    /// Returns the identifier of the account with this login; `nil` if the tenant has no such account.
    func account(_ login: String, in tenant: TenantID) async throws -> Int64? {
        try await UserStore(database: data).user(login: login, in: tenant)?.id.rawValue
    }

    /// The longest validity of an access token, in days.
    public static var tokenDays: Int { Int(SessionLimits().token / 86_400) }

    /// Creates a bearer token for an account and returns it. The token cannot be shown again, since only its hash is stored.
    ///
    /// - Parameters:
    ///   - name: the name of the token that the account page shows; `nil` for none.
    ///   - scope: the permissions to which to limit the token; `nil` for all permissions of the account.
    ///   - days: the validity in days; `nil` or a larger number gives `tokenDays`.
    /// - Throws: `APIError` 404 if the tenant has no such account, 409 for too many tokens, 422 for a value that is not allowed.
    public func createToken(
        login: String, name: String? = nil, scope: [Permission]? = nil, days: Int? = nil, tenant slug: String
    ) async throws -> String {
        let tenant = try await tenant(slug)
        return try await TokenStore(database: data).create(
            login: login, name: name, scope: scope?.map(\.rawValue),
            expiresAt: days.map { Date.now.addingTimeInterval(Double($0) * 86_400) }, in: tenant.id)
    }

    /// Returns the accounts of a tenant, sorted by login, one line each: login, role, state, name and email address, separated by tabs.
    public func users(of slug: String) async throws -> [String] {
        let tenant = try await tenant(slug)
        let store = AccountStore(database: data)
        var lines: [String] = []
        var query = AccountQuery(limit: AccountQuery.limits.upperBound)
        repeat {
            let page = try await store.accounts(matching: query, in: tenant.id)
            lines += page.accounts.map {
                [
                    $0.user.login, $0.user.role.rawValue, $0.isDisabled ? "disabled" : "active", $0.displayName,
                    $0.email ?? "",
                ].joined(separator: "\t")
            }
            query.after = page.next
        } while query.after != nil
        return lines
    }

    /// Disables or enables an account. Disabling ends all sessions and access tokens of the account and deletes its one-time links; enabling does not
    /// restore them. Throws `CommandFailure` for an unknown account, and `APIError` 409 if the tenant would be left without an administrator.
    public func setDisabled(_ isDisabled: Bool, login: String, tenant slug: String) async throws {
        let tenant = try await tenant(slug)
        let user = try await user(login, in: tenant)
        _ = try await AccountStore(database: data).administer(
            user.id, AccountChange(isDisabled: isDisabled), by: .command, in: tenant.id)
    }

    /// Sets the password of an account, ends all its sessions and tokens, and deletes its one-time links. Throws `CommandFailure` for an unknown
    /// account, and `APIError` 422 if the password breaks the rules.
    public func setPassword(_ password: String, login: String, tenant slug: String) async throws {
        let tenant = try await tenant(slug)
        let user = try await user(login, in: tenant)
        try PasswordRules.check(password, login: user.login)
        try await AccountStore(database: data).replacePassword(
            of: user, hash: try await hasher.hash(password), by: .command, in: tenant.id)
    }

    /// Sets a random password for an account like `setPassword`, and returns the password.
    public func setRandomPassword(login: String, tenant slug: String) async throws -> String {
        let password = RandomPassword.next()
        try await setPassword(password, login: login, tenant: slug)
        return password
    }

    /// Returns the path of a one-time link, valid for one day, with which a person can set the account's password. Earlier links stop working. Throws
    /// `CommandFailure` for an unknown account, and `APIError` 409 if the account is disabled.
    public func passwordResetPath(login: String, tenant slug: String) async throws -> String {
        let tenant = try await tenant(slug)
        let user = try await user(login, in: tenant)
        return try await AccountLinkStore(database: data).resetPath(of: user.id, by: .command, in: tenant.id)
    }

    private func user(_ login: String, in tenant: Tenant) async throws -> User {
        guard let user = try await UserStore(database: data).user(login: login, in: tenant.id) else {
            throw CommandFailure(
                """
                tenant \(tenant.slug) has no account \(login); `tutti user list --tenant \(tenant.slug)` shows the \
                tenant's accounts
                """)
        }
        return user
    }

    /// A hasher with the cost in the settings.
    var hasher: PasswordHasher { PasswordHasher(cost: PasswordCost(logN: settings.passwordCost)) }
}
