import Web

/// The result of a form for the page's script: the number of moves made, the revision after the last move, and the code of a refusal.
struct OperatorOutcome: Sendable, Hashable {
    /// The number of moves made, by this request or by an earlier request with the same keys.
    var made = 0
    /// The revision after the last move made, or `nil` if none was made.
    var revision: Int64?
    /// The code of the error for the next move, after which no further move was made; `nil` without a refusal.
    var refusal: String?

    mutating func note(_ position: LivePosition) {
        made += 1
        revision = position.revision
    }

    /// The attributes of the notice's element.
    var attributes: HTML {
        """
        \(" data-made=\"\(made)\"" as HTML)\(revision.map { " data-revision=\"\($0)\"" as HTML })\
        \(refusal.map { " data-refusal=\"\($0)\"" as HTML })
        """
    }
}
