import Web

/// A query for entries of the audit log. A property that is `nil` does not restrict the result.
struct AuditQuery: Sendable, Hashable {
    /// The start of the time range, inclusive.
    var from: Instant?
    /// The end of the time range, exclusive.
    var to: Instant?
    /// The login of the actor, exactly as written in the entries.
    var actor: String?
    /// An action such as "account.disable", or its part before a dot, such as "account".
    var action: String?
    /// The position of the last entry on the previous page; `nil` for the first page.
    var after: TimePosition?
    var limit: Int

    /// The name of the list in the cursors of the audit log.
    static let list = "audit"

    /// Reads the query of a request. `limits` are the default and the maximum number of entries on a page. Empty fields count as missing. Throws 400
    /// for a repeated field, 422 for an invalid value.
    ///
    /// `from` and `to` are RFC 3339 date-times, or dates in UTC. A date in `to` includes the whole day.
    init(_ fields: FormFields, limits: (standard: Int, most: Int)) throws(APIError) {
        func value(_ name: String) throws(APIError) -> String? {
            try fields.optional(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        from = try Self.moment(try value("from"), "from", isEnd: false)
        to = try Self.moment(try value("to"), "to", isEnd: true)
        actor = try value("actor")
        if let action = try value("action") {
            guard action.utf8.count <= 100, action.utf8.allSatisfy(Self.isOfAction) else {
                throw .invalid(
                    "action",
                    "must be at most 100 lower-case letters, dots or hyphens, such as account.disable, "
                        + "found \"\(action.prefix(100))\"")
            }
            self.action = action
        }
        after = try value("cursor") == nil ? nil : fields.position(in: Self.list) { TimePosition($0) }
        limit = try fields.pageSize(limits.standard, most: limits.most)
    }

    private static func isOfAction(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func moment(_ text: String?, _ name: String, isEnd: Bool) throws(APIError) -> Instant? {
        guard let text else { return nil }
        if let instant = Instant(rfc3339: text) { return instant }
        guard let day = Instant(rfc3339: text + "T00:00:00Z") else {
            throw .invalid(
                name,
                "must be a date or an RFC 3339 date-time, such as 2026-05-01 or 2026-05-01T19:30:00Z, "
                    + "found \"\(text.prefix(100))\"")
        }
        return isEnd ? Instant(milliseconds: day.milliseconds + 86_400_000) : day
    }
}
