/// A row of `app.radio_stage`.
struct StagedItem: Sendable {
    let n: Int64
    let kind: String
    let key: String
    let position: FilePosition
    /// The members as a JSON object, except those with their own columns.
    let json: String
    let isMention: Bool

    init(_ item: DraftItem, number n: Int64, at position: FilePosition) throws {
        let draft = item.draft
        self.n = n
        self.position = position
        kind = type(of: draft).kind.description
        key = draft.key
        json = try SparseJSONEncoder.text(of: draft, excluding: ["key", "isMention"])
        isMention = draft.isMention
    }
}

extension DraftItem {
    var kind: String { type(of: draft).kind.description }

    /// The item's identifier; for a segment, that of its broadcast.
    var key: String { draft.key }
}
