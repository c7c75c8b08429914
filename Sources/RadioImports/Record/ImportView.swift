import Foundation
import Web

/// A report for the API and the pages; empty if the stored report has an unknown format.
struct ImportReportView: Codable, Sendable, Hashable {
    struct Count: Codable, Sendable, Hashable {
        let kind: String
        let new: Int64
        let changed: Int64
        let unchanged: Int64
        let gone: Int64
    }

    struct Findings: Codable, Sendable, Hashable {
        struct Finding: Codable, Sendable, Hashable {
            let file: String
            let line: Int
            let detail: String
            let message: String
        }

        let total: Int64
        /// The first findings, at most 500.
        let first: [Finding]

        static let none = Findings(total: 0, first: [])
    }

    let source: String
    let counts: [Count]
    let faults: Findings
    let notices: Findings
    let losses: Findings

    init(stored: String) {
        if let view = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) {
            self = view
        } else {
            (source, counts) = ("", [])
            (faults, notices, losses) = (.none, .none, .none)
        }
    }

    init(_ report: ImportReport) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(try JSONText.encoded(report)))
    }
}

/// An import without its report, for lists and as a part of `ImportView`.
struct ImportSummaryView: Encodable, Sendable {
    let id: String
    let format: String
    let name: String
    let actor: String
    let startedAt: Instant
    let finishedAt: Instant?
    let outcome: String
    let progress: ImportProgressView?

    init(_ entry: ImportRecordStore.Entry) {
        id = entry.id.description
        format = entry.format
        name = entry.name
        actor = entry.actor
        startedAt = entry.startedAt
        finishedAt = entry.finishedAt
        outcome = entry.outcome
        progress = entry.progress
    }

    init(_ record: ImportRecord) {
        id = record.id.description
        format = record.format
        name = record.name
        actor = record.actor
        startedAt = record.startedAt
        finishedAt = record.finishedAt
        outcome = record.report.outcome.rawValue
        progress = nil
    }
}

/// The response of `getImport` and `importRadio`.
struct ImportView: Encodable, Sendable {
    let summary: ImportSummaryView
    let report: ImportReportView

    init(_ entry: ImportRecordStore.Entry) {
        summary = ImportSummaryView(entry)
        report = ImportReportView(stored: entry.report)
    }

    init(_ record: ImportRecord) throws {
        summary = ImportSummaryView(record)
        report = try ImportReportView(record.report)
    }

    private enum Member: String, CodingKey { case report }

    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(report, forKey: .report)
    }
}
