import ConcertEditing
import ConcertNotes
import ScoreFormats
import Tenancy
import Web

/// An import of a file into a piece. The file is read on a worker, merged, and written in one transaction, or refused as a whole.
struct PieceImport: Sendable {
    let store: DraftStore
    let workers: Workers

    /// The result of an import or a dry run.
    struct Outcome: Sendable {
        let report: DraftImportReport
        /// The faults of a dry run; an import with faults throws.
        var faults: [FileFinding] = []
        /// The record of the import; `nil` for a dry run or if nothing has changed.
        var record: DraftImport?
        let piece: PieceDraft
    }

    /// Reads a file on a worker. Throws `FileFaults`, and `APIError` 503 if too many files are waiting.
    func read(_ source: PieceSource, for name: PieceName, in tenant: TenantID) async throws -> ImportedPiece {
        try await workers.run(for: tenant.description) { try source.piece(named: name) }
    }

    /// Returns the changes that an import would make, and the faults of the file and the merge. `imported` is the content or the faults of the file.
    /// `check` gets the piece; only its errors are thrown.
    func preview(
        _ imported: Result<ImportedPiece, FileFaults>, _ options: PieceImportOptions, into piece: PieceDraft,
        _ check: (PieceDraft) throws -> Void = { _ in }
    ) throws -> Outcome {
        try check(piece)
        var report = DraftImportReport(format: options.format.rawValue)
        do throws(FileFaults) {
            let imported = try imported.get()
            report.notices = Self.notices(imported, options, piece.content)
            let merged = try PieceMerge(options: options, imported: imported).applied(to: piece.content)
            report.compare(piece.content, merged)
            return Outcome(report: report, piece: piece)
        } catch {
            return Outcome(report: report, faults: error.findings, piece: piece)
        }
    }

    /// Imports into a piece, once for each idempotency key, or at each call without a key. Writes nothing if the piece stays the same. `check` gets
    /// the current piece, and throws to refuse the import.
    ///
    /// Throws `APIError` 404 for an unknown piece, and 422 with the first faults, or if the key was used for another request.
    func run(
        _ imported: ImportedPiece, _ options: PieceImportOptions, into id: PieceDraft.ID, key: EditKey? = nil,
        _ context: RequestContext, _ check: @Sendable (PieceDraft) throws -> Void = { _ in }
    ) async throws -> Outcome {
        let (text, record, piece) = try await store.importing(
            into: id, format: options.format.rawValue, key: key, in: context.tenant.id, context
        ) { piece in
            try check(piece)
            var report = DraftImportReport(format: options.format.rawValue)
            report.notices = Self.notices(imported, options, piece.content)
            do throws(FileFaults) {
                let merged = try PieceMerge(options: options, imported: imported).applied(to: piece.content)
                report.compare(piece.content, merged)
                if report.isChanged { piece.content = merged }
            } catch {
                throw APIError.importRefused(error.findings)
            }
            return String(decoding: try ViewWriter.bytes(report), as: UTF8.self)
        }
        let report: DraftImportReport = try JSONContent.read(Array(text.utf8))
        return Outcome(report: report, record: record, piece: piece)
    }

    private static func notices(
        _ imported: ImportedPiece, _ options: PieceImportOptions, _ content: PieceContent
    ) -> [FileFinding] {
        var notices = imported.notices
        let count = imported.measures?.count
        let takesTimes = options.parts.contains(.times) || count != content.measures.count
        if let count, imported.hasEstimatedTimes, takesTimes {
            notices.append(
                FileFinding(
                    "the times of the \(count) measures are estimates, not the times of a recording",
                    suggestion: "open “Tap the times”, and tap along to a recording"))
        }
        for (part, isMissing) in [
            (ImportedPart.keys, imported.keys == nil), (.sections, imported.sections == nil),
        ] where isMissing && options.parts.contains(part) && options.format != .getData {
            notices.append(
                FileFinding(
                    part == .keys
                        ? "the file has no key signatures, so the key signatures of the piece stay"
                        : "the file has no rehearsal marks, so the sections of the piece stay"))
        }
        return Array(notices.prefix(FileFaults.limit))
    }
}

extension APIError {
    /// Returns the error 422 for a file with faults, of which at most `FileFaults.limit` are listed.
    static func importRefused(_ findings: [FileFinding]) -> APIError {
        let first = findings.first.map { $0.place.isEmpty ? $0.reason : "\($0.place): \($0.reason)" } ?? ""
        return APIError(
            .unprocessableContent, code: .importRefused,
            "the file has \(SentenceFormat.count(findings.count, "error")), and nothing was imported; the first is: \(first)",
            faults: findings.prefix(FileFaults.limit).map(\.asFault))
    }
}
