import Web

/// The result of a form for the page's script.
struct OperatorOutcome: Sendable, Hashable {
    /// The number of moves made, by this request or by an earlier request with the same keys.
    var made = 0
    /// The revision after the last move made; `nil` if `made` is 0.
    var revision: Int64?
    /// The code of the error that ended the request, after which no further move was made; `nil` without an error.
    var refusal: String?

    /// Counts a move, which led to this position.
    mutating func note(_ position: LivePosition) {
        made += 1
        revision = position.revision
    }

    var attributes: HTML {
        """
        \(" data-made=\"\(made)\"" as HTML)\(revision.map { " data-revision=\"\($0)\"" as HTML })\
        \(refusal.map { " data-refusal=\"\($0)\"" as HTML })
        """
    }
}
