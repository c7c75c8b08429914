import HTTP
import Postgres
import Tenancy
import Web

/// Which part of a list is asked for: a text to look for, one that it is of, a page.
///
/// The cursor is where the next page begins. It is opaque to clients; a list that is changed between two pages moves by as
/// much, which whoever edits it sees.
struct ListQuery: Sendable, Hashable {
    /// In lower case; `nil` for all.
    let search: String?
    /// Of one channel only.
    let channel: Int64?
    /// Of one show only.
    let show: Int64?
    let limit: Int
    let offset: Int
    /// In which words are ordered.
    let locale: String

    /// What a page holds unless the client says otherwise, and at most.
    static let size = (standard: 50, most: 200)

    /// The query parameters that every list of the catalogue takes.
    static let parameters: Set<String> = ["cursor", "limit", "search"]

    /// 422 for a parameter that cannot be read.
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
        guard let id = CatalogueKey(text) else { throw .invalid(name, "must be an id such as 42") }
        return id.rawValue
    }
}

/// A page of a list as JSON.
struct ListView<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    /// `cursor` of the page that follows; none after the last.
    let nextCursor: String?
}
