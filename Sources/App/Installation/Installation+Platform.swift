import Accounts
import Tenancy
import TenantLife
import Web

/// What the commands do for the platform, and with a tenant as a whole.
extension Installation {
    /// Adds an account of somebody who looks after all tenants; without a password a random one is made. Returns the
    /// password.
    public func addPlatformUser(login: String, password: String?) async throws -> String {
        let password = password ?? RandomPassword.next()
        let hasher = PasswordHasher(cost: PasswordCost(logN: settings.passwordCost))
        try await PlatformAccountStore(owner: owner).add(login: login, password: password, hasher: hasher)
        return password
    }

    /// A new bearer token of such an account.
    public func createPlatformToken(login: String) async throws -> String {
        try await PlatformAccountStore(owner: owner).createToken(login: login)
    }

    /// Writes everything of a tenant to a new file; how many files the archive holds.
    public func exportTenant(_ slug: String, path: String) async throws -> Int {
        try await TenantExporter(database: data).write(try await tenant(slug), path: path)
    }
}
