import ConcertNotes
import HTTP
import Tenancy
import Web

/// The responses for a tenant's old phones at one state of the database.
final class Edition: TenantEdition {
    let mark: EditionMark
    let listing: Representation
    let glossary: Representation
    /// The files by path, such as "/images/x.png" and "/images/AppAssets/Splash32.png".
    let files: [String: StoredRepresentation]
    /// The stored responses by request target. The table takes up to 4 MiB, without the content of the responses.
    let targets = TargetTable(limit: 4 << 20)

    let tenant: TenantID
    private let pieces: [PieceDocument]
    private let indices: [String: Int]
    private let workers: Workers
    private let caches: PhoneCaches
    private let documents: DocumentCache<DocumentKey>

    /// A file with its hash, by which the next edition recognises an unchanged file.
    struct StoredRepresentation: Sendable {
        let file: StoredFile
        let representation: Representation
    }

    /// The key of a document: its pieces in order, and whether it has key signatures and intensity.
    private struct DocumentKey: Hashable {
        let indices: [Int]
        let isExtended: Bool
    }

    init(
        mark: EditionMark, tenant: TenantID, listing: Representation, glossary: Representation, pieces: [PieceDocument],
        files: [String: StoredRepresentation], workers: Workers, caches: PhoneCaches
    ) {
        self.mark = mark
        self.tenant = tenant
        self.listing = listing
        self.glossary = glossary
        self.pieces = pieces
        self.files = files
        self.workers = workers
        self.caches = caches
        documents = DocumentCache(limit: 32 << 20, counts: caches.documents)
        indices = Dictionary(
            pieces.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The largest total size of the pieces in a document, in bytes, so that a query cannot exhaust memory by repeating a name.
    static let documentLimit = 16 << 20

    /// Returns the document of the requested pieces, without unknown pieces. A document that takes up to 8 MiB of memory is cached.
    ///
    /// - Throws: `APIError` 400 if the pieces have more than `documentLimit` bytes, and 503 if too much work is waiting.
    func document(_ query: PieceQuery) async throws -> Representation {
        let key = DocumentKey(indices: query.keys.compactMap { indices[$0] }, isExtended: query.isExtended)
        return try await document(key)
    }

    /// Builds the documents that phones request first, without key signatures and intensity: the document of all pieces, and one for each piece.
    /// Ignores failures.
    func warm() async {
        let all = Array(pieces.indices)
        for indices in [all] + all.map({ [$0] }) {
            _ = try? await document(DocumentKey(indices: indices, isExtended: false))
        }
    }

    /// The number of cached documents, and their cost in bytes.
    var documentSize: (count: Int, bytes: Int) { documents.size }

    /// Stores a response for requests with the same target.
    func remember(_ answer: MemoryAnswer, target: [UInt8]) {
        caches.answers.builds.increment()
        caches.answers.evictions.increment(by: targets.remember(answer, target: target))
    }

    private func document(_ key: DocumentKey) async throws -> Representation {
        try await documents.document(key) { [self] in
            let elements = key.indices.map { key.isExtended ? pieces[$0].extended : pieces[$0].plain }
            guard elements.reduce(0, { $0 + $1.count }) <= Self.documentLimit else {
                throw APIError(
                    .badRequest, code: .tooManyPieces,
                    "the requested pieces must have at most \(Self.documentLimit) bytes in total: request fewer pieces at a time"
                )
            }
            return try await workers.run(for: tenant.description) { [tenant, mark] in
                Representation(
                    "text/xml; charset=utf-8", PieceDocument.concert(of: elements), of: tenant,
                    changedAt: mark.contentChangedAt)
            }
        }
    }
}
