import ConcertNotes
import HTTP
import Tenancy
import Web

/// Makes editions out of what the database holds. The XML is written and compressed by workers.
struct EditionMaker: Sendable {
    let concerts: ConcertStore
    let media: MediaStore
    let glossaries: GlossaryStore
    let workers: Workers
    /// Where long pictures and assets go instead of the heap.
    let spool: ContentSpool?
    let caches = PhoneCaches()

    init(database: TenantDatabase, workers: Workers, spool: ContentSpool?) {
        concerts = ConcertStore(database: database)
        media = MediaStore(database: database)
        glossaries = GlossaryStore(database: database)
        self.workers = workers
        self.spool = spool
    }

    /// The edition of what the database holds now: the old one when its mark is still right. What has not changed is
    /// taken over from the old one.
    ///
    /// Reads again when an import is committed meanwhile; after some tries it throws 503.
    func edition(of tenant: Tenant, replacing old: Edition?) async throws -> Edition {
        for _ in 0..<10 {
            let mark = Edition.Mark(
                stage: try await concerts.stage(in: tenant.id), glossary: try await glossaries.version(in: tenant.id),
                integerSeconds: tenant.integerSeconds)
            if let old, old.mark == mark { return old }
            if let edition = try await edition(mark, of: tenant.id, replacing: old) { return edition }
        }
        throw APIError(
            .serviceUnavailable, code: "content-changing", "the content is being changed: try again in a moment",
            retryAfter: 1)
    }

    /// `nil` when the database has moved on from the mark.
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
            // The same name may have been another concert's asset; a picture's name means one picture.
            let changedAt = file.isAsset ? max(file.changedAt, mark.stage.since) : file.changedAt
            if let known = old?.files[path], known.file == file, known.representation.lastModified == changedAt {
                files[path] = known
                continue
            }
            guard let content = try await media.content(sha256: file.sha256, in: tenant) else { return nil }
            let representation = try await workers.run(for: tenant.description) { [spool] in
                Self.representation(
                    file.kind.rawValue, content, of: tenant, changedAt: changedAt, compress: file.kind == .pdf,
                    // The name is checked: letters, digits, "_", "-" and "." (RFC 6266 §4.3).
                    fields: ["Content-Disposition": "inline; filename=\"\(file.name)\""], spool: spool)
            }
            caches.files.builds.increment()
            files[path] = Edition.StoredRepresentation(file: file, representation: representation)
        }
        return files
    }

    /// Bytes with their validators. The tag is a hash of the tenant and the bytes: the same after a restart and in
    /// another process, and never another tenant's, even for the same bytes (spec S1.6).
    ///
    /// `no-cache` lets a phone keep its copy and makes it ask each time, so that Refresh is always right and costs a
    /// 304 while nothing changed (spec N30). Hashes, compresses and writes to the spool: for workers.
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
