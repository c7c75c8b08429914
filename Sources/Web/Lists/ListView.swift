/// The JSON of a list: the items of a page, and the cursor of the next page (spec Decided 19). A list that needs further members has a type of its
/// own with these two members.
public struct ListView<Item: Encodable & Sendable>: Encodable, Sendable {
    public let items: [Item]
    /// The `cursor` of the next page; `nil`, and absent from the JSON, on the last page and in lists without pages.
    public let next: String?

    public init(_ items: [Item], next: String? = nil) {
        self.items = items
        self.next = next
    }
}
