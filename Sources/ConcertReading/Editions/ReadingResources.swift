import ConcertNotes
import HTTP
import Logging
import Observability
import Tenancy
import Web

/// The resources that build editions and their documents, shared by all tenants.
struct ReadingResources: Sendable {
    private let concerts: ConcertStore
    private let media: MediaStore
    private let glossaries: GlossaryStore
    private let workers: Workers
    /// The temporary files for archives; `nil` stores archives in memory.
    private let spool: ContentSpool?
    private let pictures: ScaledPictures
    let counts = CacheCounts()

    init(
        database: TenantDatabase, workers: Workers, spool: ContentSpool?, scaler: (any PictureScaler)?, logger: Logger
    ) {
        concerts = ConcertStore(database: database)
        media = MediaStore(database: database)
        pictures = ScaledPictures(media: media, scaler: scaler, logger: logger)
        glossaries = GlossaryStore(database: database)
        self.workers = workers
        self.spool = spool
    }

    // MARK: Editions

    /// Returns the edition with this mark, or `nil` if the content has changed since the mark was read. Reads the pieces, and takes an unchanged
    /// glossary and unchanged files from the old edition, if there is one. Throws `APIError` 503 if too much work is waiting.
    func edition(
        _ mark: EditionMark, of tenant: TenantID, replacing old: ReadingEdition?
    ) async throws -> ReadingEdition? {
        guard let glossary = try await glossary(mark, of: tenant, replacing: old) else { return nil }
        var pieces: [Piece] = []
        var files: [ReadFile] = []
        if let concert = mark.concertOnAir {
            guard let read = try await concerts.pieces(of: concert, in: tenant),
                let found = try await self.files(of: concert, tenant, replacing: old)
            else { return nil }
            (pieces, files) = (read, found)
        }
        return try await workers.run(for: tenant.description) { [pieces, files] in
            ReadingEdition(
                mark: mark, tenant: tenant, glossary: glossary, pieces: pieces.map(ReadPiece.init), files: files,
                resources: self)
        }
    }

    private func glossary(
        _ mark: EditionMark, of tenant: TenantID, replacing old: ReadingEdition?
    ) async throws -> Glossary? {
        if let old, old.mark.glossary == mark.glossary { return old.glossary }
        guard let (glossary, version) = try await glossaries.glossary(in: tenant), version == mark.glossary else {
            return nil
        }
        return glossary
    }

    /// The number of bytes that hold the header of nearly every picture. A photograph with a longer header is read as a whole.
    private static let headerLength = 64 << 10

    private func files(
        of concert: Concert, _ tenant: TenantID, replacing old: ReadingEdition?
    ) async throws -> [ReadFile]? {
        let known = Dictionary((old?.files ?? []).map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
        var files: [ReadFile] = []
        for file in try await media.publicFiles(during: concert.id, in: tenant).sorted(by: { $0.name < $1.name }) {
            if let known = known[file] {
                files.append(known)
                continue
            }
            guard
                let (bytes, length) = try await media.beginning(
                    sha256: file.sha256, limit: Self.headerLength, in: tenant)
            else { return nil }
            var size = PixelSize(headerOf: bytes, kind: file.kind)
            if size == nil, file.kind != .pdf, length > bytes.count {
                guard let content = try await media.content(sha256: file.sha256, in: tenant) else { return nil }
                size = PixelSize(headerOf: content, kind: file.kind)
            }
            files.append(ReadFile(file: file, length: length, size: size))
        }
        return files
    }

    // MARK: Documents

    /// Returns a document of an edition as a response with validators, built on a worker thread. Throws `APIError` 404 for a
    /// document of the concert if no concert is on the air, and 503 if too much work is waiting or a file was deleted after the edition was built.
    func document(_ key: ReadingDocument, of edition: ReadingEdition) async throws -> Representation {
        if key == .archive { return try await archive(of: edition) }
        if case .picture(let place, let width) = key {
            let file = edition.files[place]
            let bytes = try await pictures.content(of: file, width: width, in: edition.tenant)
            return try await workers.run(for: edition.tenant.description) {
                Representation(
                    file.file.kind.rawValue, bytes, of: edition.tenant, changedAt: edition.mark.contentChangedAt,
                    compress: false)
            }
        }
        return try await workers.run(for: edition.tenant.description) {
            let content = try Content(key, of: edition)
            let changedAt = key == .glossary ? edition.mark.glossary.changedAt : edition.mark.contentChangedAt
            return Representation(
                content.mediaType, content.bytes, of: edition.tenant, changedAt: changedAt,
                compress: content.mediaType != WaveformPNG.mediaType, fields: content.fields)
        }
    }

    private func archive(of edition: ReadingEdition) async throws -> Representation {
        let concert = try edition.concert()
        let archive = ConcertArchive(
            concert: concert, pieces: edition.pieces, files: edition.files,
            integerSeconds: edition.mark.integerSeconds, tenant: edition.tenant,
            changedAt: max(edition.mark.contentChangedAt, edition.mark.glossary.changedAt))
        var documents: [ConcertArchive.Member] = []
        for (name, key) in [("concert.json", ReadingDocument.concert), ("glossary.json", .glossary)]
            + edition.pieces.indices.flatMap({ place in
                let id = edition.pieces[place].id
                return [
                    ("pieces/\(id).json", ReadingDocument.piece(place)),
                    ("pieces/\(id).waveform.json", .waveform(place)),
                ]
            })
        {
            documents.append(
                ConcertArchive.Member(
                    name: name, content: try await edition.document(key).identity, compress: true))
        }
        return try await archive.representation(documents: documents, media: media, workers: workers, spool: spool)
    }
}
