import Web

/// Which accounts an administrator asks for, a page at a time.
public struct AccountQuery: Sendable, Hashable {
    /// A part of the login, the name or the address, whatever its case; `nil` for all.
    public var search: String?
    public var role: Role?
    /// The last login of the page before, as it is compared; `nil` for the first page.
    public var after: String?
    public var limit: Int

    /// How many accounts a page may have.
    public static let limits = 1...200

    public init(search: String? = nil, role: Role? = nil, after: String? = nil, limit: Int = 50) {
        self.search = search
        self.role = role
        self.after = after
        self.limit = limit
    }

    /// As a query of a URL says it. Empty fields, as forms send them, are absent ones.
    ///
    /// - Throws: 422 for a value that cannot be.
    init(_ fields: FormFields) throws(APIError) {
        search = try fields.filled("search")
        role = try fields.filled("role").map { name throws(APIError) in try Role(naming: name) }
        after =
            try fields.filled("cursor") == nil
            ? nil : fields.place(in: Self.list) { $0.values.count == 1 ? $0.values[0] : nil }
        limit = try fields.pageSize(most: Self.limits.upperBound)
    }

    private static let list = "accounts"

    /// What a client sends to go on behind this login.
    static func cursor(after key: String) -> String { ListCursor(list, [key]).description }
}

extension FormFields {
    /// The value of this name, `nil` where it is absent or empty.
    func filled(_ name: String) throws(APIError) -> String? {
        try optional(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
