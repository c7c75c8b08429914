import ConcertNotes
import Foundation
import Tenancy

/// The tenant that `tutti run` adds to an empty database, with a live concert of chamber music.
struct DemoTenant {
    static let slug = "demo"

    private let installation: Installation

    init(_ installation: Installation) { self.installation = installation }

    /// Adds the tenant, in the time zone of this machine and with a glossary and a concert on the air, and returns the lines to print. Throws
    /// `CommandFailure` if the demo's files are missing. After an error, the tenant may exist without its concert.
    func load() async throws -> [String] {
        guard let folder = Bundle.module.url(forResource: "Demo", withExtension: nil) else {
            throw CommandFailure(
                "the demo's files are missing: tutti_App.resources must be in the same folder as the program")
        }
        _ = try await installation.tenants.add(NewTenant(slug: Self.slug, name: "Demo Philharmonic"))
        // The schedule of the demo's radio follows the local time of this machine.
        let zone = TimeZone.current.identifier
        if zone.contains("/") {
            var change = TenantChange()
            change.set(.timeZone, to: zone)
            // If the database does not contain the zone, the demo keeps UTC.
            try? await installation.tenants.change(Self.slug, by: change)
        }
        _ = try await installation.importGlossary(
            file: folder.appending(path: "glossary.tsv").path, tenant: Self.slug, dryRun: false)
        let lines = try await installation.importConcert(
            directory: folder.appending(path: "evening").path, tenant: Self.slug, activates: true, dryRun: false)
        return Array(lines.suffix(1))
    }
}
