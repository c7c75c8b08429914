import HTTP
import Postgres
import Tenancy
import Web

/// The query of a list: a search text, filters and a page. If the list changes between two requests, the next page may repeat or omit items.
package struct ListQuery: Sendable, Hashable {
    /// The search text in lower case; `nil` for all items.
    package let search: String?
    /// The channel by which the list of shows is filtered; `nil` for all shows.
    package let channel: Int64?
    /// The show by which the lists of serials and episodes are filtered; `nil` for all items.
    package let show: Int64?
    package let limit: Int
    package let offset: Int
    /// The tenant's locale, which determines the order of names.
    package let locale: String

    package static let size = (standard: 50, most: 200)

    static let parameters: Set<String> = ["cursor", "limit", "search"]

    package init(search: String?, channel: Int64?, show: Int64?, limit: Int, offset: Int, locale: String) {
        self.search = search
        self.channel = channel
        self.show = show
        self.limit = limit
        self.offset = offset
        self.locale = locale
    }

    /// Creates a query from query parameters. Throws `APIError` 400 for a malformed query, 422 for an invalid value.
    init(_ request: Request, in tenant: Tenant) throws(APIError) {
        let fields = try request.queryFields()
        let text = try fields.optional("search")
        search = text.flatMap { $0.isEmpty ? nil : $0.lowercased() }
        channel = try Self.key(try fields.optional("channel"), "channel")
        show = try Self.key(try fields.optional("show"), "show")
        limit =
            try fields.optional("limit") == nil
            ? Self.size.standard : fields.integer("limit", in: 1...Self.size.most)
        offset = try fields.optional("cursor") == nil ? 0 : fields.integer("cursor", in: 0...10_000_000)
        locale = tenant.locale
    }

    var collation: Collation { Collation(locale: locale) }

    private static func key(_ text: String?, _ name: String) throws(APIError) -> Int64? {
        guard let text else { return nil }
        guard let id = CatalogueKey(text) else {
            throw .invalid(name, "must be an ID that consists of digits, such as 42, found \"\(text.prefix(100))\"")
        }
        return id.rawValue
    }
}
