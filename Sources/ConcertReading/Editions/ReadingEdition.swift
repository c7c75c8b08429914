import ConcertNotes
import HTTP
import Tenancy
import Web

/// The documents of a tenant's concert on the air and of its glossary at one state of the database.
final class ReadingEdition: TenantEdition {
    let mark: EditionMark
    let tenant: TenantID
    let targets = TargetTable(limit: 4 << 20)
    let glossary: Glossary
    let pieces: [ReadPiece]
    let files: [ReadFile]

    private let places: [String: Int]
    private let resources: ReadingResources
    private let documents: DocumentCache<ReadingDocument>

    init(
        mark: EditionMark, tenant: TenantID, glossary: Glossary, pieces: [ReadPiece], files: [ReadFile],
        resources: ReadingResources
    ) {
        self.mark = mark
        self.tenant = tenant
        self.glossary = glossary
        self.pieces = pieces
        self.files = files
        self.resources = resources
        documents = DocumentCache(limit: 32 << 20, counts: resources.counts)
        places = Dictionary(
            pieces.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the concert on the air. Throws `APIError` 404 if there is none.
    func concert() throws(APIError) -> Concert {
        guard let concert = mark.concertOnAir else { throw .noLiveConcert }
        return concert
    }

    /// Returns the index of a piece in the programme, from 0, by its identifier or any spelling of its name with the same normal form (spec I1).
    /// Throws `APIError` 404 if no concert is on the air, or if the concert does not have the piece.
    func place(of name: String) throws(APIError) -> Int {
        _ = try concert()
        guard let place = places[PieceName.key(of: name)] else {
            throw APIError(
                .notFound, code: .noSuchPiece,
                "the concert on the air has no piece with this name: GET /api/v1/concert lists its pieces")
        }
        return place
    }

    /// Returns the index of a picture among the files, from 0. Throws `APIError` 404 off the air, or if the concert does not show the picture.
    func place(ofPicture name: String) throws(APIError) -> Int {
        _ = try concert()
        guard let place = files.firstIndex(where: { !$0.file.isAsset && $0.file.name == name }) else {
            throw APIError(
                .notFound, code: .noSuchImage,
                "the concert on the air shows no picture with this name: GET /api/v1/concert lists its pictures")
        }
        return place
    }

    /// Returns the index of a track in a piece, from 0. Throws `APIError` 422 if the piece does not have the track.
    func track(_ id: String, of place: Int) throws(APIError) -> Int {
        let tracks = pieces[place].tracks
        guard let index = tracks.firstIndex(where: { $0.id == id }) else {
            throw .invalid("track", oneOf: tracks.map(\.id), found: id)
        }
        return index
    }

    /// Returns a document from the cache, or builds it. Simultaneous requests share the work. Throws as `ReadingResources.document(_:of:)` does.
    func document(_ key: ReadingDocument) async throws -> Representation {
        try await documents.document(key) { try await self.resources.document(key, of: self) }
    }

    /// Builds the documents that phones request first: the concert, the glossary, and each piece with its waveform. Failures are ignored.
    func warm() async {
        if mark.concertOnAir != nil { _ = try? await document(.concert) }
        _ = try? await document(.glossary)
        for place in pieces.indices {
            _ = try? await document(.piece(place))
            _ = try? await document(.waveform(place))
        }
    }

    /// The number of cached documents, and their cost in bytes.
    var documentSize: (count: Int, bytes: Int) { documents.size }
}
