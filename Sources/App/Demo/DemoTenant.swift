import ConcertNotes
import Foundation
import Tenancy
import Web

/// The tenant that an empty database gets from `tutti run`: an evening of chamber music made for this project,
/// on the air, with an account for each role that a newcomer wants to try.
struct DemoTenant {
    static let slug = "demo"

    private let installation: Installation

    init(_ installation: Installation) { self.installation = installation }

    /// Makes the tenant; the lines to print, passwords among them. They are shown this once.
    func load() async throws -> [String] {
        guard let folder = Bundle.module.url(forResource: "Demo", withExtension: nil) else {
            throw CommandFailure("the demo's files are missing: tutti_App.resources must lie beside the program")
        }
        _ = try await installation.tenants.add(NewTenant(slug: Self.slug, name: "Demo Philharmonic"))
        _ = try await installation.importGlossary(
            file: folder.appending(path: "glossary.tsv").path, tenant: Self.slug, dryRun: false)
        let lines = try await installation.importConcert(
            directory: folder.appending(path: "evening").path, tenant: Self.slug, activates: true, dryRun: false)
        var accounts: [String] = []
        for role in [Role.operator, .editor, .admin, .listener] {
            let password = try await installation.addUser(
                login: role.rawValue, role: role, password: nil, tenant: Self.slug)
            accounts.append(Self.line(role, password))
        }
        return lines.suffix(1) + accounts
    }

    /// What is printed of an account, once.
    static func line(_ role: Role, _ password: String) -> String {
        "demo log-in   \(role.rawValue)  password \(password)"
    }
}
