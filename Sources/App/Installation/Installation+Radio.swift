import Notices
import RadioImports
import Tenancy
import Web

/// The options of an import of radio data on the command line.
public struct RadioImportOptions: Sendable {
    /// The source name, by which a tenant distinguishes several sources of one format; `nil` for the only source.
    let source: String?
    /// The slug of the channel for a file that names none; `nil` for the name of the file up to the first dot.
    let channel: String?
    /// The time zone of channels for which the file gives none; `nil` for that of the format or, if the format has none, of the tenant.
    let timeZone: String?
    /// Whether to import nothing and only add the report to the list of imports.
    let dryRun: Bool
    /// Whether a single fault refuses the whole import.
    let strict: Bool

    public init(source: String?, channel: String?, timeZone: String?, dryRun: Bool, strict: Bool) {
        self.source = source
        self.channel = channel
        self.timeZone = timeZone
        self.dryRun = dryRun
        self.strict = strict
    }
}

extension Installation {
    /// Imports files of radio data (spec R68) and returns the lines to print. `progress` is called on any thread. Throws `CommandFailure` if an
    /// argument is not valid, a file cannot be read, or the import is refused, and the other errors of `StationImport.run`, such as `APIError` 409 if
    /// another import of the tenant is running.
    public func importRadio(
        _ formatName: String, path: String, tenant slug: String, _ options: RadioImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> [String] {
        guard let format = ImportFormats.format(named: formatName) else {
            throw CommandFailure(
                """
                \(formatName) is not a radio data format; the formats are: \
                \(SentenceFormat.list(ImportFormats.all.map(\.name)))
                """)
        }
        let order = StationImport.Order(
            options: ImportOptions(source: options.source, channel: options.channel, timeZone: options.timeZone),
            isDryRun: options.dryRun, isStrict: options.strict)
        if let source = options.source, !ImportOptions.isSource(source) {
            throw CommandFailure(
                "--source must be 1 to 100 lower-case letters (a to z), digits or hyphens, found \"\(source)\"",
                status: .usage
            )
        }
        let tenant = try await tenant(slug)
        do {
            let record = try await imports.run(
                ImportSource(path: path, format: format), as: format, in: tenant, order: order,
                by: ImportActor(command: "command line"), progress: progress)
            guard record.report.outcome != .refused else {
                throw CommandFailure(record.report.lines.joined(separator: "\n"))
            }
            return record.report.lines
        } catch let failure as ImportSource.Failure {
            throw CommandFailure(failure.description)
        }
    }

}
