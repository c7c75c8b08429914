/// The reason why a string literal with words is not a text for people.
enum InterfaceTextExclusion: CaseIterable {
    /// A log or assertion message for developers.
    case log
    case statement
    case style
    /// A name of a member, a setting, a constant or a header field.
    case name
    /// The path of a drawing, such as `M4 6h16v14H4z`.
    case drawing
    /// The value of a header field or of a connection setting.
    case fieldValue

    static func isMet(by literal: SwiftText.Literal) -> Bool {
        !InterfaceText.isScript(literal.text) && allCases.contains { $0.isMet(by: literal) }
    }

    private func isMet(by literal: SwiftText.Literal) -> Bool {
        let text = InterfaceText.plain(literal.text)
        return switch self {
        case .log:
            ["logger.", "fatalError(", "precondition", "assert", "Logger.Message"].contains(
                where: literal.lead.contains)
        case .statement: Self.isStatement(text)
        case .style: Self.isStyle(text)
        case .name: Self.isName(text)
        case .drawing: text.allSatisfy { "MmLlHhVvCcSsQqTtAaZz0123456789.,- ".contains($0) }
        case .fieldValue: Self.isFieldValue(text)
        }
    }

    private static func isStatement(_ text: String) -> Bool {
        if signs.contains(where: text.contains) { return true }
        if statements.contains(where: text.hasPrefix) { return true }
        let first = text.prefix { $0.isLetter }
        return keywords.contains(String(first)) && !text.contains("</") && text.contains { "_=$".contains($0) }
            || first == "select" && text.contains("(")
    }

    private static let keywords: Set<String> = [
        "alter", "and", "case", "close", "create", "delete", "drop", "exists", "fetch", "from", "grant", "insert",
        "join",
        "left", "not", "on", "or", "order", "revoke", "select", "set", "union", "update", "values", "when", "where",
        "with",
    ]

    /// Patterns that occur in SQL and not in sentences.
    private static let signs = [
        "tenant_id", "control.", " || ", "->>", ".item ", " = t.", "= now()", "in ('", " as materialized (",
        "coalesce(", " '00:00'", "w.slug", "_id, w.", "_id is not null", "_key = ", "_id = ", "_key, ", "like_id",
    ]

    /// Parts of SQL statements without a recognisable pattern.
    private static let statements = [
        "; commit", "begin;", "close all", "collate \"", "deallocate …", "discard ", "drop schema ", "for update",
        "listen …",
        "reset all", "reset role", "rollback to ", "savepoint ", "select 1", "set constraints ", "set local ",
        "to_char(", "unlisten ",
    ]

    private static func isStyle(_ text: String) -> Bool {
        guard text.contains("{"), text.contains("}"), !text.contains("<") else { return false }
        return text.contains(":")
            && (".:@#*".contains(text.first ?? " ") || text.contains(";"))
    }

    /// One word that is not spelt like a word on a page: `endsAt`, `TUTTI_HTTP`, `Cache-Control`.
    private static func isName(_ text: String) -> Bool {
        guard !text.contains(" "), !text.contains("<"), let first = text.first else { return false }
        if !first.isUppercase || text.allSatisfy({ !$0.isLowercase }) { return true }
        if text.contains("_") || text.contains("=") || text.contains("/") { return true }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { $0.first?.isUppercase == true }
    }

    private static func isFieldValue(_ text: String) -> Bool {
        guard text.first?.isUppercase != true else {
            return ["Content-Type: ", "HTTP/1.1 "].contains(where: text.hasPrefix)
        }
        if ["attachment; ", "inline; ", "bytes ", "; Max-Age", "; Secure", "-c role=", "-c timezone="].contains(
            where: text.hasPrefix)
        {
            return true
        }
        if ["'none'", "'self'", "'nonce-", "'sha256-", "; Path=/", "max-age="].contains(where: text.contains) {
            return true
        }
        let kind = text.prefix { $0 != ";" && $0 != " " }
        return kind.contains("/") && text.dropFirst(kind.count).hasPrefix("; ")
    }
}
