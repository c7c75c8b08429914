import PlayerCore
import Web

/// A press of a button beside a track of a queue: a change, an index, and the track that the page showed there.
struct QueueRowPress<Change>: Sendable
where Change: RawRepresentable & CaseIterable & Sendable, Change.RawValue == String {
    let change: Change
    let index: Int
    /// The identifier of the track on the page; `nil` if the form does not name it.
    let item: String?

    /// Reads the field `change`, such as "play 3 soundcloud:tracks:123". Throws 422 for a text with another format.
    init(_ fields: FormFields) throws(APIError) {
        let text = try fields("change")
        let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count > 1, let change = Change(rawValue: parts[0]), let index = Int(parts[1]) else {
            throw .invalid(
                "change",
                "must be \(SentenceFormat.choice(Change.allCases.map(\.rawValue))), followed by a space and the index of a track, "
                    + "counted from 0, found \"\(text.prefix(100))\""
            )
        }
        (self.change, self.index) = (change, index)
        item = parts.count == 3 ? parts[2] : nil
    }

    /// Returns whether the index exists and still holds the track of the form, if the form names one.
    func fits(_ queue: PlayerQueue) -> Bool {
        index >= 0 && index < queue.count && (item == nil || queue[index].id == item)
    }
}
