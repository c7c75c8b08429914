/// The JSON of a list (spec Decided 19). A list that needs further members has a type of its own, which also has `items` and `next`.
public struct ListView<Item: Encodable & Sendable>: Encodable, Sendable {
    public let items: [Item]
    /// The `cursor` of the next page; `nil` if no page follows.
    public let next: String?

    public init(_ items: [Item], next: String? = nil) {
        self.items = items
        self.next = next
    }
}
