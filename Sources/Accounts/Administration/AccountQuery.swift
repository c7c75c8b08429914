import FoundationEssentials
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
        after = try fields.filled("cursor").map { text throws(APIError) in
            guard let cursor = Self.key(ofCursor: text) else {
                throw .invalid("cursor", "must be a cursor from an earlier answer")
            }
            return cursor
        }
        limit = try fields.filled("limit") == nil ? 50 : try fields.integer("limit", in: Self.limits)
    }

    /// What a client sends to go on behind this login: opaque, in base64url.
    static func cursor(after key: String) -> String {
        Data(key.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
    }

    private static func key(ofCursor text: String) -> String? {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: base64 + padding), !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension FormFields {
    /// The value of this name, `nil` where it is absent or empty.
    func filled(_ name: String) throws(APIError) -> String? {
        try optional(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
