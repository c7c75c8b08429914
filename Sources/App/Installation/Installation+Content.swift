import ConcertNotes
import Postgres
import Tenancy
import Web

/// The commands for a tenant's content. Each throws `CommandFailure` for an unknown tenant, and returns the lines to print.
extension Installation {
    var scope: MulticastScope {
        MulticastScope(
            group: settings.multicast.group, port: settings.multicast.port, interface: settings.multicast.interface,
            ttl: settings.multicast.ttl)
    }

    func tenant(_ slug: String) async throws -> Tenant {
        guard let tenant = try await tenants.tenant(slug: slug) else {
            throw CommandFailure("there is no tenant \(slug); `tutti tenant list` shows all tenants")
        }
        return tenant.tenant
    }

    /// Imports a programme folder as the concert with the folder's name, and replaces an existing concert. If `activates` is set, puts the concert on
    /// the air. A dry run writes nothing. If putting the concert on the air fails after the import, the concert stays imported. Throws
    /// `CommandFailure` with all faults of the folder, or if another tenant on the air uses the tenant's multicast group, port and interface.
    public func importConcert(
        directory: String, tenant slug: String, activates: Bool, dryRun: Bool
    ) async throws -> [String] {
        let tenant = try await tenant(slug)
        // This check comes before any write, because a concert that cannot go on the air is not imported either.
        if activates {
            try await explainingScope(of: tenant) {
                try await LiveStore(database: data).checkScope(of: tenant, defaultScope: scope)
            }
        }
        let report = try await refusing {
            try await ConcertImport(database: data).run(
                folder: directory, tenant: tenant.id, dryRun: dryRun,
                quota: StorageQuota(limit: tenant.limits.storedBytes))
        }
        var lines = report.notices.map { "note: \($0)" } + [report.summary]
        if activates {
            lines.append(
                dryRun ? "would put \(report.name) on the air" : try await activate(concert: report.name, tenant: slug))
        }
        return lines
    }

    /// Writes a concert as a programme folder. Throws `CommandFailure` for an unknown concert, a concert that is being changed, a folder that is not
    /// empty or cannot be written, and content that a programme folder cannot contain.
    public func exportConcert(_ concert: String, directory: String, tenant slug: String) async throws -> [String] {
        let tenant = try await tenant(slug)
        do {
            let report = try await ConcertExport(database: data).run(
                concert: concert, to: directory, tenant: tenant.id)
            let line = "exported concert \(concert), revision \(report.revision): \(report.files) files in \(directory)"
            guard report.importedAs != concert else { return [line] }
            return [
                line,
                "note: importing this folder creates or replaces the concert \(report.importedAs), because the folder has this name",
            ]
        } catch let refusal as ConcertExport.Refusal {
            throw CommandFailure(Self.message(refusal, concert: concert, directory: directory, tenant: slug))
        } catch let refusal as ImportRefusal {
            throw CommandFailure(
                (refusal.faults.map(\.description) + [
                    "nothing was exported: a programme folder cannot contain the content listed above; correct the content, then export again"
                ]).joined(separator: "\n"))
        }
    }

    private static func message(
        _ refusal: ConcertExport.Refusal, concert: String, directory: String, tenant: String
    ) -> String {
        switch refusal {
        case .noSuchConcert:
            "tenant \(tenant) has no concert \(concert); `tutti concert list --tenant \(tenant)` shows the tenant's concerts"
        case .folderNotEmpty: "\(directory) is not empty; name a folder that does not exist or is empty"
        case .contentChanging: "the concert is being changed; try again in a moment"
        case .notWritable(let reason): "\(directory) cannot be written; check the path and the permissions: \(reason)"
        }
    }

    /// Replaces the tenant's glossary with the glossary in a file, and returns the lines to print. A dry run writes nothing. Throws `CommandFailure`
    /// with all faults of the file.
    public func importGlossary(file: String, tenant slug: String, dryRun: Bool) async throws -> [String] {
        let tenant = try await tenant(slug)
        let report = try await refusing {
            try await GlossaryImport(database: data).run(file: file, tenant: tenant.id, dryRun: dryRun)
        }
        return report.notices.map { "note: \($0)" } + [report.summary]
    }

    /// Puts a concert on the air at measure 1 of its first piece, in place of the concert on the air. Changes nothing if the concert is on the air
    /// already. Throws `CommandFailure` for an unknown concert, or if another tenant on the air uses the tenant's multicast group, port and
    /// interface, and `APIError` 422 for a concert without pieces.
    public func activate(concert name: String, tenant slug: String) async throws -> String {
        let tenant = try await tenant(slug)
        guard let concert = try await ConcertStore(database: data).concert(slug: name, in: tenant.id) else {
            throw CommandFailure(
                "tenant \(slug) has no concert \(name); `tutti concert list --tenant \(slug)` shows the tenant's concerts"
            )
        }
        let position = try await explainingScope(of: tenant) {
            try await LiveStore(database: data).activate(
                concert.id, in: tenant, defaultScope: scope,
                recorded: AuditEvent("live.activate", by: .command, subject: name))
        }
        return "on the air: \(position.piece), measure \(position.measure)"
    }

    /// Takes the live concert off the air. Throws `APIError` 404 if no concert of the tenant is on the air.
    public func takeOffAir(tenant slug: String) async throws -> String {
        let tenant = try await tenant(slug)
        try await LiveStore(database: data).takeOffAir(in: tenant.id, recorded: AuditEvent("live.end", by: .command))
        return "off the air: tenant \(slug) has no concert on the air now"
    }

    /// Returns the concerts of a tenant, newest first, one line each: short name, revision and title, separated by tabs.
    public func concerts(of slug: String) async throws -> [String] {
        let tenant = try await tenant(slug)
        return try await ConcertStore(database: data).concerts(in: tenant.id)
            .map { "\($0.slug)\trevision \($0.revision)\t\($0.title)" }
    }

    /// Runs `body`. If another tenant on the air already uses the multicast scope of `tenant`, throws a `CommandFailure` that names that tenant and
    /// the commands that resolve the conflict.
    private func explainingScope<Value>(of tenant: Tenant, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as APIError where error.code == .scopeTaken {
            throw CommandFailure(try await OnAirScopes(owner: owner).remedy(for: tenant, scope: scope))
        }
    }

    /// Runs an import. If the import is refused, throws one `CommandFailure` with a line for each fault.
    private func refusing(_ body: () async throws -> ImportReport) async throws -> ImportReport {
        do {
            return try await body()
        } catch let refusal as ImportRefusal {
            let faults = refusal.faults.map(\.description)
            throw CommandFailure(
                (faults + ["nothing was imported: \(faults.count) \(faults.count == 1 ? "error" : "errors")"]).joined(
                    separator: "\n"))
        }
    }
}
