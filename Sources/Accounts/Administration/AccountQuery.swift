import Web

/// A query for one page of accounts. A property that is `nil` does not restrict the result.
public struct AccountQuery: Sendable, Hashable {
    /// A part of the login, display name or email address, compared without case.
    public var search: String?
    public var role: Role?
    /// The key (`LoginName.key`) of the last login on the previous page; `nil` for the first page.
    public var after: String?
    public var limit: Int

    /// The allowed numbers of accounts on a page.
    public static let limits = 1...200

    public init(search: String? = nil, role: Role? = nil, after: String? = nil, limit: Int = 50) {
        self.search = search
        self.role = role
        self.after = after
        self.limit = limit
    }

    /// Reads the query of a URL. Empty fields count as missing. Throws 400 for a repeated field, 422 for an invalid value.
    init(_ fields: FormFields) throws(APIError) {
        search = try fields.filled("search")
        role = try fields.filled("role").map { name throws(APIError) in try Role(naming: name) }
        after =
            try fields.filled("cursor") == nil
            ? nil : fields.position(in: Self.list) { $0.values.count == 1 ? $0.values[0] : nil }
        limit = try fields.pageSize(most: Self.limits.upperBound)
    }

    private static let list = "accounts"

    /// Returns the cursor of the page that begins after the login with this key.
    static func cursor(after key: String) -> String { ListCursor(list, [key]).description }
}

extension FormFields {
    /// Returns the value of a field, or `nil` if it is missing or empty. Throws 400 for a repeated field.
    func filled(_ name: String) throws(APIError) -> String? {
        try optional(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
