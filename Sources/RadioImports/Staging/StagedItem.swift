/// An item of a source as a row of `app.radio_stage`, the table from which an import is published.
struct StagedItem: Sendable {
    let n: Int64
    let kind: String
    let key: String
    let position: FilePosition
    /// The properties of the item as a JSON object, except those with columns of their own.
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

    /// The key of the item; for a segment, the key of its broadcast.
    var key: String { draft.key }
}
