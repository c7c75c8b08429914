import ConcertNotes
import HTTP
import Tenancy
import Web

/// A builder of editions from the database. Worker threads write and compress the XML.
struct EditionMaker: Sendable {
    private let concerts: ConcertStore
    private let media: MediaStore
    private let glossaries: GlossaryStore
    private let workers: Workers
    /// The temporary files for long pictures and assets; `nil` stores all of them in memory.
    private let spool: ContentSpool?
    let caches = PhoneCaches()

    init(database: TenantDatabase, workers: Workers, spool: ContentSpool?) {
        concerts = ConcertStore(database: database)
        media = MediaStore(database: database)
        glossaries = GlossaryStore(database: database)
        self.workers = workers
        self.spool = spool
    }

    /// Builds the edition with this mark, with the unchanged parts of `old`, if given. Returns `nil` if the content has changed since the mark was
    /// read. Throws `XMLError` for a text that XML does not allow, and `APIError` 503 if too much work is waiting.
    func edition(_ mark: EditionMark, of tenant: TenantID, replacing old: Edition?) async throws -> Edition? {
        var pieces: [Piece] = []
        if let concert = mark.concertOnAir {
            guard let read = try await concerts.pieces(of: concert, in: tenant) else { return nil }
            pieces = read
        }
        guard let glossary = try await glossary(mark, of: tenant, replacing: old),
            let files = try await files(mark, of: tenant, replacing: old)
        else { return nil }
        return try await workers.run(for: tenant.description) { [pieces, workers, caches] in
            let names = pieces.map(\.name.description).joined(separator: ";")
            return Edition(
                mark: mark, tenant: tenant,
                listing: Representation(
                    "text/plain; charset=utf-8", Array(names.utf8), of: tenant, changedAt: mark.contentChangedAt),
                glossary: glossary,
                pieces: try pieces.map { try PieceDocument($0, integerSeconds: mark.integerSeconds) },
                files: files, workers: workers, caches: caches)
        }
    }

    private func glossary(
        _ mark: EditionMark, of tenant: TenantID, replacing old: Edition?
    ) async throws -> Representation? {
        if let old, old.mark.glossary == mark.glossary { return old.glossary }
        guard let (glossary, version) = try await glossaries.glossary(in: tenant), version == mark.glossary else {
            return nil
        }
        return try await workers.run(for: tenant.description) {
            Representation(
                "text/xml; charset=utf-8", try GlossaryDocument.bytes(of: glossary), of: tenant,
                changedAt: version.changedAt)
        }
    }

    private func files(
        _ mark: EditionMark, of tenant: TenantID, replacing old: Edition?
    ) async throws -> [String: Edition.StoredRepresentation]? {
        guard let concert = mark.stage.concert else { return [:] }
        var files: [String: Edition.StoredRepresentation] = [:]
        for file in try await media.publicFiles(during: concert.id, in: tenant) {
            let path = (file.isAsset ? "/images/AppAssets/" : "/images/") + file.name
            // Assets of different concerts can have the same name, whereas the name of a picture is unique.
            let changedAt = file.isAsset ? max(file.changedAt, mark.stage.since) : file.changedAt
            if let known = old?.files[path], known.file == file, known.representation.lastModified == changedAt {
                files[path] = known
                continue
            }
            guard let content = try await media.content(sha256: file.sha256, in: tenant) else { return nil }
            let representation = try await workers.run(for: tenant.description) { [spool] in
                Representation(
                    file.kind.rawValue, content, of: tenant, changedAt: changedAt, compress: file.kind == .pdf,
                    // The name needs no escape, because it has only letters, digits, "_", "-" and "." (RFC 6266 §4.3).
                    fields: ["Content-Disposition": "inline; filename=\"\(file.name)\""], spool: spool)
            }
            caches.files.builds.increment()
            files[path] = Edition.StoredRepresentation(file: file, representation: representation)
        }
        return files
    }
}
