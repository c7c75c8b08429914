import Web

/// What became of a form, for the page's script: how many of the moves that were sent are made, where the last of them led, and
/// the code of what was refused.
struct OperatorOutcome: Sendable, Hashable {
    /// How many of the moves are made, by this request or by an earlier one under the same keys.
    var made = 0
    /// The revision that the last of them led to; `nil` when none was made.
    var revision: Int64?
    /// Why the next move was not made, and with it none behind it.
    var refusal: String?

    mutating func note(_ position: LivePosition) {
        made += 1
        revision = position.revision
    }

    /// Attributes of the notice, beside its words.
    var attributes: HTML {
        """
        \(" data-made=\"\(made)\"" as HTML)\(revision.map { " data-revision=\"\($0)\"" as HTML })\
        \(refusal.map { " data-refusal=\"\($0)\"" as HTML })
        """
    }
}
