import HTTP
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which page of a shelf is asked for: what follows a key and an identifier, so that a page costs the same wherever it is.
struct ShelfPage: Sendable, Hashable {
    /// Where the page before ended: opaque to clients.
    struct Place: Sendable, Hashable, CustomStringConvertible {
        let key: String
        let id: Int64

        init(key: String, id: Int64) {
            self.key = key
            self.id = id
        }

        init?(_ text: String) {
            guard let data = Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/")),
                let plain = String(data: data, encoding: .utf8), let end = plain.firstIndex(of: "|"),
                let id = Int64(plain[..<end]), !plain.utf8.contains(0)
            else { return nil }
            self.init(key: String(plain[plain.index(after: end)...]), id: id)
        }

        var description: String {
            Data("\(id)|\(key)".utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        }
    }

    let after: Place?
    let limit: Int

    static let size = (standard: 50, most: 200)

    /// The query parameters of a shelf.
    static let parameters: Set<String> = ["cursor", "limit", "sort"]

    /// Reads the query of a request; shelves are sorted by name.
    init(_ request: Request, standard: Int = ShelfPage.size.standard) throws(APIError) {
        let fields = try request.queryFields()
        if let sort = try fields.optional("sort"), sort != "name" { throw .invalid("sort", "must be name") }
        limit =
            try fields.optional("limit") == nil
            ? standard : fields.integer("limit", in: 1...Self.size.most)
        if let text = try fields.optional("cursor") {
            guard let place = Place(text) else {
                throw .invalid("cursor", "must be the nextCursor of an earlier answer of this list")
            }
            after = place
        } else {
            after = nil
        }
    }

    /// The first page.
    init(limit: Int) { (after, self.limit) = (nil, limit) }

    /// Before every name.
    var key: String { after?.key ?? "" }
    var id: Int64 { after?.id ?? 0 }

    /// A page of what was read, one more than fits, and where the next one begins.
    func cut<Item>(_ items: [Item], _ place: (Item) -> Place) -> (items: [Item], next: String?) {
        guard items.count > limit else { return (items, nil) }
        return (Array(items.prefix(limit)), place(items[limit - 1]).description)
    }
}
