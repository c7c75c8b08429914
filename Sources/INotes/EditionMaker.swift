import ConcertNotes
import HTTP
import Tenancy
import Web

/// A builder of editions from the database. Worker threads write and compress the XML.
struct EditionMaker: Sendable {
    let concerts: ConcertStore
    let media: MediaStore
    let glossaries: GlossaryStore
    let workers: Workers
    /// The files for long pictures and assets, which are not kept on the heap; `nil` keeps them on the heap.
    let spool: ContentSpool?
    let caches = PhoneCaches()

    init(database: TenantDatabase, workers: Workers, spool: ContentSpool?) {
        concerts = ConcertStore(database: database)
        media = MediaStore(database: database)
        glossaries = GlossaryStore(database: database)
        self.workers = workers
        self.spool = spool
    }

    /// Returns the edition of the current content: the old edition if nothing has changed, otherwise a new edition that reuses
    /// the unchanged parts of the old edition.
    ///
    /// The function reads again if an import is committed meanwhile, and throws 503 after some attempts.
    func edition(of tenant: Tenant, replacing old: Edition?) async throws -> Edition {
        for _ in 0..<10 {
            let mark = Edition.Mark(
                stage: try await concerts.stage(in: tenant.id), glossary: try await glossaries.version(in: tenant.id),
                integerSeconds: tenant.integerSeconds)
            if let old, old.mark == mark { return old }
            if let edition = try await edition(mark, of: tenant.id, replacing: old) { return edition }
        }
        throw APIError(
            .serviceUnavailable, code: .contentChanging, "the content is changing: try again in a moment",
            retryAfter: 1)
    }

    /// Returns the edition with this mark, or `nil` if the content has changed since the mark was read.
    private func edition(_ mark: Edition.Mark, of tenant: TenantID, replacing old: Edition?) async throws -> Edition? {
        var pieces: [Piece] = []
        if mark.stage.isOnAir, let concert = mark.stage.concert {
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
                listing: Self.representation(
                    "text/plain; charset=utf-8", Array(names.utf8), of: tenant, changedAt: mark.contentChangedAt),
                glossary: glossary,
                pieces: try pieces.map { try PieceDocument($0, integerSeconds: mark.integerSeconds) },
                files: files, workers: workers, caches: caches)
        }
    }

    private func glossary(
        _ mark: Edition.Mark, of tenant: TenantID, replacing old: Edition?
    ) async throws -> Representation? {
        if let old, old.mark.glossary == mark.glossary { return old.glossary }
        guard let (glossary, version) = try await glossaries.glossary(in: tenant), version == mark.glossary else {
            return nil
        }
        return try await workers.run(for: tenant.description) {
            Self.representation(
                "text/xml; charset=utf-8", try GlossaryDocument.bytes(of: glossary), of: tenant,
                changedAt: version.changedAt)
        }
    }

    private func files(
        _ mark: Edition.Mark, of tenant: TenantID, replacing old: Edition?
    ) async throws -> [String: Edition.StoredRepresentation]? {
        guard let concert = mark.stage.concert else { return [:] }
        var files: [String: Edition.StoredRepresentation] = [:]
        for file in try await media.files(of: concert.id, in: tenant) {
            let path = (file.isAsset ? "/images/AppAssets/" : "/images/") + file.name
            // Assets of different concerts can have the same name, whereas the name of a picture is unique.
            let changedAt = file.isAsset ? max(file.changedAt, mark.stage.since) : file.changedAt
            if let known = old?.files[path], known.file == file, known.representation.lastModified == changedAt {
                files[path] = known
                continue
            }
            guard let content = try await media.content(sha256: file.sha256, in: tenant) else { return nil }
            let representation = try await workers.run(for: tenant.description) { [spool] in
                Self.representation(
                    file.kind.rawValue, content, of: tenant, changedAt: changedAt, compress: file.kind == .pdf,
                    // The name needs no escape, because it has only letters, digits, "_", "-" and "." (RFC 6266 §4.3).
                    fields: ["Content-Disposition": "inline; filename=\"\(file.name)\""], spool: spool)
            }
            caches.files.builds.increment()
            files[path] = Edition.StoredRepresentation(file: file, representation: representation)
        }
        return files
    }

    /// Returns a response with its validators. The function hashes, compresses and writes to the spool, so call it on a worker
    /// thread.
    ///
    /// The entity tag is a hash of the tenant and the bytes. The entity tag is the same in all processes, and never equals an
    /// entity tag of another tenant (spec S1.6). `no-cache` makes phones revalidate their copy at each request, and the response
    /// is 304 while nothing has changed (spec N30).
    static func representation(
        _ mediaType: String, _ bytes: [UInt8], of tenant: TenantID, changedAt: Int64, compress: Bool = true,
        fields: Fields = [:], spool: ContentSpool? = nil
    ) -> Representation {
        var digest = ContentDigest()
        digest.add(Int(tenant.rawValue))
        digest.add(bytes)
        let tag = digest.bytes.prefix(16).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
        var fields = fields
        fields["Cache-Control"] = "no-cache"
        return Representation(
            mediaType: mediaType, identity: bytes, compress: compress, entityTag: "\"\(tag)\"", lastModified: changedAt,
            fields: fields, spool: spool)
    }
}
