import ConcertEditing
import Web

/// The JSON of an import or of a dry run.
struct DraftImportView: Encodable, Sendable {
    /// The ID with which the import is undone; `nil` for a dry run or if the import changed nothing.
    let id: String?
    let format: String
    let isDryRun: Bool
    let isChanged: Bool
    let parts: [DraftImportReport.Part]
    let faults: [FileFinding]
    let notices: [FileFinding]
    let importedAt: Instant?
    let importedBy: String?

    init(_ report: DraftImportReport, faults: [FileFinding] = [], record: DraftImport?, isDryRun: Bool) {
        id = record?.id.description
        format = report.format
        self.isDryRun = isDryRun
        isChanged = report.isChanged
        parts = report.parts
        self.faults = Array(faults.prefix(FileFaults.limit))
        notices = report.notices
        importedAt = record?.importedAt
        importedBy = record?.importedBy
    }

    /// Creates the view of a stored import.
    init(_ record: DraftImport) throws {
        self.init(try record.decodedReport, record: record, isDryRun: false)
    }
}

extension DraftImport {
    /// The report, decoded from the stored JSON.
    var decodedReport: DraftImportReport {
        get throws { try JSONContent.read(Array(report.utf8)) }
    }
}
