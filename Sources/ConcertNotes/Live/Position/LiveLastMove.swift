import Postgres
import Web

/// The newest move of the live concert, with its author, its age and the position before the move.
package struct LiveLastMove: Sendable, Hashable {
    let revision: Int64
    let source: LiveSource
    /// The account that made the move; `nil` without an account, as for commands, consoles and new imports of the content.
    package let userID: Int64?
    /// The login of the account; `nil` without an account or if it has been deleted.
    let login: String?
    let ageMilliseconds: Int64
    /// The position before the move; `nil` if the log has no change of this concert on the air at the revision before, as when the concert goes on
    /// the air.
    let before: PreviousPosition?

    package init(
        revision: Int64, source: LiveSource, userID: Int64?, login: String? = nil, ageMilliseconds: Int64,
        before: PreviousPosition?
    ) {
        self.revision = revision
        self.source = source
        self.userID = userID
        self.login = login
        self.ageMilliseconds = ageMilliseconds
        self.before = before
    }

    /// The position and state before the move, as stored in the log of changes.
    package struct PreviousPosition: Sendable, Hashable {
        let piece: String
        let measure: Int
        let state: LiveState

        package init(piece: String, measure: Int, state: LiveState) {
            self.piece = piece
            self.measure = measure
            self.state = state
        }
    }

    /// The time for which the page offers Undo.
    static let offerMilliseconds: Int64 = 10_000

    /// The time for which a move can be undone: longer than the offer, to allow for a slow network.
    static let limitMilliseconds: Int64 = 30_000

    /// Returns the position and state before the move, to which `userID` may move the concert back. A measure beyond the end of the piece becomes its
    /// last measure. Throws `APIError` 409 if the move was made by another account (`nil` stands for no account) or by another source than an
    /// operator, if the position before the move is unknown or its piece is not in the programme, or if the move is older than `limitMilliseconds`.
    package func undone(by userID: Int64?, in program: LiveProgram) throws(APIError) -> LiveStore.MoveTarget {
        guard let before, source == .operator, self.userID == userID, let piece = program.index(ofPiece: before.piece)
        else { throw .nothingToUndo }
        guard ageMilliseconds <= Self.limitMilliseconds else { throw .undoTooLate }
        let measure = min(before.measure, program.pieces[piece].measureCount)
        return LiveStore.MoveTarget(
            programPosition: ProgramPosition(piece: piece, measure: measure), state: before.state)
    }

    /// Returns whether the page offers Undo to this account: within `offerMilliseconds` after the account's own move as an operator, if the position
    /// before the move is known. Returns `false` for `nil`.
    func isOffered(to userID: Int64?) -> Bool {
        before != nil && source == .operator && self.userID != nil && self.userID == userID
            && ageMilliseconds < Self.offerMilliseconds
    }
}

extension LiveLastMove: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        source = try row.value("source")
        userID = try row.optional("user_id")
        login = try row.optional("login")
        ageMilliseconds = try row("age_ms")
        guard let piece = try row.optional("piece", as: String.self) else {
            before = nil
            return
        }
        before = PreviousPosition(piece: piece, measure: try row("measure"), state: try row.value("state"))
    }
}
