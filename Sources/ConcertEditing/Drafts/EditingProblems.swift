import ConcertNotes
import HTTP
import Web

/// The errors of editing, with their stable codes.
extension APIError {
    public static let noSuchConcert = APIError(
        .notFound, code: .noSuchConcert,
        "there is no concert with this short name: check the short name in the list of concerts")
    public static let noSuchPiece = APIError(
        .notFound, code: .noSuchPiece, "there is no piece with this ID: check the ID in the programme of the concert")
    static let noSuchTrack = APIError(
        .notFound, code: .noSuchAnnotationTrack,
        "the piece has no track with this ID: check the ID in the list of the piece's tracks")
    static let noSuchAnnotation = APIError(
        .notFound, code: .noSuchAnnotation,
        "the track has no note with this ID: check the ID in the list of the track's notes")
    static let noSuchSection = APIError(
        .notFound, code: .noSuchSection,
        "the piece has no section with this ID: check the ID in the list of the piece's sections")
    public static let noSuchRevision = APIError(
        .notFound, code: .noSuchRevision,
        "the concert has no revision with this number: check the number in the list of the concert's revisions")
    public static let noSuchImage = APIError(
        .notFound, code: .noSuchImage, "there is no picture with this name: check the name in the list of pictures")
    public static let noSuchTerm = APIError(
        .notFound, code: .noSuchTerm, "the glossary has no term with this name: check the name in the glossary")

    static let noSuchImport = APIError(
        .notFound, code: .noSuchImport,
        "there is no import with this ID that can be undone: check the ID in the list of imports")

    static let noSuchDeletion = APIError(
        .notFound, code: .noSuchImport,
        "this deletion has already been undone or is too old to be undone: enter the content again")

    /// The error 409 if undoing an import would lose edits that were made after the import.
    static let editedSinceImport = APIError(
        .conflict, code: .editedSinceImport,
        "the draft was edited after this import, so the import cannot be undone; undo later imports first, "
            + "or revert the edits")

    /// The error 404 for a name that the app does not fetch.
    public static let noSuchAsset = APIError(
        .notFound, code: .noSuchAsset,
        "there is no app asset with this name; the names are \(SentenceFormat.list(AppAsset.names))")

    /// The error 404 for an app asset of which the draft has no file.
    static let noAssetFile = APIError(
        .notFound, code: .noSuchAsset,
        "the draft has no file for this app asset: the list of the concert's app assets shows which files exist")

    /// The error 409 if another concert has the short name.
    static let concertExists = APIError(
        .conflict, code: .concertExists, "another concert has this short name; choose another short name")

    /// The error 409 if the concert is on the air and the request does not allow a publication during the concert.
    static let concertOnAir = APIError(
        .conflict, code: .concertOnAir,
        "the concert is on the air; send \"whileOnAir\": true to publish the draft for the audience now, "
            + "or take the concert off the air first")

    /// The error 409 for the deletion of a concert that is on the air.
    static let deletionOnAir = APIError(
        .conflict, code: .concertOnAir, "the concert is on the air; take the concert off the air, then delete it")

    /// The error 422 if the idempotency key was used for a different request.
    static let keyReused = APIError(
        .unprocessableContent, code: .idempotencyKeyReused,
        "this Idempotency-Key was used for another request: use a new key for each request")

    /// Returns the error 409 for a draft that is based on the revision `base`, or on none if `base` is `nil`, and not on the published one.
    static func outdated(base: Int?, published: Int) -> APIError {
        let known = base.map { "revision \($0)" } ?? "no revision"
        return APIError(
            .conflict, code: .draftOutdated,
            "the draft is based on \(known), but revision \(published) is published; compare the two, then set "
                + "\"baseRevision\" of the draft to \(published), or replace the draft with revision \(published)",
            versions: Versions(known: base.map(String.init) ?? "", current: String(published)))
    }

    /// Returns the error 422 for a field that breaks a rule for content.
    static func invalid(_ pointer: String, _ problem: ContentProblem) -> APIError {
        invalid([Fault(pointer, problem)])
    }

    /// Throws `APIError` 422 unless the list is empty.
    static func check(_ faults: [Fault]) throws(APIError) {
        if !faults.isEmpty { throw .invalid(faults) }
    }
}

extension APIError.Fault {
    init(_ pointer: String, _ problem: ContentProblem) {
        self.init(field: pointer, reason: "is not valid: \(problem.reason)", suggestion: problem.fix)
    }

    /// Creates a fault of a request or a draft from a fault of a piece's content. `path` is the JSON pointer to the content in the request or the
    /// draft.
    init(_ fault: PieceContent.Fault, below path: String = "") {
        self.init(path + fault.pointer, fault.problem)
    }
}
