import Foundation
import Logging
import RadioImports
import Tenancy
import Web

/// The importer of files in the watched folder, `TUTTI_IMPORT_DIR`. Confined to the task that calls `run`.
struct ImportFolder {
    private var inbox: ImportInbox
    private let imports: StationImport
    private let directory: TenantDirectory
    private let logger: Logger

    /// The pause before each scan of the folder, in seconds.
    static let pause = 3.0

    init(_ path: String, imports: StationImport, directory: TenantDirectory, logger: Logger) {
        inbox = ImportInbox(root: path)
        self.imports = imports
        self.directory = directory
        self.logger = logger
    }

    mutating func run() async {
        while (try? await Task.sleep(for: .seconds(Self.pause))) != nil {
            await scan(now: Instant.now)
        }
    }

    /// Scans the folder once and imports the files that are ready.
    mutating func scan(now: Instant) async {
        for entry in inbox.claimReady(now: now.milliseconds / 1000) {
            do {
                let (isDone, lines) = try await importFile(entry)
                try inbox.finish(entry, isDone: isDone, report: lines)
                logger.info(
                    "file of the watched folder processed",
                    metadata: ["tenant": "\(entry.tenant)", "file": "\(entry.name)", "done": "\(isDone)"])
            } catch {
                // The database is down, or another import of the tenant is running. The next scan tries the file again.
                inbox.release(entry)
                logger.warning(
                    "file of the watched folder not imported yet",
                    metadata: ["file": "\(entry.name)", "reason": "\(error)"])
            }
        }
    }

    /// Imports a file. Returns whether the file was accepted, and the lines of the report. Throws only errors after which a retry may succeed.
    private func importFile(_ entry: ImportInbox.Entry) async throws -> (isDone: Bool, lines: [String]) {
        guard !ImportInbox.isForeign(entry) else {
            return (
                false, ["only files and folders are imported; replace the link or special file with the file itself"]
            )
        }
        guard let format = ImportFormats.format(named: entry.format) else {
            let names = SentenceFormat.list(ImportFormats.all.map(\.name))
            return (
                false,
                ["\(entry.format) is not a radio data format; name the folder after one of the formats: \(names)"]
            )
        }
        if let source = entry.source, !ImportOptions.isSource(source) {
            return (
                false,
                [
                    "the name of a source must be 1 to 100 lower-case letters (a to z), digits or hyphens, found \"\(source)\""
                ]
            )
        }
        let active = try await directory.activeTenants()
        guard let tenant = active.first(where: { $0.tenant.slug == entry.tenant })?.tenant else {
            return (false, ["there is no active tenant \(entry.tenant); name the folder after an active tenant"])
        }
        do {
            let order = StationImport.Order(options: ImportOptions(source: entry.source))
            let record = try await imports.run(
                ImportSource(path: entry.path, format: format, name: entry.name), as: format, in: tenant, order: order,
                by: ImportActor(command: "watched folder"))
            return (record.report.outcome != .refused, record.report.lines)
        } catch let failure as ImportSource.Failure {
            return (false, [failure.description])
        }
    }
}
