import HTTP
import Web

/// The requested page of a browse list. A page starts after a key and an ID (keyset pagination), so its cost does not depend on its position.
package struct KeysetPage: Sendable, Hashable {
    /// The position of the last item of the previous page. Clients receive the position as an opaque cursor.
    package struct Position: Sendable, Hashable, CustomStringConvertible {
        package let key: String
        let id: Int64

        package init(key: String, id: Int64) {
            self.key = key
            self.id = id
        }

        package init?(_ cursor: ListCursor) {
            guard cursor.values.count == 2, let id = cursor.number(0) else { return nil }
            self.init(key: cursor.values[1], id: id)
        }

        package init?(_ text: String) {
            guard let position = ListCursor(text, of: KeysetPage.list).flatMap(Position.init) else { return nil }
            self = position
        }

        package var description: String { ListCursor(KeysetPage.list, ["\(id)", key]).description }
    }

    private static let list = "shelf"

    package let after: Position?
    let limit: Int

    package static let size = (standard: 50, most: 200)

    /// The names of the query parameters that a browse list accepts.
    static let parameters: Set<String> = ["cursor", "limit", "sort"]

    /// Reads the page from a request. `sort` may only be "name", and `limit` is from 1 to 200, or `standard` if absent. Throws 422 for other values.
    package init(_ request: Request, standard: Int = KeysetPage.size.standard) throws(APIError) {
        let fields = try request.queryFields()
        if let sort = try fields.optional("sort"), sort != "name" {
            throw .invalid("sort", "must be \"name\", found \"\(sort.prefix(100))\"")
        }
        limit = try fields.pageSize(standard, most: Self.size.most)
        after = try fields.position(in: Self.list) { Position($0) }
    }

    /// Creates the first page, with at most `limit` items.
    package init(limit: Int) { (after, self.limit) = (nil, limit) }

    /// The sort key after which the page starts; empty on the first page. `id` distinguishes items with the same key.
    var key: String { after?.key ?? "" }
    var id: Int64 { after?.id ?? 0 }

    /// Returns the items of the page and the cursor of the next page, which is `nil` on the last page. `items` must have one item more than the page
    /// if there is a next page. `position` returns the position of an item.
    func cut<Item>(_ items: [Item], _ position: (Item) -> Position) -> (items: [Item], next: String?) {
        guard items.count > limit else { return (items, nil) }
        return (Array(items.prefix(limit)), position(items[limit - 1]).description)
    }
}
