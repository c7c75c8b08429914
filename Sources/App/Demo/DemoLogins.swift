import Accounts
import Foundation
import Glibc
import Tenancy
import Web

/// The demo's accounts, one for each role. Their passwords are random, and are kept in the data folder, in a file that its
/// owner alone may read, so that every start can print them until somebody changes them.
///
/// A database of one's own has no data folder: there the passwords are printed once.
struct DemoLogins {
    /// One account, as the file has it.
    struct Entry: Codable, Hashable {
        let login: String
        let password: String
        /// Its key. An account of the same login that somebody made later has another.
        let account: Int64
    }

    private let installation: Installation
    private let path: String?

    init(_ installation: Installation) {
        self.installation = installation
        path = installation.cluster == nil ? nil : installation.contentFolder + "/demo-logins.json"
    }

    /// The login of the platform's account.
    static let platform = "platform"
    /// In the order that they are printed in.
    private static let roles: [Role] = [.operator, .programmer, .editor, .admin, .listener]

    /// Where an account begins.
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

    /// Makes the accounts that the demo does not have yet, those of an older demo among them. An account that was here once and
    /// was deleted is not made again.
    ///
    /// - Returns: the log-ins whose passwords nobody has changed.
    func load() async throws -> [Entry] {
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

    /// The lines to print of an account: its log-in, and the page where it begins.
    static func lines(_ entry: Entry, url: String) -> [String] {
        [
            "demo login   \(entry.login)  password \(entry.password)",
            "              at \(url)\(page(of: entry.login))",
        ]
    }

    private func isValid(
        _ entry: Entry, in tenant: TenantID, _ platform: PlatformAccountStore
    ) async throws -> Bool {
        if entry.login == Self.platform {
            return try await platform.account(login: entry.login).map(Int64.init) == entry.account
        }
        return try await UserStore(database: installation.data)
            .hasFirstPassword(login: entry.login, id: entry.account, in: tenant)
    }

    private func read() -> [Entry] {
        guard let path, let data = FileManager.default.contents(atPath: path) else { return [] }
        return (try? JSONDecoder().decode([Entry].self, from: data)) ?? []
    }

    /// Whole or not at all; where it cannot be written, the passwords are printed this once.
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
