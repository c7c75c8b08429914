import Accounts
import Foundation
import Glibc
import Tenancy
import Web

/// The demo's accounts, one for each role and one of the platform, with random passwords. A file in the data folder, readable only by its owner,
/// stores the passwords, so that every start can print them.
///
/// With an external database there is no data folder: the accounts are created only with the demo tenant, and the passwords printed once.
struct DemoLogins {
    /// An account in the file of the demo's passwords.
    struct Entry: Codable, Hashable {
        let login: String
        let password: String
        /// The identifier of the account. A later account with the same login has a different identifier.
        let account: Int64
    }

    private let installation: Installation
    private let path: String?

    init(_ installation: Installation) {
        self.installation = installation
        path = installation.cluster == nil ? nil : installation.contentFolder + "/demo-logins.json"
    }

    static let platform = "platform"
    private static let roles: [Role] = [.operator, .programmer, .editor, .admin, .listener]

    static func page(of login: String) -> String {
        switch login {
        case Role.operator.rawValue: "/operator"
        case Role.programmer.rawValue: "/station"
        case Role.editor.rawValue: "/cms"
        case Role.admin.rawValue: "/admin"
        case Role.listener.rawValue: "/library"
        default: "/platform"
        }
    }

    /// Creates the accounts that are missing, and returns the accounts that exist, are enabled, and still have their first password. A deleted
    /// account is not created again. The platform's account is created only if the platform has no accounts. Without a data folder, does nothing and
    /// returns no accounts unless `isNew` is `true`.
    ///
    /// - Parameter isNew: whether the demo tenant was created at this start.
    func load(isNew: Bool) async throws -> [Entry] {
        guard path != nil || isNew else { return [] }
        let tenant = try await installation.tenant(DemoTenant.slug)
        var entries = read()
        let known = Set(entries.map(\.login))
        for role in Self.roles where !known.contains(role.rawValue) {
            guard try await installation.account(role.rawValue, in: tenant.id) == nil else { continue }
            let password = try await installation.addUser(
                login: role.rawValue, role: role, password: nil, tenant: DemoTenant.slug)
            guard let account = try await installation.account(role.rawValue, in: tenant.id) else { continue }
            entries.append(Entry(login: role.rawValue, password: password, account: account))
        }
        let platform = PlatformAccountStore(owner: installation.owner)
        if !known.contains(Self.platform), try await !platform.hasAccounts() {
            let password = try await installation.addPlatformUser(login: Self.platform, password: nil)
            if let account = try await platform.account(login: Self.platform) {
                entries.append(Entry(login: Self.platform, password: password, account: Int64(account)))
            }
        }
        if entries.count > known.count { write(entries) }
        var valid: [Entry] = []
        for entry in entries where try await isValid(entry, in: tenant.id, platform) { valid.append(entry) }
        return valid
    }

    /// Returns the lines to print for an account: the login, the password and the URL of the page to open.
    static func lines(_ entry: Entry, url: String) -> [String] {
        [
            "demo login   \(entry.login)  password \(entry.password)",
            "              at \(url)\(page(of: entry.login))",
        ]
    }

    /// Returns whether the account of an entry still exists, is enabled, and has the password of the entry.
    func isValid(
        _ entry: Entry, in tenant: TenantID, _ platform: PlatformAccountStore
    ) async throws -> Bool {
        if entry.login == Self.platform {
            return try await platform.hasPassword(
                entry.password, login: entry.login, id: entry.account, hasher: installation.hasher)
        }
        return try await UserStore(database: installation.data)
            .hasFirstPassword(login: entry.login, id: entry.account, in: tenant)
    }

    private func read() -> [Entry] {
        guard let path, let data = FileManager.default.contents(atPath: path) else { return [] }
        return (try? JSONDecoder().decode([Entry].self, from: data)) ?? []
    }

    /// Writes the file atomically. If writing fails, the passwords are printed only at this start.
    private func write(_ entries: [Entry]) {
        guard let path, let data = try? JSONEncoder().encode(entries) else { return }
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(data)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else { return }
        rename(draft, path)
    }
}
