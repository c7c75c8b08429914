import ConcertEditing
import ConcertNotes
import Tenancy
import Web

/// An import of a whole programme into a draft: read on a worker, merged by the names of the pieces, and written in one transaction.
struct ProgrammeImport: Sendable {
    let store: DraftStore
    let workers: Workers

    /// The result of an import or a dry run.
    struct Outcome: Sendable {
        let report: DraftImportReport
        var faults: [FileFinding] = []
        var record: DraftImport?
        /// The entity tag of the programme, after the import if there was one.
        let tag: String
    }

    /// The SHA-256 hashes of stored files by name: the tenant's pictures with the names of the imported pictures, and the concert's assets.
    struct Known: Sendable {
        var images: [String: [UInt8]] = [:]
        var assets: [String: [UInt8]] = [:]
    }

    /// Reads a file on a worker. Throws `FileFaults`, and `APIError` 503 if too many files are waiting.
    func read(_ source: ProgrammeSource, in tenant: TenantID) async throws -> ProgrammeSource.Contents {
        try await workers.run(for: tenant.description) { try source.contents() }
    }

    /// Returns the changes that an import would make, without making them. The faults of the file and of the merge are in the outcome. Throws
    /// `APIError` 404 for an unknown concert, and the errors of `check`.
    func preview(
        _ contents: Result<ProgrammeSource.Contents, FileFaults>, into slug: String, in tenant: TenantID,
        _ check: (EditedConcert, [PieceDraft]) throws -> Void = { _, _ in }
    ) async throws -> Outcome {
        let (concert, pieces) = try await store.programme(of: slug, in: tenant)
        try check(concert, pieces)
        let tag = try EditedConcert.programmeTag(of: concert, pieces, in: tenant)
        switch contents {
        case .failure(let error):
            return Outcome(
                report: DraftImportReport(format: DraftImportFormat.programme.rawValue), faults: error.findings,
                tag: tag)
        case .success(let contents):
            let known = try await known(contents, slug, tenant)
            do throws(FileFaults) {
                let (_, report) = try Self.merged(contents, concert, pieces, known)
                return Outcome(report: report, tag: tag)
            } catch {
                return Outcome(
                    report: DraftImportReport(format: contents.format.rawValue, notices: contents.notices),
                    faults: error.findings, tag: tag)
            }
        }
    }

    /// Imports into a draft, once for each idempotency key, or at each call without a key. Writes nothing if the draft stays the same. `check` gets
    /// the current draft, and throws to refuse the import.
    ///
    /// Throws `APIError` 404 for an unknown concert, 422 for faults or if the key was used for another request, and `StorageExceeded` above the
    /// quota.
    func run(
        _ contents: ProgrammeSource.Contents, into slug: String, key: EditKey? = nil, _ context: RequestContext,
        _ check: @Sendable (EditedConcert, [PieceDraft]) throws -> Void = { _, _ in }
    ) async throws -> Outcome {
        let tenant = context.tenant.id
        let known = try await known(contents, slug, tenant)
        let (text, record) = try await store.importing(
            into: slug, format: contents.format.rawValue, key: key,
            quota: StorageQuota(limit: context.tenant.limits.storedBytes), in: tenant, context
        ) { concert, pieces in
            try check(concert, pieces)
            do throws(FileFaults) {
                let (programme, report) = try Self.merged(contents, concert, pieces, known)
                return (programme, String(decoding: (try? ViewWriter.bytes(report)) ?? [], as: UTF8.self))
            } catch {
                throw APIError.importRefused(error.findings)
            }
        }
        let (concert, pieces) = try await store.programme(of: slug, in: tenant)
        return Outcome(
            report: try JSONContent.read(Array(text.utf8)), record: record,
            tag: try EditedConcert.programmeTag(of: concert, pieces, in: tenant))
    }

    private func known(_ contents: ProgrammeSource.Contents, _ slug: String, _ tenant: TenantID) async throws -> Known {
        var known = Known()
        for image in contents.images {
            known.images[image.name] = try await store.image(image.name, in: tenant)?.sha256
        }
        for asset in try await store.assets(of: slug, in: tenant) { known.assets[asset.name] = asset.file?.sha256 }
        return known
    }

    /// Returns the programme that replaces the draft's programme, and the report. O(n²) at worst in the pieces, sections and annotations.
    private static func merged(
        _ contents: ProgrammeSource.Contents, _ concert: EditedConcert, _ pieces: [PieceDraft], _ known: Known
    ) throws(FileFaults) -> (programme: ImportedProgramme, report: DraftImportReport) {
        var report = DraftImportReport(format: contents.format.rawValue)
        var options = PieceImportOptions(format: contents.format)
        options.mode = .replaceAll
        var faults: [FileFinding] = []
        var merged: [ImportedProgramme.Piece] = []
        var left = pieces
        let title = contents.title ?? concert.details.title
        report.count(
            "title", [.init(key: "", measure: nil, text: concert.details.title)],
            [.init(key: "", measure: nil, text: title)])
        report.count("pieces", pieces.map { entry($0.name) }, contents.pieces.map { entry($0.name) })
        for new in contents.pieces {
            let index = left.firstIndex { $0.name.key == new.name.key }
            let held = index.map { left.remove(at: $0) }
            let old = held?.content ?? PieceContent()
            let recording = new.heading.recording.isEmpty ? held?.heading.recording ?? "" : new.heading.recording
            let heading = PieceDraft.Heading(
                composer: new.heading.composer, work: new.heading.work, movement: new.heading.movement,
                recording: recording)
            do throws(FileFaults) {
                var content = try PieceMerge(options: options, imported: new.content, file: new.file).applied(to: old)
                report.compare(old, content)
                content.recording = recording
                merged.append(ImportedProgramme.Piece(id: held?.id, heading: heading, content: content))
            } catch {
                faults += error.findings
            }
        }
        for removed in left { report.compare(removed.content, PieceContent()) }
        report.count(
            "pictures", contents.images.compactMap { file in known.images[file.name].map { entry(file.name, $0) } },
            contents.images.map { entry($0.name, $0.sha256) })
        report.count(
            "assets", contents.assets.compactMap { file in known.assets[file.name].map { entry(file.name, $0) } },
            contents.assets.map { entry($0.name, $0.sha256) })
        report.notices = Array(contents.notices.prefix(FileFaults.limit))
        let programme = ImportedProgramme(
            title: title, pieces: merged, images: contents.images, assets: contents.assets)
        if faults.isEmpty {
            faults = programme.nameFaults.map { fault in
                let index = fault.field.split(separator: "/").dropFirst().first.flatMap { Int($0) } ?? 0
                return FileFinding(fault, line: contents.pieces[index].line, file: contents.pieces[index].file)
            }
        }
        guard faults.isEmpty else { throw FileFaults(findings: faults) }
        return (programme, report)
    }

    private static func entry(_ name: PieceName) -> DraftImportReport.Entry {
        DraftImportReport.Entry(key: name.key, measure: nil, text: name.description)
    }

    private static func entry(_ name: String, _ hash: [UInt8]) -> DraftImportReport.Entry {
        DraftImportReport.Entry(
            key: name, measure: nil, text: "\(name) (\(ConcertSnapshot.hexadecimal(hash).prefix(8)))")
    }
}
