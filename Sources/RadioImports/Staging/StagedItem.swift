/// A staged item, which is a row of `app.radio_stage`.
struct StagedItem: Sendable {
    let n: Int64
    let kind: String
    let key: String
    let position: FilePosition
    /// The members as a JSON object, without the members that have their own columns.
    let json: String
    let isMention: Bool

    init(_ item: DraftItem, number n: Int64, at position: FilePosition) throws {
        let draft = item.draft
        self.n = n
        self.position = position
        kind = type(of: draft).kind.description
        key = draft.key
        json = try SparseJSONEncoder.text(of: draft, leavingOut: ["key", "isMention"])
        isMention = draft.isMention
    }
}

extension DraftItem {
    /// The kind's name in reports and in the stage.
    var kind: String { type(of: draft).kind.description }

    /// The source's identifier of the item; for a segment, the identifier of its broadcast.
    var key: String { draft.key }
}
