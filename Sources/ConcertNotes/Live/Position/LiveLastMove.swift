import Postgres
import Web

/// The newest move of the live concert: who made it, how long ago, and where the concert was before it.
struct LiveLastMove: Sendable, Hashable {
    /// The revision that the move led to.
    let revision: Int64
    let source: LiveSource
    /// The account that moved; `nil` for programs of our own and for a new import of the content.
    let userID: Int64?
    /// The account's login, while it is there.
    let login: String?
    let ageMilliseconds: Int64
    /// `nil` when nothing of this concert was on the air before: then there is nothing to go back to.
    let before: Before?

    /// A place of the log of changes.
    struct Before: Sendable, Hashable {
        let piece: String
        let measure: Int
        let state: LiveState
    }

    /// How long the page offers to undo a move.
    static let offerMilliseconds: Int64 = 10_000

    /// How long a move can be undone: the offer, and what a slow network may take to bring the press.
    static let limitMilliseconds: Int64 = 30_000

    /// Whether the page offers this caller to undo it: people undo their own moves.
    func isOffered(to userID: Int64?) -> Bool {
        before != nil && source == .operator && self.userID != nil && self.userID == userID
            && ageMilliseconds < Self.offerMilliseconds
    }
}

extension LiveLastMove: RowDecodable {
    /// Reads the columns `revision`, `source`, `user_id`, `login`, `age_ms`, `piece`, `measure`, `state`.
    init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        source = try row.value("source")
        userID = try row.optional("user_id")
        login = try row.optional("login")
        ageMilliseconds = try row("age_ms")
        guard let piece = try row.optional("piece", as: String.self) else {
            before = nil
            return
        }
        before = Before(piece: piece, measure: try row("measure"), state: try row.value("state"))
    }
}
