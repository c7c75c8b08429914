import Accounts
import Tenancy
import TenantLife
import Web

/// The commands for the platform and for whole tenants.
extension Installation {
    /// Adds the account of a platform administrator and returns its password, which is random if `password` is `nil`. Throws `APIError` 422 for a
    /// login or password that is not allowed, and 409 if the login is taken.
    public func addPlatformUser(login: String, password: String?) async throws -> String {
        let password = password ?? RandomPassword.next()
        try await PlatformAccountStore(owner: owner).add(login: login, password: password, hasher: hasher)
        return password
    }

    /// Sets the password of a platform administrator, or a random one if `password` is `nil`, ends all sessions and tokens of the account, and
    /// returns the password. Throws `APIError` 404 if no enabled account has the login, and 422 if the password breaks the rules.
    public func setPlatformPassword(_ password: String?, login: String) async throws -> String {
        let password = password ?? RandomPassword.next()
        try await PlatformAccountStore(owner: owner).replacePassword(
            login: login, password: password, hasher: hasher)
        return password
    }

    /// Creates a bearer token for a platform administrator, valid for `tokenDays` days, and returns it. Throws `APIError` 404 if no enabled account
    /// has the login.
    public func createPlatformToken(login: String) async throws -> String {
        try await PlatformAccountStore(owner: owner).createToken(login: login)
    }

    /// Exports a tenant, even a disabled one, to a new file and returns the number of files in the archive. After an error, the incomplete file is
    /// removed. Throws `CommandFailure` for an unknown tenant, and `APIError` 409 if the file exists or cannot be written.
    public func exportTenant(_ slug: String, path: String) async throws -> Int {
        try await TenantExporter(database: data).write(try await tenant(slug), path: path)
    }

    /// Imports a tenant from an archive written by `exportTenant`, and returns the lines to print. Without `slug`, `hosts` or `multicast`, the values
    /// in the archive apply. A dry run rolls the import back at the end. Throws `TenantImportError` for an archive that is refused,
    /// `TenantRegistryError` for an invalid host name, `TarError` or `PostgresError`; nothing is then imported.
    public func importTenant(
        _ path: String, slug: String? = nil, hosts: [String] = [], multicast: (group: String, port: Int)? = nil,
        isDryRun: Bool = false
    ) async throws -> [String] {
        var order = TenantImporter.Order(
            standardMulticast: (
                settings.multicast.group, settings.multicast.port, settings.multicast.interface
            ))
        order.slug = slug
        order.hosts = hosts
        order.multicast = multicast
        order.isDryRun = isDryRun
        let summary = try await TenantImporter(owner: owner).run(path: path, order)
        let verb = isDryRun ? "would import" : "imported"
        let names = summary.hosts.isEmpty ? "without a host name" : "at \(summary.hosts.joined(separator: ", "))"
        var lines = ["\(verb) tenant \(summary.slug) \(names), rows: \(summary.rows), files: \(summary.files)"]
        for ended in summary.ended {
            lines.append(
                "rows of \(ended.table) not imported, because the archive lacks their secrets: \(ended.rows)")
        }
        lines += summary.leftOut.map { "not in the archive: \($0)" }
        return lines
    }
}
