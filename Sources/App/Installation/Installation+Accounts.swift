import Accounts
import Foundation
import Postgres
import Tenancy
import Web

/// What the commands do with a tenant's accounts.
extension Installation {
    /// Adds an account; without a password a random one is made. Returns the password.
    public func addUser(login: String, role: Role, password: String?, tenant slug: String) async throws -> String {
        let tenant = try await tenant(slug)
        let password = password ?? RandomPassword.next()
        _ = try await UserStore(database: TenantDatabase(owner))
            .add(
                login: login, role: role, password: password, hasher: hasher, in: tenant.id,
                recorded: AuditEvent("account.create", by: .command, subject: login, detail: ["role": role.rawValue]))
        return password
    }

    /// The identity of an account; `nil` where there is none of this name.
    func account(_ login: String, in tenant: TenantID) async throws -> Int64? {
        try await UserStore(database: data).user(login: login, in: tenant)?.id.rawValue
    }

    /// The longest life of a token, in days.
    public static var tokenDays: Int { Int(SessionLimits().token / 86_400) }

    /// A new bearer token of an account.
    ///
    /// - Parameters:
    ///   - scope: what it is limited to; `nil` for all that the account may do.
    ///   - days: until it ends.
    public func createToken(
        login: String, name: String? = nil, scope: [Permission]? = nil, days: Int? = nil, tenant slug: String
    ) async throws -> String {
        let tenant = try await tenant(slug)
        return try await TokenStore(database: data).create(
            login: login, name: name, scope: scope?.map(\.rawValue),
            expiresAt: days.map { Date.now.addingTimeInterval(Double($0) * 86_400) }, in: tenant.id)
    }

    /// The accounts of a tenant, a line each: login, role, state, name, address.
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

    /// Lets nobody log in with an account, or lets them again.
    public func setDisabled(_ isDisabled: Bool, login: String, tenant slug: String) async throws {
        let tenant = try await tenant(slug)
        let user = try await user(login, in: tenant)
        _ = try await AccountStore(database: data).administer(
            user.id, AccountChange(isDisabled: isDisabled), by: .command, in: tenant.id)
    }

    /// Gives an account another password and ends all its sessions.
    public func setPassword(_ password: String, login: String, tenant slug: String) async throws {
        let tenant = try await tenant(slug)
        let user = try await user(login, in: tenant)
        try PasswordRules.check(password, login: user.login)
        try await AccountStore(database: data).replacePassword(
            of: user, hash: try await hasher.hash(password), by: .command, in: tenant.id)
    }

    /// A random password that an account has from now on; all its sessions have ended.
    public func setRandomPassword(login: String, tenant slug: String) async throws -> String {
        let password = RandomPassword.next()
        try await setPassword(password, login: login, tenant: slug)
        return password
    }

    /// The path of a link by which whoever holds it may set the account's password once.
    public func passwordResetPath(login: String, tenant slug: String) async throws -> String {
        let tenant = try await tenant(slug)
        let user = try await user(login, in: tenant)
        return try await AccountLinkStore(database: data).resetPath(of: user.id, by: .command, in: tenant.id)
    }

    private func user(_ login: String, in tenant: Tenant) async throws -> User {
        guard let user = try await UserStore(database: data).user(login: login, in: tenant.id) else {
            throw CommandFailure(
                "tenant \(tenant.slug) has no account \(login); `tutti user list` shows the tenant's accounts")
        }
        return user
    }

    private var hasher: PasswordHasher { PasswordHasher(cost: PasswordCost(logN: settings.passwordCost)) }
}
