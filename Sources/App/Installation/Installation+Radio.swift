import Notices
import RadioImports
import Tenancy
import Web

/// The options of an import of radio data on the command line.
public struct RadioImportOptions: Sendable {
    let source: String?
    let channel: String?
    let timeZone: String?
    let dryRun: Bool
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
    /// argument is not valid, a file cannot be read, or the import is refused.
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
