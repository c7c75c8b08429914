import HTTP
import Web

/// The errors of the live concert, with their stable codes.
extension APIError {
    /// The error 404 if no concert is on the air.
    public static let noLiveConcert = APIError(
        .notFound, code: .noLiveConcert, "no concert is on the air: an operator must put a concert on the air first")

    /// The error 404 for an unknown short name of a concert.
    static let noSuchConcert = APIError(
        .notFound, code: .noSuchConcert,
        "there is no concert with this short name: check the short name in the list of concerts")

    /// The error 404 if no message with the given identifier can be withdrawn or cancelled.
    static let noSuchMessage = APIError(
        .notFound, code: .noSuchMessage,
        "there is no message with this ID that can be withdrawn or cancelled: check the ID in the list of messages")

    /// The error 422 for a concert without pieces, which has no first measure.
    static let emptyConcert = APIError(
        .unprocessableContent, code: .emptyConcert,
        "the concert has no pieces and cannot be put on the air: "
            + "publish or import a programme with at least one piece"
    )

    /// Returns the error 409 if another live concert already sends to this group and port through this interface, because old phones would get the
    /// packets of both concerts (spec I22).
    static func scopeTaken(group: String, port: Int, interface: String) -> APIError {
        APIError(
            .conflict, code: .scopeTaken,
            "another live concert already sends to \(group) port \(port) through the interface \(interface): "
                + "give this tenant a "
                + "group, port or interface of its own, or take the other concert off the air")
    }

    /// Returns the error 409 for a step beyond either end of the programme.
    static func beyondProgramme(_ detail: String) -> APIError {
        APIError(.conflict, code: .beyondProgramme, detail)
    }

    /// The error 409 while the concert is held, for a move by an automatic source and for starting the automatic advance.
    static let held = APIError(
        .conflict, code: .liveHeld, "the position is held, so only an operator may move it: resume the concert first")

    /// The error 409 if an automatic source moves the position while another source leads, or after a person has taken over.
    static let notLeading = APIError(
        .conflict, code: .sourceNotLeading,
        "another source leads the concert: a program may move the position only while it leads; "
            + "see GET /api/v1/live/sources")

    /// The error 409 for starting the automatic advance in a piece without reference times.
    static let noReferenceTimes = APIError(
        .conflict, code: .noReferenceTimes,
        "the current piece has no times of a reference recording, so the concert cannot advance automatically: "
            + "move the position at each measure instead")

    /// The error 409 for a reading with a recording time in a piece without reference times.
    static let noRecordingTimes = APIError(
        .conflict, code: .noReferenceTimes,
        "the piece has no times of a reference recording, so recordingMs does not lead to a measure: send measure instead"
    )

    /// The error 409 if the presses of Next give no tempo (`TappedTempo.tempo`).
    static let noTappedTempo = APIError(
        .conflict, code: .noTappedTempo,
        "the latest presses of Next give no tempo: press Next at the beginning of at least three measures in a row, then start "
            + "the automatic advance within five seconds; or start it at the recording's tempo")

    /// The error 409 after the end of the concert for a step, for an automatic source's jump without a state, and for starting the automatic advance.
    static let ended = APIError(
        .conflict, code: .liveEnded, "the concert has ended: resume the concert or go to a measure")

    /// The error 412 if the position has changed since the client read it, so that a second press of a button is not a second step.
    static let positionMoved = APIError(
        .preconditionFailed, code: .positionMoved,
        "the position has changed, so nothing was done: check the position and try again")

    /// Returns the error 412 for a decision about the sources if another person has moved the concert or decided since. `login` is the login of this
    /// person; `nil` if unknown.
    static func sourcesDecided(by login: String?) -> APIError {
        APIError(
            .preconditionFailed, code: .sourcesDecided,
            "since this press, \(login ?? "another operator or a console") has moved the concert, or changed the leader or "
                + "the automatic advance, so nothing was done: check who leads now, then press again")
    }

    /// The error 409 for undoing a move that another account made, that was not made as an operator, or that has no earlier position in the concert.
    static let nothingToUndo = APIError(
        .conflict, code: .nothingToUndo,
        "the latest move cannot be undone, because it is not yours or has no earlier position in this concert: "
            + "go to a measure instead")

    /// The error 409 for an undo more than `LiveLastMove.limitMilliseconds` after its move.
    static let undoTooLate = APIError(
        .conflict, code: .undoTooLate,
        "a move can be undone for \(LiveLastMove.limitMilliseconds / 1000) seconds, and this move is older: "
            + "go to a measure instead")

    /// The error 422 if the key was used for another request, because the new request would be lost (draft "Idempotency-Key", section 2.7).
    static let keyReused = APIError(
        .unprocessableContent, code: .idempotencyKeyReused,
        "this Idempotency-Key was used for another request: use a new key for each request")

    /// The error 503 if other writers were faster at every attempt.
    static let liveBusy = APIError(
        .serviceUnavailable, code: .liveBusy, "too many changes at once: try again in a second", retryAfter: 1)

    /// Returns the error 422 for one member of a request, given by its JSON pointer.
    static func field(_ pointer: String, code: Code, _ reason: String) -> APIError {
        APIError(.unprocessableContent, code: code, reason, faults: [Fault(field: pointer, reason: reason)])
    }
}
